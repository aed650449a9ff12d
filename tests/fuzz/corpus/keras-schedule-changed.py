import tensorflow as tf

schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.05, 2, 0.5)
layer = tf.keras.layers.Dense(2, kernel_initializer="ones")
model = tf.keras.Sequential([layer])
model.build((None, 3))
optimizer = tf.keras.optimizers.SGD(schedule)
optimizer.build(model.trainable_variables)


def subject(x, v, n):
    with tf.GradientTape() as tape:
        result = model(tf.reshape(v, (1, 3)) * x, training=True)
        loss = tf.reduce_sum(tf.square(result - tf.tanh(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    schedule.initial_learning_rate = 0.5 + k  # refused: late-binding
