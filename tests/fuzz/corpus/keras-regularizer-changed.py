import tensorflow as tf

regularizer = tf.keras.regularizers.L2(0.1)
layer = tf.keras.layers.Dense(2, kernel_initializer="ones", kernel_regularizer=regularizer)
model = tf.keras.Sequential([layer])
model.build((None, 3))
optimizer = tf.keras.optimizers.SGD(0.05)
optimizer.build(model.trainable_variables)


def subject(x, v, n):
    with tf.GradientTape() as tape:
        result = model(tf.reshape(v, (1, 3)) * x, training=True)
        loss = tf.reduce_sum(tf.square(result - tf.tanh(x))) + tf.add_n(model.losses)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    regularizer.l2 = 1.0 + k  # refused: late-binding
