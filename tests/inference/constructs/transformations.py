# == tf.Module
class M(tf.Module):
    def __init__(self):
        self.v = tf.Variable(1.0)
    @tf.Module.with_name_scope
    def __call__(self, x):
        tensor(x)
        return x * self.v
m = M()
tensor_out(m(tf.ones(1)))
for v in m.trainable_variables:
    tensor_v(v)
plain(m.name)
# == GradientTape
v = tf.Variable(1.0)
with tf.GradientTape() as tape:
    tape.watch(v)
    loss = v * v
grads = tape.gradient(loss, [v])
tensor(grads[0])
tensor_single(tape.gradient(loss, v))
for g, w in zip(grads, [v]):
    tensor_g(g); tensor_w(w)
tensor_j(tape.jacobian(loss, v))
# == optimizer.minimize
v = tf.Variable(1.0)
def loss():
    return tensor(v * v)
tf.keras.optimizers.SGD(0.1).minimize(loss, var_list=[v])
tf.keras.optimizers.Adam().minimize(lambda: tensor_lambda(v * 2), [v])
# == strategy.run with arguments and keywords
strategy = tf.distribute.MirroredStrategy()
def step(x, scale, flag=None):
    tensor(x); plain(scale); plain_flag(flag)
    return x
with strategy.scope():
    v = tf.Variable(1.0)
tensor_v(v)
out = strategy.run(step, args=(tf.ones(1), 2), kwargs={"flag": True})
tensor_out(out)
tensor_sum(strategy.reduce(tf.distribute.ReduceOp.SUM, out, axis=None))
plain_n(strategy.num_replicas_in_sync)
# == strategy.run with one argument that is no tuple, and a bound method
class Trainer:
    def __init__(self):
        self.strategy = tf.distribute.get_strategy()
    def step(self, batch):
        x, y = batch
        tensor(x); tensor_y(y)
    def train(self, data):
        for batch in self.strategy.experimental_distribute_dataset(data):
            self.strategy.run(self.step, args=(batch,))
Trainer().train(tf.data.Dataset.from_tensor_slices(([1.0], [2])).batch(1))
# == keywords of strategy.run, on a TPU
strategy = tf.distribute.TPUStrategy()
def step(x, y):
    tensor(x); tensor_y(y)
    return x
tensor_out(strategy.run(step, args=(tf.ones(1),), kwargs={"y": tf.ones(1)}))
# == a distributed data set made by a function
strategy = tf.distribute.MirroredStrategy()
def make(context):
    plain(context)
    return tf.data.Dataset.from_tensor_slices([1.0]).batch(context.get_per_replica_batch_size(4))
data = strategy.distribute_datasets_from_function(make)
for x in data:
    tensor(x)
for x in strategy.experimental_local_results(x):
    tensor_local(x)
# == map_fn, scan, foldl, foldr
tensor_map(tf.map_fn(lambda x: tensor(x), tf.ones(3)))
tf.map_fn(lambda t: tensor_pair(t[0]), (tf.ones(3), tf.ones(3)), fn_output_signature=tf.float32)
def fold(a, x):
    tensor_a(a); tensor_x(x)
    return a + x
tensor_fold(tf.foldl(fold, tf.ones(3)))
tf.foldr(fold, tf.ones(3), initializer=0.0)
tensor_scan(tf.scan(lambda a, x: tensor_s(a) + tensor_t(x), tf.ones(3)))
# == while_loop
def cond(i, x):
    tensor(i); tensor_x(x)
    return i < 3
def body(i, x):
    tensor_i(i)
    return i + 1, x * 2
i, x = tf.while_loop(cond, body, [tf.constant(0), tf.ones(1)])
tensor_out(i); tensor_last(x)
# == while_loop of numbers hands them on as they are, and gives tensors
def cond(i):
    plain(i)
    return i < 3
(last,) = tf.while_loop(cond, lambda i: (plain_i(i) + 1,), (0,))
tensor(last)
# == cond, case, switch_case
x = tf.ones(())
def a():
    return tensor(x)
def b():
    return tensor_b(x)
tensor_cond(tf.cond(x > 0, a, lambda: tensor_else(x)))
tensor_case(tf.case([(x > 0, b)], default=lambda: tensor_default(x)))
tensor_switch(tf.switch_case(tf.constant(1), [lambda: tensor_one(x), lambda: tensor_two(x)]))
tf.switch_case(tf.constant(1), branch_fns={0: lambda: tensor_key(x)}, default=lambda: tensor_rest(x))
# == vectorized_map
tensor_out(tf.vectorized_map(lambda x: tensor(x), tf.ones(3)))
tf.vectorized_map(lambda t: tensor_a(t[0]), (tf.ones(3), tf.ones(3)))
# == py_function gets tensors
def f(x, y):
    tensor(x); tensor_y(y)
    return x
