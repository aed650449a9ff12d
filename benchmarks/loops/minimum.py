"""Descent to the minimum of a function of two numbers."""

import tensorflow as tf

place = tf.Variable([-1.2, 1.0])
speed = tf.Variable([0.0, 0.0])
for turn in range(800):
    with tf.GradientTape() as tape:
        x, y = place[0], place[1]
        height = (1.0 - x) ** 2 + 10.0 * (y - x * x) ** 2 + 0.1 * tf.sin(3.0 * x) * tf.cos(2.0 * y)
    slope = tape.gradient(height, place)
    speed.assign(0.9 * speed - 0.001 * tf.clip_by_value(slope, -5.0, 5.0))
    place.assign_add(speed)
    if turn % 200 == 199:
        print(turn, "%.3f" % height.numpy())
