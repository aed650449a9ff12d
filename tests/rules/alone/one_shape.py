"""Tensors of one shape at each call, and others: cuts, indices, masks, pools."""
# codes: HYB001
import numpy as np
import tensorflow as tf
w = tf.Variable(tf.ones((4, 1)))
def inner(img):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(img, w) - 1.0)) + 0.1 * tf.reduce_sum(tf.abs(w)) + tf.reduce_max(w)
    w.assign_sub(0.1 * tape.gradient(loss, w))
    return loss
# == gather fixed count after mask
def step(img):  # expect: HYB001
    return inner(img)
def train(x, batch):
    for t in range(300):
        idx = np.random.randint(0, len(x), batch)
        step(tf.gather(x, idx))
x = np.random.rand(100, 4).astype(np.float32)
y = np.arange(100) % 10
train(tf.constant(x[y == 6]), 32)
# == gather varying indices
def step(img):
    return inner(img)
def train(x):
    for t in range(300):
        idx = tf.where(tf.random.uniform((100,)) > 0.5)[:, 0]
        step(tf.gather(x, idx))
train(tf.constant(np.random.rand(100, 4).astype(np.float32)))
# == halves
class A:
    def train_d(self, img):
        return inner(img)
    def step(self, a):  # expect: HYB001
        half = len(a) // 2
        img = tf.concat((a[:half], a[half:]), axis=0)
        return self.train_d(img)
m = A()
for x in tf.data.Dataset.from_tensor_slices(tf.ones((3200, 4))).batch(32):
    m.step(x)
# == halves kept out of step
def train_d(img):  # expect: HYB001
    return inner(img)
def step(a):
    print(len(a))
    half = len(a) // 2
    return train_d(tf.concat((a[:half], a[half:]), axis=0))
for x in tf.data.Dataset.from_tensor_slices(tf.ones((3200, 4))).batch(32):
    step(x)
# == one half
def train_d(img):  # expect: HYB001
    return inner(img)
def step(a):
    print(len(a))
    half = len(a) // 2
    return train_d(a[:half])
for x in tf.data.Dataset.from_tensor_slices(tf.ones((3200, 4))).batch(32):
    step(x)
# == pool of images
class Pool:
    def __init__(self, size):
        self.size, self.items = size, []
    def __call__(self, batch):
        out = []
        for item in batch:
            if len(self.items) < self.size:
                self.items.append(item)
                out.append(item)
            elif np.random.rand() > 0.5:
                i = np.random.randint(0, len(self.items))
                old, self.items[i] = self.items[i], item
                out.append(old)
            else:
                out.append(item)
        return tf.stack(out, axis=0)
pool = Pool(50)
def train_d(img):  # expect: HYB001
    return inner(img)
for x in tf.data.Dataset.from_tensor_slices(tf.ones((3200, 4))).batch(32, drop_remainder=True):
    train_d(pool(x))
# == split halves
def train_d(img):  # expect: HYB001
    return inner(img)
def step(a):
    print(len(a))
    one, two = tf.split(a, 2)
    return train_d(tf.concat([two, one], 0))
for x in tf.data.Dataset.from_tensor_slices(tf.ones((3200, 4))).batch(32, drop_remainder=True):
    step(x)
# == first n of mask, constant
def step(img):  # expect: HYB001
    return inner(img)
x = np.random.rand(100, 4).astype(np.float32)
for t in range(100):
    chosen = x[np.random.rand(100) > 0.2]
    step(tf.constant(chosen[:16]))
# == whole mask
def step(img):
    return inner(img)
x = np.random.rand(100, 4).astype(np.float32)
for t in range(100):
    chosen = x[np.random.rand(100) > 0.2]
    step(tf.constant(chosen))
# == growing cut
def step(img):
    return inner(img)
x = tf.ones((1000, 4))
for t in range(1, 500):
    step(x[:t])
# == window of fixed size
def step(img):  # expect: HYB001
    return inner(img)
x = tf.ones((1000, 4))
for t in range(0, 500):
    step(x[t:t + 16])
# == padded to size
def step(img):  # expect: HYB001
    return inner(img)
x = np.random.rand(100, 4).astype(np.float32)
for t in range(100):
    chosen = x[np.random.rand(100) > 0.2]
    padded = np.zeros((100, 4), np.float32)
    padded[:len(chosen)] = chosen
    step(tf.constant(padded))
# == choice from varying pool
def step(img):  # expect: HYB001
    return inner(img)
pool = []
for t in range(300):
    pool.append(np.random.rand(4).astype(np.float32))
    if len(pool) >= 32:
        rows = np.random.choice(len(pool), 32)
        step(tf.constant(np.stack([pool[i] for i in rows])))
# == mask once before loop
def step(img):  # expect: HYB001
    return inner(img)
x = np.random.rand(100, 4).astype(np.float32)
y = np.arange(100) % 10
sixes = tf.constant(x[y == 6])
for t in range(300):
    step(sixes)
# == concat growing
def step(img):
    return inner(img)
x = tf.ones((2, 4))
for t in range(300):
    x = tf.concat([x, tf.ones((1, 4))], 0)
    step(x)
