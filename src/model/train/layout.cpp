// SPDX-License-Identifier: MIT
#include "model/train/layout.h"

namespace hw::train {
namespace {

/// Reads the list of tensors in its order.
class Reader {
public:
    Reader(const std::vector<Tensor>& tensors, Family family)
        : tensors_(tensors), isGpt2_(family == Family::gpt2) {}

    std::size_t next() { return tensors_[at_++].offset; }
    Norm norm() {
        Norm norm{next(), {}};
        if (isGpt2_) norm.bias = next();
        return norm;
    }
    /// `parts` matrices that are neighbours.
    Linear linear(int in, int out, int parts = 1) {
        Linear linear{in, out, next(), {}, isGpt2_};
        if (isGpt2_) {
            linear.bias = next();
        } else {
            at_ += parts - 1;
        }
        return linear;
    }

private:
    const std::vector<Tensor>& tensors_;
    bool isGpt2_;
    std::size_t at_ = 0;
};

}  // namespace

Layout::Layout(const Shape& shape) : tensors(tensorsOf(shape)) {
    const int d = shape.width;
    const bool isGpt2 = shape.family == Family::gpt2;
    Reader reader(tensors, shape.family);
    tokens = reader.next();
    if (isGpt2 && shape.hasPositions) positions = reader.next();
    for (int i = 0; i < shape.layers; ++i) {
        Layer layer;
        layer.first = reader.norm();
        layer.qkv = reader.linear(d, 3 * d, 3);
        layer.output = reader.linear(d, d);
        if (shape.inner > 0) {
            layer.second = reader.norm();
            layer.up = reader.linear(d, isGpt2 ? shape.inner : 2 * shape.inner, 2);
            layer.down = reader.linear(shape.inner, d);
        }
        layers.push_back(layer);
    }
    last = reader.norm();
    head = {d, shape.vocabulary, shape.isTied ? tokens : reader.next(), {}, false};
    parameters = tensors.back().offset + tensors.back().count();
}

}  // namespace hw::train
