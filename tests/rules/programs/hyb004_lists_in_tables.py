"""A list that the trace puts into a table of tensors is its own; tensors have no `append`."""
import tensorflow as tf

seen = []


class Poses:
    def __init__(self, frames):
        self.frames = frames

    def add(self, images, outputs):
        total = 0.0
        for frame in self.frames[1:]:
            pose = images[("image", frame)] * 2.0
            outputs[("pose", frame)] = [pose]
            outputs[("pose", frame)].append(pose * 3.0)
            total += tf.reduce_sum(outputs[("pose", frame)][1])
        outputs[("total",)] = total
        return outputs

    @tf.function
    def process(self, images):
        outputs = {}
        for scale in range(3):
            outputs[("size", scale)] = images[("image", 0)] * float(scale)
        outputs.update(self.add(images, outputs))
        seen.append(outputs[("total",)].shape.rank)  # expect: HYB004 - the list is outside
        return outputs


poses = Poses([0, 1])
for x in tf.data.Dataset.from_tensor_slices(tf.ones((4, 3))).batch(2):
    result = poses.process({("image", 0): x, ("image", 1): x})
    assert len(result[("pose", 1)]) == 2
assert seen == [0]