# == tile fixed
def step(img):  # expect: HYB001
    return inner(img)
for t in range(300):
    step(tf.tile(tf.random.normal((1, 4)), [8, 1]))
# == boolean_mask then gather fixed
def step(img):  # expect: HYB001
    return inner(img)
x = tf.random.normal((100, 4))
for t in range(300):
    kept = tf.boolean_mask(x, x[:, 0] > 0.0)
    step(tf.gather(kept, np.random.randint(0, 5, 16)))
# == take of numpy fixed
def step(img):  # expect: HYB001
    return inner(img)
x = np.random.rand(100, 4).astype(np.float32)
y = np.arange(100) % 10
def sample(rows, n):
    return rows[np.random.choice(len(rows), n)]
ones = x[y == 1]
for t in range(300):
    step(tf.constant(sample(ones, 16)))
# == half cut of varying
def step(img):
    return inner(img)
x = np.random.rand(100, 4).astype(np.float32)
for t in range(100):
    chosen = x[np.random.rand(100) > 0.2]
    step(tf.constant(chosen[:len(chosen) // 2]))
# == replay sample
class Replay:
    def __init__(self):
        self.rows = []
    def add(self, row):
        self.rows.append(row)
    def sample(self, n):
        idx = np.random.randint(0, len(self.rows), n)
        return np.stack([self.rows[i] for i in idx])
replay = Replay()
def step(img):  # expect: HYB001
    return inner(img)
for t in range(300):
    replay.add(np.random.rand(4).astype("float32"))
    step(tf.constant(replay.sample(16)))
# == padded to the longest of each part
def step(img):
    return inner(tf.cast(img, tf.float32)[:, :4])
rows = [list(range(4 + number * 7 % 11)) for number in range(400)]
for k in range(0, 400, 4):
    step(tf.constant(tf.keras.utils.pad_sequences(rows[k : k + 4])))
# == padded to one length
def step(img):  # expect: HYB001
    return inner(tf.cast(img, tf.float32)[:, :4])
rows = [list(range(4 + number * 7 % 11)) for number in range(400)]
for k in range(0, 400, 4):
    step(tf.constant(tf.keras.utils.pad_sequences(rows[k : k + 4], maxlen=20)))
# == padded together
def step(img):  # expect: HYB001
    return inner(tf.cast(img, tf.float32)[:, :4])
rows = tf.constant(tf.keras.utils.pad_sequences([list(range(4 + number * 7 % 11)) for number in range(400)]))
for k in range(0, 400, 4):
    step(rows[k : k + 4])
# == ragged made dense part by part
def step(img):
    return inner(tf.cast(img, tf.float32)[:, :4])
rows = tf.ragged.constant([list(range(4 + number * 7 % 11)) for number in range(400)])
for k in range(400):
    step(rows[k : k + 1].to_tensor())
# == ragged made dense to one shape
def step(img):  # expect: HYB001
    return inner(tf.cast(img, tf.float32)[:, :4])
rows = tf.ragged.constant([list(range(4 + number * 7 % 11)) for number in range(400)])
for k in range(400):
    step(rows[k : k + 1].to_tensor(shape=(1, 20)))
# == linspace of many lengths
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.linspace(0.0, 1.0, n))
# == linspace of one length
def step(img):  # expect: HYB001
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.linspace(0.0, float(n), 8))
# == eye of many sizes
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.eye(n))
# == repeated
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.repeat(tf.ones(2), n))
# == range of many lengths
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.range(float(n)))
# == range of one length
def step(img):  # expect: HYB001
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.range(float(n), float(n + 4)))
# == one hot of many depths
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.one_hot([0, 1], n))
# == one hot of one depth
def step(img):  # expect: HYB001
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.one_hot([n, 1], 8))
# == every n-th
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.ones(1000)[::n])
# == every other
def step(img):  # expect: HYB001
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.ones(1000)[::2] * float(n))
# == repeated number
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.constant([1.0] * n))
# == repeated four times
def step(img):  # expect: HYB001
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.constant([1.0 * n] * 4))
# == unique values
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(4, 400):
    step(tf.constant(np.unique(np.arange(n) % 7 + n), tf.float32))
# == rows of a ragged tensor
def step(img):
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
rows = tf.ragged.constant([[1.0] * (number % 7 + 1) for number in range(400)])
for row in rows:
    step(row)
# == what a condition lets through
def step(img):
    img = tf.reshape(img, (-1, 1)) * tf.ones((1, 4))
    w.assign_sub(0.1 * tf.reduce_mean(tf.tanh(img) * tf.sigmoid(img) + tf.sin(img) * tf.cos(img)) * w)
for n in range(400):
    kept = []
    for k in range(30):
        value = tf.random.stateless_uniform((), (n, k))
        if value > 0.5:
            kept.append(value)
    step(tf.stack(kept))
# == what each tenth round adds
def step(img):  # expect: HYB001
    return inner(tf.reshape(img, (-1, 1)) * tf.ones((1, 4)))
for n in range(400):
    kept = []
    for k in range(30):
        value = tf.random.stateless_uniform((), (n, k))
        if k % 10 == 0:
            kept.append(value)
    step(tf.stack(kept))
