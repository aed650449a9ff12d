import tensorflow as tf


def schedule(rate):
    return tf.keras.optimizers.schedules.ExponentialDecay(rate, 2, 0.5)


weight = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(schedule(0.05))
optimizer.build([weight])


def subject(x, v, n):
    with tf.GradientTape() as tape:
        loss = tf.square(weight * x - tf.tanh(x)) + tf.reduce_sum(v) * weight
    gradients = tape.gradient(loss, [weight])
    optimizer.apply_gradients(zip(gradients, [weight]))
    return loss + weight


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    optimizer.learning_rate = schedule(0.5 + k)  # refused: late-binding
