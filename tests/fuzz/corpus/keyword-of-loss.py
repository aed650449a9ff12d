import tensorflow as tf
class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d = tf.keras.layers.Dense(1, kernel_initializer='ones')

    def call(self, q, training=False):
        return self.d(q)

net = Net()
net(tf.ones([1, 1]))
opt = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.Huber(delta=1.0)


def subject(x, v, n):
    with tf.GradientTape() as tape:
        loss = loss_fn(tf.ones([1, 1]), net(tf.reshape(x, [1, 1])) * 9.0)
    g = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(g, net.trainable_variables))
    x = loss
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    loss_fn._fn_kwargs['delta'] = 0.1 * (k + 1)  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
