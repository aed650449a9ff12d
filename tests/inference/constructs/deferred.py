# == placeholders and sessions
# report: hazards~deferred-execution
def build():
    x = tf.compat.v1.placeholder(tf.float32, [None])
    return x * 2
def run():
    tf.compat.v1.disable_eager_execution()
    y = build()
    with tf.compat.v1.Session() as sess:
        plain(sess.run(y))
run()
# == get_variable makes variables, which is no matter of deferred mode
# report: hazards~creates-variable
def dense(x):
    with tf.compat.v1.variable_scope("a"):
        w = tf.compat.v1.get_variable("w", [1])
    return x * w
dense(tf.ones(1))
# == layers of compat.v1 make variables, too
# report: hazards~creates-variable
def net(x):
    return tf.compat.v1.layers.dense(x, 3)
net(tf.ones((1, 2)))
# == import tensorflow.compat.v1 as tf
# -- old.py
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()
# report: hazards~deferred-execution
def net(x):
    w = tf.get_variable("w", [1])
    return x * w
net(tf.placeholder(tf.float32))
# == tf.Graph
# report: hazards~deferred-execution
def build():
    with tf.Graph().as_default():
        return tf.ones(1)
build()
# == a function of the same program that is not deferred
# report: precondition=P1
def norm(x):
    return tf.sqrt(tf.reduce_sum(x * x))
norm(tf.ones(1))
# == optimizers of deferred mode
# report: hazards~deferred-execution
def train(loss):
    return tf.compat.v1.train.AdamOptimizer(0.1).minimize(loss)
train(tf.ones(()))
# == global_step, initializers
# report: hazards~deferred-execution
def init(sess):
    sess.run(tf.compat.v1.global_variables_initializer())
init(tf.compat.v1.Session())
# == feed dictionaries
# report: hazards~deferred-execution
def step(sess, op, x):
    return sess.run(op, feed_dict={x: 1.0})
x = tf.compat.v1.placeholder(tf.float32)
step(tf.compat.v1.Session(), x * 2, x)
# == slim
import tf_slim as slim
# report: hazards~deferred-execution
def net(x):
    return slim.conv2d(x, 3, [3, 3])
net(tf.ones((1, 2, 2, 3)))
# == contrib
# report: hazards~deferred-execution
def net(x):
    return tf.contrib.layers.fully_connected(x, 3)
net(tf.ones((1, 2)))
# == the variables of a model are asked for before a helper calls it
class M(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d = tf.keras.layers.Dense(2)
    def call(self, x):
        return self.d(x)
model = M()
optimizer = tf.keras.optimizers.Adam()
def forward(x):
    return tf.reduce_sum(model(x))
# report: hazards~stale-variable-read
def before(x):
    weights = model.trainable_variables
    with tf.GradientTape() as tape:
        loss = forward(x)
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
    return loss
# report: precondition=P1
def after(x):
    with tf.GradientTape() as tape:
        loss = forward(x)
    weights = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
    return loss
before(tf.ones((1, 2)))
after(tf.ones((1, 2)))
# == a tensor that a trace left behind
@tf.function
def leave(a):
    global left
    left = a + 1
    return left
leave(tf.constant(1))
# report: hazards~late-binding
def use(b):
    return b + left
use(tf.constant(2))
