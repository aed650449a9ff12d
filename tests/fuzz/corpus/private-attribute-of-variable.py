import tensorflow as tf

weight = tf.Variable(2.0)


def subject(x):
    with tf.GradientTape() as tape:
        loss = tf.sin(x) * tf.tanh(x) * weight
    gradient = tape.gradient(loss, weight)
    return tf.cos(x) if gradient is None else gradient


for number, value in enumerate((0.75, 0.25, -0.5, 1.5, 0.75)):
    print(subject(tf.constant(value)).numpy())
    weight._trainable = number < 2  # refused: late-binding
