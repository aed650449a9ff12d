"""What Keras runs as Python in its graphs: the steps of a model, and all that they call, whichever release it is."""
# codes: HYB007
import tensorflow as tf
x, y = tf.ones((8, 3)), tf.ones((8, 1))
def scaled(x):
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    return x * 3.0
class Base(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
    def call(self, x):
        return self.dense(x)
    def train(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}
# == if
class Net(Base):
    def train_step(self, data):
        x, y = data
        if tf.reduce_sum(x) > 0.0:  # expect: HYB007
            x = x * 2.0
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == if on the counter of steps
class Net(Base):
    def train_step(self, data):
        x, y = data
        if self.optimizer.iterations < 5:  # expect: HYB007
            x = x * 2.0
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == for
class Net(Base):
    def train_step(self, data):
        x, y = data
        for _ in tf.range(3):  # expect: HYB007
            x = x * 1.1
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == for each row
class Net(Base):
    def train_step(self, data):
        x, y = data
        total = 0.0
        for row in x:  # expect: HYB007
            total = total + tf.reduce_sum(row)
        x = x * total
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == while
class Net(Base):
    def train_step(self, data):
        x, y = data
        while tf.reduce_sum(x) < 100.0:  # expect: HYB007
            x = x * 2.0
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == conditional expression
class Net(Base):
    def train_step(self, data):
        x, y = data
        x = x * 2.0 if tf.reduce_sum(x) > 0.0 else x  # expect: HYB007
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == and
class Net(Base):
    def train_step(self, data):
        x, y = data
        small = tf.reduce_sum(x) > 0.0 and tf.reduce_sum(y) > 0.0  # expect: HYB007
        x = x * tf.cast(small, tf.float32)
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == float
class Net(Base):
    def train_step(self, data):
        x, y = data
        x = x * float(tf.reduce_sum(x))  # expect: HYB007
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == helper
class Net(Base):
    def train_step(self, data):
        x, y = data
        x = scaled(x)  # expect: HYB007
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == helper in tf.cond
class Net(Base):
    def train_step(self, data):
        x, y = data
        x = tf.cond(tf.reduce_sum(x) > 0.0, lambda: scaled(x), lambda: x)  # expect: HYB007
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == function inside
class Net(Base):
    def train_step(self, data):
        x, y = data
        def inner(x):
            if tf.reduce_sum(x) > 0.0:  # expect: HYB007
                x = x * 2.0
            return x
        x = inner(x)
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == decorated
class Net(Base):
    @tf.function
    def train_step(self, data):
        x, y = data
        if tf.reduce_sum(x) > 0.0:
            x = x * 2.0
        x = scaled(x)
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == decorated helper
@tf.function
def graph(x):
    return scaled(x)
class Net(Base):
    def train_step(self, data):
        x, y = data
        x = graph(x)
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == operations alone
class Net(Base):
    def train_step(self, data):
        x, y = data
        x = tf.where(x > 0.0, x * 2.0, x)
        x = x + float(x.shape[-1])
        print("traced")
        return self.train(x, y)
net = Net()
net.compile("sgd")
net.fit(x, y, verbose=0)
# == run eagerly
class Net(Base):
    def train_step(self, data):
        x, y = data
        if tf.reduce_sum(x) > 0.0:
            x = x * 2.0
        return self.train(x, y)
net = Net()
net.compile("sgd", run_eagerly=True)
net.fit(x, y, verbose=0)
# == called by a graph of its own
class Net(Base):
    def train_step(self, data):
        x, y = data
        if tf.reduce_sum(x) > 0.0:
            x = x * 2.0
        return self.train(x, y)
net = Net()
net.compile("sgd")
net(x)
net.optimizer.build(net.trainable_variables)
@tf.function
def step(x, y):
    return net.train_step((x, y))
step(x, y)
# == test_step
class Net(Base):
    def test_step(self, data):
        x, y = data
        if tf.reduce_sum(x) > 0.0:  # expect: HYB007
            x = x * 2.0
        return {"loss": tf.reduce_mean((self(x) - y) ** 2)}
net = Net()
net.compile("sgd", "mse")
net.evaluate(x, y, verbose=0)
# == predict_step
class Net(Base):
    def predict_step(self, data):
        x = data * 1.0
        if tf.reduce_sum(x) > 0.0:  # expect: HYB007
            x = x * 2.0
        return self(x)
net = Net()
net.compile("sgd", "mse")
net.predict(x, verbose=0)
# == the activation of a layer
def gate(x):
    if tf.reduce_mean(x) > 0.0:  # expect: HYB007
        return tf.tanh(x)
    return tf.nn.relu(x)
net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(8, activation=gate), tf.keras.layers.Dense(1)])
net.compile("sgd", "mse")
net.fit(x, y, verbose=0)
# == the function of a layer
def gate(x):
    if tf.reduce_mean(x) > 0.0:  # expect: HYB007
        return tf.tanh(x)
    return tf.nn.relu(x)
net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Lambda(gate), tf.keras.layers.Dense(1)])
net.compile("sgd", "mse")
net.fit(x, y, verbose=0)
# == a constraint
class MaxNorm(tf.keras.constraints.Constraint):
    def __call__(self, w):
        n = tf.norm(w)
        if n > 1.0:  # expect: HYB007
            w = w / n
        return w
net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, kernel_constraint=MaxNorm())])
net.compile("sgd", "mse")
net.fit(x, y, verbose=0)
# == a regularizer
class Norm(tf.keras.regularizers.Regularizer):
    def __call__(self, w):
        n = tf.norm(w)
        if n > 1.0:  # expect: HYB007
            n = 2.0 * n
        return n
net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, kernel_regularizer=Norm())])
net.compile("sgd", "mse")
net.fit(x, y, verbose=0)
# == a schedule
class Warmup(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        if step < 10.0:  # expect: HYB007
            return 0.01 * step
        return 0.1
net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
net.compile(tf.keras.optimizers.SGD(Warmup()), "mse")
net.fit(x, y, verbose=0)
# == a schedule without conditions fine
class Warmup(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        return tf.minimum(0.01 * tf.cast(step, tf.float32), 0.1)
net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
net.compile(tf.keras.optimizers.SGD(Warmup()), "mse")
net.fit(x, y, verbose=0)
