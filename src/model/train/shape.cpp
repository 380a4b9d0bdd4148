// SPDX-License-Identifier: MIT
#include "model/train/shape.h"

#include <bit>
#include <cmath>
#include <string_view>

#include "model/train/draws.h"

namespace hw::train {
namespace {

class List {
public:
    void matrix(std::string name, int rows, int columns, Start start) {
        put({std::move(name), rows, columns, start});
    }
    void vector(std::string name, int count, Start start) {
        put({std::move(name), count, 0, start});
    }
    void norm(const std::string& name, int width, bool hasBias) {
        vector(name + ".weight", width, Start::one);
        if (hasBias) vector(name + ".bias", width, Start::zero);
    }
    /// GPT-2's matrices are stored [inputs][outputs] and have biases.
    void linear(const std::string& name, int in, int out, Start start) {
        matrix(name + ".weight", in, out, start);
        vector(name + ".bias", out, Start::zero);
    }
    std::vector<Tensor> take() { return std::move(tensors_); }

private:
    void put(Tensor tensor) {
        tensor.offset = offset_;
        offset_ += tensor.count();
        tensors_.push_back(std::move(tensor));
    }
    std::vector<Tensor> tensors_;
    std::size_t offset_ = 0;
};

void addGpt2(List& list, const Shape& shape) {
    const int d = shape.width;
    list.matrix("transformer.wte.weight", shape.vocabulary, d, Start::in);
    if (shape.hasPositions) list.matrix("transformer.wpe.weight", shape.length, d, Start::in);
    for (int layer = 0; layer < shape.layers; ++layer) {
        const std::string at = "transformer.h." + std::to_string(layer) + '.';
        list.norm(at + "ln_1", d, true);
        list.linear(at + "attn.c_attn", d, 3 * d, Start::in);
        list.linear(at + "attn.c_proj", d, d, Start::out);
        if (shape.inner == 0) continue;
        list.norm(at + "ln_2", d, true);
        list.linear(at + "mlp.c_fc", d, shape.inner, Start::in);
        list.linear(at + "mlp.c_proj", shape.inner, d, Start::down);
    }
    list.norm("transformer.ln_f", d, true);
}

void addLlama(List& list, const Shape& shape) {
    const int d = shape.width;
    list.matrix("model.embed_tokens.weight", shape.vocabulary, d, Start::in);
    for (int layer = 0; layer < shape.layers; ++layer) {
        const std::string at = "model.layers." + std::to_string(layer) + '.';
        list.norm(at + "input_layernorm", d, false);
        for (const char* part : {"q", "k", "v"})
            list.matrix(at + "self_attn." + part + "_proj.weight", d, d, Start::in);
        list.matrix(at + "self_attn.o_proj.weight", d, d, Start::out);
        if (shape.inner == 0) continue;
        list.norm(at + "post_attention_layernorm", d, false);
        list.matrix(at + "mlp.gate_proj.weight", shape.inner, d, Start::in);
        list.matrix(at + "mlp.up_proj.weight", shape.inner, d, Start::in);
        list.matrix(at + "mlp.down_proj.weight", d, shape.inner, Start::down);
    }
    list.norm("model.norm", d, false);
}

/// The standard deviation of a sum of four whole numbers from 0 to 65535.
constexpr double spreadOfSum = 37837.22723720648;

double deviationOf(Start start, const Shape& shape, double deviation) {
    const double out = deviation / std::sqrt(static_cast<double>(shape.branches()));
    if (start == Start::in) return deviation;
    if (start == Start::out) return out;
    return out * std::sqrt(static_cast<double>(shape.width) / shape.inner);
}

/// The sum of the four 16-bit parts of a draw, without its mean. Nearly normal, and a whole number below 2^18.
int bellOf(std::uint64_t bits) {
    std::uint64_t sum = 0;
    for (const unsigned shift : {0U, 16U, 32U, 48U}) sum += bits >> shift & 0xFFFFU;
    return static_cast<int>(sum) - 131070;
}

}  // namespace

std::vector<Tensor> tensorsOf(const Shape& shape) {
    List list;
    if (shape.family == Family::gpt2) {
        addGpt2(list, shape);
    } else {
        addLlama(list, shape);
    }
    if (!shape.isTied) list.matrix("lm_head.weight", shape.vocabulary, shape.width, Start::in);
    return list.take();
}

Weights startOf(const Shape& shape, std::uint64_t seed, double deviation) {
    Weights weights;
    std::uint64_t number = 0;
    for (const Tensor& tensor : tensorsOf(shape)) {
        const std::uint64_t key = draw(draw(seed, 0), number++);
        if (tensor.start == Start::zero || tensor.start == Start::one) {
            weights.resize(weights.size() + tensor.count(), tensor.start == Start::one ? 1 : 0);
            continue;
        }
        const auto factor =
            static_cast<float>(deviationOf(tensor.start, shape, deviation) / spreadOfSum);
        for (std::size_t i = 0; i < tensor.count(); ++i)
            weights.push_back(static_cast<float>(bellOf(draw(key, i))) * factor);
    }
    return weights;
}

std::string hashOf(const Weights& weights) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325U;
    for (const float weight : weights) {
        const auto bits = std::bit_cast<std::uint32_t>(weight);
        for (const unsigned shift : {0U, 8U, 16U, 24U})
            hash = (hash ^ (bits >> shift & 0xFFU)) * 0x100'0000'01B3U;
    }
    std::string text(16, '0');
    for (int i = 15; i >= 0; --i, hash >>= 4U) text[i] = "0123456789abcdef"[hash & 15U];
    return text;
}

}  // namespace hw::train
