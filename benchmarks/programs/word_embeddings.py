"""Skip-gram word embeddings with negative sampling on a generated corpus."""

import argparse
import collections

import numpy as np
import tensorflow as tf

vocabulary_size = 60
embedding_size = 16
batch_size = 64
skip_window = 2
num_negatives = 8
learning_rate = 4.0
eval_words = [3, 7, 30]
loss_history = []
data_index = 0


def build_corpus(length):  # expect: none - receives an integer, no tensor
    """Words of the same decade like to stand together."""
    random = np.random.RandomState(0)
    topics = random.randint(vocabulary_size // 10, size=length // 8 + 1)
    return (np.repeat(topics, 8)[:length] * 10 + random.randint(10, size=length)).astype(np.int64)


corpus = build_corpus(6000)
sampler = np.random.RandomState(1)
counts = collections.Counter(corpus.tolist())

initial = np.random.RandomState(2)
embedding = tf.Variable(initial.uniform(-0.5, 0.5, size=(vocabulary_size, embedding_size)).astype(np.float32))
context_weights = tf.Variable(initial.normal(scale=0.1, size=(vocabulary_size, embedding_size)).astype(np.float32))
context_biases = tf.Variable(tf.zeros([vocabulary_size]))
optimizer = tf.keras.optimizers.SGD(learning_rate)


def next_batch():  # expect: none - no tensor parameter; moves a global index, draws NumPy numbers
    """Centre words, one neighbour of each, and words that are no neighbours."""
    global data_index
    positions = (data_index + np.arange(batch_size)) % (len(corpus) - 2 * skip_window) + skip_window
    data_index += batch_size
    offsets = sampler.choice([-2, -1, 1, 2], size=batch_size)
    negatives = sampler.randint(vocabulary_size, size=num_negatives)
    return tf.constant(corpus[positions]), tf.constant(corpus[positions + offsets]), tf.constant(negatives)


def pair_scores(center, context):  # expect: none - 6 operations: too few
    """The logit of each pair (centre, context) of the batch."""
    vectors = tf.nn.embedding_lookup(embedding, center)
    neighbours = tf.nn.embedding_lookup(context_weights, context)
    return tf.reduce_sum(vectors * neighbours, axis=1) + tf.gather(context_biases, context)


def negative_scores(center, negatives):  # expect: none - 5 operations are too few
    """The logits of each centre word with each negative word."""
    vectors = tf.nn.embedding_lookup(embedding, center)
    others = tf.nn.embedding_lookup(context_weights, negatives)
    return tf.matmul(vectors, others, transpose_b=True) + tf.gather(context_biases, negatives)


def sampled_loss(positive, negative):  # expect: none - `run_optimization` has it
    """The loss of negative sampling."""
    near = tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.ones_like(positive), logits=positive)
    far = tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.zeros_like(negative), logits=negative)
    return tf.reduce_mean(near) + tf.reduce_mean(tf.reduce_sum(far, axis=1))


def run_optimization(center, context, negatives):  # expect: HYB001 - the training step
    """One update; gives the loss."""
    with tf.GradientTape() as tape:
        loss = sampled_loss(pair_scores(center, context), negative_scores(center, negatives))
    variables = [embedding, context_weights, context_biases]
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return loss


def remember(loss):  # expect: none - appends to a global history
    """Keep the loss for the averages."""
    loss_history.append(loss)


def similarity(words):  # expect: none - 6 operations: too few
    """The cosine similarity of some words to all words."""
    normalised = embedding / tf.sqrt(tf.reduce_sum(tf.square(embedding), axis=1, keepdims=True))
    chosen = tf.nn.embedding_lookup(normalised, words)
    return tf.matmul(chosen, normalised, transpose_b=True)


def neighbours(similarities, count):  # expect: none - receives the literal 5, and leaves TensorFlow through .numpy()
    """The most similar words of each row, without the word itself."""
    order = tf.argsort(similarities, axis=1, direction="DESCENDING").numpy()
    return order[:, 1 : count + 1]


def main():  # expect: none - no parameter, and it prints
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=150)
    steps = parser.parse_args().steps
    words = tf.constant(eval_words, dtype=tf.int64)
    for step in range(1, steps + 1):
        center, context, negatives = next_batch()
        remember(run_optimization(center, context, negatives))
        if step % 50 == 0:
            print("step: %i, mean loss: %.3f" % (step, np.mean([float(loss) for loss in loss_history[-50:]])))
            table = neighbours(similarity(words), 5)
            same = np.mean(table // 10 == np.array(eval_words)[:, np.newaxis] // 10)
            print("neighbours of the same topic: %.1f of 5" % (5 * same))
    print("words seen: %d" % len(counts))


if __name__ == "__main__":
    main()
