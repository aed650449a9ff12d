import tensorflow as tf

dense = tf.keras.layers.Dense(2)
dense.build((None, 3))


def subject(x):  # refused: changes-result-type
    return dense.compute_output_spec(x)


for i in range(3):
    print(subject(tf.ones((2, 3)) * i).shape)
