# == a call of what is not known may compute
import somewhere
agent = somewhere.agent()
# report: has_tensor_computation=, codes=
@tf.function
def step(*args):
    return agent(*args)
step(1)
# == a method and an operator of what is not known
# report: has_tensor_computation=, codes=
@tf.function
def one(agent):
    return agent.act()
# report: has_tensor_computation=, codes=
@tf.function
def two(x):
    return x * 2
# == the same through a helper
import somewhere
def helper():
    return somewhere.act()
# report: has_tensor_computation=, codes=
@tf.function
def step():
    return helper()
step()
# == what is known to be Python computes nothing
import math
import os.path
# report: has_tensor_computation=false, codes~HYB003
@tf.function
def one(n):
    return math.sqrt(n) * 2
# report: has_tensor_computation=false, codes~HYB003
@tf.function
def two(n):
    return os.path.join("a", str(n))
one(1)
two(1)
# == arrays are converted at the call
import numpy as np
# report: precondition=, published_precondition=P2, codes=
@tf.function
def step(x):
    return tf.reduce_sum(x)
step(np.ones(3))
# == a model, an optimizer and an iterator from around it
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD()
batches = iter(tf.data.Dataset.range(3))
# report: precondition=, published_precondition=P2, codes=
@tf.function
def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(tf.ones((1, 1))))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
def update():
    for variable in model.trainable_variables:
        variable.assign(variable * 0.5)
# report: precondition=, codes=
@tf.function
def through_a_helper():
    update()
# report: codes=
@tf.function
def advance():
    return next(batches) + 1
step()
through_a_helper()
advance()
# == constants alone need no graph
# report: precondition=P2, codes~HYB003
@tf.function
def zeros(n):
    return tf.zeros((n, 3))
zeros(2)
# == operations that give nothing, signatures and exports
queue = tf.queue.FIFOQueue(3, [tf.float32])
# report: has_tensor_computation=, codes=
@tf.function
def enqueued(n):
    queue.enqueue(n)
# report: codes=
@tf.function(input_signature=[])
def served():
    return 1
# report: codes=
@tf.function
def exported():
    return 1
enqueued(1.0)
exported.get_concrete_function()
# == what averages variables computes
average, weight = tf.train.ExponentialMovingAverage(0.9), tf.Variable(1.0)
# report: has_tensor_computation=true, codes=
@tf.function
def update():
    average.apply([weight])
for _ in range(3):
    update()
