import tensorflow as tf
m = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dropout(0.0), tf.keras.layers.Dense(1)])
m.build((None, 3))
for w in m.weights:
    w.assign(tf.ones_like(w) * 0.3)
opt = tf.keras.optimizers.SGD(0.1)


def subject(x, v, n):
    with tf.GradientTape() as t:
        y = m(v[None, :], training=True)
        loss = tf.reduce_mean((y - x) ** 2)
    g = t.gradient(loss, m.trainable_variables)
    opt.apply_gradients(zip(g, m.trainable_variables))
    x = loss
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    m.layers[0].trainable = k % 2 == 0  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
