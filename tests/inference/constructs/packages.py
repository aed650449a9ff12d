# == a recurrent network of Sonnet, and structures of tree
import sonnet as snt, tree
class Net(snt.Module):
    def __init__(self):
        super().__init__()
        self.core = snt.LSTM(4)
        self.head = snt.Sequential([snt.Linear(3), tf.nn.relu])
    def __call__(self, x, state):
        tensor_x(x)
        y, state = self.core(x, state)
        tensor_y(y)
        return self.head(y), state
net = Net()
out, state = net(tf.ones((2, 3)), net.core.initial_state(2))
tensor_out(out)
tree.map_structure(lambda t: tensor_leaf(t), {"a": out})
tensor_loss(tf.add_n([tf.nn.l2_loss(v) for v in net.trainable_variables]))
# == an environment of Gym is changed by each step
import gym
env = gym.make("CartPole-v0")
# report: has_side_effects=true
def play(action):
    observation, reward, done, info = env.step(action)
    plain(observation)
    return observation
play(0)
# == distributions, and what Reverb's data sets hold
import reverb, tensorflow_probability as tfp
tensor_s(tfp.distributions.Normal(0.0, 1.0).sample(3))
tensor_p(tfp.math.softplus_inverse(tf.ones(1)))
for sample in reverb.TrajectoryDataset.from_table_signature("address", "table", 4):
    nested_data(sample.data)
# == Horovod's tape and pycocotools
import horovod.tensorflow as hvd
from pycocotools.coco import COCO
v = tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = v * v
tape = hvd.DistributedGradientTape(tape)
tensor_g(tape.gradient(loss, [v])[0])
plain_a(COCO("a.json").loadAnns([1])[0]["bbox"])
# == a chain of Sonnet modules and functions, and a module in a wrapper
import sonnet as snt
def halved(x):
    tensor_halved(x)
    return x / 2
class Head(snt.Module):
    def __call__(self, x):
        tensor_x(x)
        return x, [x * 2]
net = snt.Sequential([snt.Flatten(), halved, Head()])
value, more = snt.BatchApply(net)(tf.ones((2, 2, 3)))
tensor_value(value)
nested_more(more)
# == a recurrent core of the project is unrolled
import sonnet as snt
class Core(snt.RNNCore):
    def initial_state(self, batch_size):
        return tf.zeros((batch_size, 1))
    def __call__(self, x, state):
        return (x, x * 2), state
(logits, values), state = snt.static_unroll(Core(), tf.ones((4, 2, 1)), tf.zeros((2, 1)))
tensor_logits(logits)
tensor_values(values)
tensor_state(state)