tensor_out(tf.py_function(f, [tf.ones(1), 3], tf.float32))
tf.py_function(func=f, inp=(tf.ones(1), tf.ones(1)), Tout=[tf.float32])
# == py_function with several results
a, b = tf.py_function(lambda x: (x, x), [tf.ones(1)], [tf.float32, tf.float32])
tensor(a); tensor_b(b)
# report: precondition=P1
def several(x):
    p, q = tf.py_function(lambda v: (v, v), [x], [tf.float32, tf.float32])
    y = p * q + x - p
    return tf.reduce_sum(tf.sqrt(tf.abs(y)) * y + tf.exp(y) - tf.sin(y))
several(tf.ones(1))
# == numpy_function gets arrays
import numpy as np
def f(x, y):
    plain(x); plain_y(y); tensor_c(tf.constant(y))
    return np.sqrt(x)
tensor(tf.numpy_function(f, [tf.ones(1), tf.ones(1)], tf.float32))
# == recompute_grad and custom_gradient
@tf.recompute_grad
def f(x):
    tensor(x)
    return x
tensor_out(f(tf.ones(1)))
@tf.custom_gradient
def g(x, y):
    tensor_g(x)
    def grad(dy):
        tensor_grad(dy)
        return dy, dy
    return x * y, grad
tensor_custom(g(tf.ones(1), tf.ones(1)))
# == grad_pass_through, stop_gradient
tensor(tf.grad_pass_through(lambda x: tensor_x(x))(tf.ones(1)))
tensor_s(tf.stop_gradient(tf.ones(1)))
# == summaries are no side effects of Python
writer = tf.summary.create_file_writer("d")
# report: has_side_effects=false
def log(loss, step):
    with writer.as_default():
        tf.summary.scalar("loss", loss, step=step)
        tf.summary.histogram("h", loss, step=step)
log(tf.ones(()), 3)
# == checkpoints
v = tf.Variable(1.0)
ckpt = tf.train.Checkpoint(v=v)
manager = tf.train.CheckpointManager(ckpt, "d", max_to_keep=3)
plain(manager.latest_checkpoint)
plain_save(manager.save())
sink(ckpt.restore("p").expect_partial())
tensor(ckpt.v)
# == TensorFlow Probability
import tensorflow_probability as tfp
d = tfp.distributions.Normal(0.0, 1.0)
tensor(d.sample(3))
tensor_prob(d.log_prob(tf.ones(1)))
tensor_kl(tfp.distributions.kl_divergence(d, d))
# == a distribution of the project
import tensorflow_probability as tfp
tfd = tfp.distributions
class D(tfd.Distribution):
    def _log_prob(self, x):
        tensor(x)
        return x
D().log_prob(tf.ones(1))
# == add-ons
import tensorflow_addons as tfa
tensor(tfa.image.rotate(tf.ones((2, 2)), 0.1))
layer = tfa.layers.InstanceNormalization()
tensor_out(layer(tf.ones(1)))
# == TensorArray
ta = tf.TensorArray(tf.float32, size=3)
ta = ta.write(0, tf.ones(()))
tensor(ta.stack())
tensor_read(ta.read(0))
# == map_structure over tensors
import numpy as np
out = tf.nest.map_structure(lambda x: tensor(x), {"a": tf.ones(1), "b": [tf.ones(1)]})
tensor_a(out["a"])
for x in tf.nest.flatten([tf.ones(1), [tf.ones(2)]]):
    tensor_flat(x)
# == map_structure over a deep structure, and over one that holds itself
out = tf.nest.map_structure(lambda x: tensor_deep(x), [[[[[[tf.ones(1)]]]]]])
nested = [tf.ones(1)]
nested.append(nested)
out = tf.nest.map_structure(lambda x: tensor_within(x), nested)

# == estimators
# report: hazards~deferred-execution
def train(model_fn):
    est = tf.estimator.Estimator(model_fn=model_fn)
    est.train(input_fn=input_fn)
def input_fn():
    return tf.data.Dataset.from_tensor_slices(({"a": [1.0]}, [1])).batch(1)
def model_fn(features, labels, mode):
    return None
train(model_fn)
# == make_template, name scopes
with tf.name_scope("a") as scope:
    tensor(tf.ones(1))
plain(scope)
# == map_structure over the structures of a list
def stacked(parts):
    return tf.nest.map_structure(lambda *each: tf.stack(each), *parts)
def run(x):
    out = stacked([{"state": [x, x], "other": x}, {"state": [x, x], "other": x}])
    nested_state(out["state"])
    tensor_state(out["state"][0])
    tensor_other(out["other"])
run(tf.ones(1))
