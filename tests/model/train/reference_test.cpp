// SPDX-License-Identifier: MIT
// Losses, gradients and weights against PyTorch in float64 (data/train/reference next to the checkout). Tolerances are
// ten times what PyTorch's own float32 differs from it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/train/adam.h"
#include "model/train/network.h"

namespace {

using namespace hw::train;
using hw::test::JsonReference;

const std::string references =
    std::string(HW_SHARED_DATA).empty() ? "" : std::string(HW_SHARED_DATA) + "/train/reference/";

bool isAbsent() { return references.empty() || !std::filesystem::is_directory(references); }

/// The tensors of a safetensors file of float32, float64 or whole numbers, as float64.
class Numbers {
public:
    explicit Numbers(const std::string& path) : bytes_(hw::test::readBytes(path)) {
        CAPTURE(path);
        REQUIRE(bytes_.size() > 8);
        std::uint64_t size = 0;
        std::memcpy(&size, bytes_.data(), sizeof size);
        hw::io::JsonParser parser({.exactNumbers = true});
        REQUIRE(parser.push(std::string_view(bytes_).substr(8, size)));
        auto tree = parser.finish();
        REQUIRE(tree);
        header_ = std::move(*tree);
        start_ = 8 + size;
    }
    std::vector<double> operator()(const std::string& name) const {
        CAPTURE(name);
        const hw::io::NodeId tensor = header_.find(0, name);
        REQUIRE(tensor != hw::io::none);
        const std::string_view type = header_.string(header_.find(tensor, "dtype"));
        const auto offsets = header_.doubles(header_.find(tensor, "data_offsets"));
        const std::string_view data =
            std::string_view(bytes_).substr(start_ + static_cast<std::size_t>(offsets[0]),
                                            static_cast<std::size_t>(offsets[1] - offsets[0]));
        if (type == "F64") return read<double>(data);
        if (type == "F32") return read<float>(data);
        REQUIRE(type == "I32");
        return read<std::int32_t>(data);
    }

private:
    template <class Number>
    static std::vector<double> read(std::string_view data) {
        std::vector<Number> numbers(data.size() / sizeof(Number));
        std::memcpy(numbers.data(), data.data(), data.size());
        return {numbers.begin(), numbers.end()};
    }
    std::string bytes_;
    hw::io::Tree header_;
    std::size_t start_ = 0;
};

Shape shapeOf(const JsonReference& config) {
    const auto whole = [&](const char* key) { return static_cast<int>(config.number(0, key)); };
    const auto isTrue = [&](const char* key) {
        const hw::io::NodeId node = config.json.find(0, key);
        return node != hw::io::none && config.json.truth(node);
    };
    Shape shape;
    if (config.text(0, "model_type") == "gpt2") {
        shape.length = whole("n_positions");
        shape.width = whole("n_embd");
        shape.layers = whole("n_layer");
        shape.heads = whole("n_head");
        shape.inner = whole("n_inner");
        shape.epsilon = config.number(0, "layer_norm_epsilon");
    } else {
        shape.family = Family::llama;
        shape.length = whole("max_position_embeddings");
        shape.width = whole("hidden_size");
        shape.layers = whole("num_hidden_layers");
        shape.heads = whole("num_attention_heads");
        shape.inner = whole("intermediate_size");
        shape.epsilon = config.number(0, "rms_norm_eps");
        shape.rotaryBase = config.number(0, "rope_theta");
    }
    shape.vocabulary = whole("vocab_size");
    shape.isTied = isTrue("tie_word_embeddings");
    shape.hasPositions = !isTrue("no_positions");
    return shape;
}

Weights weightsFrom(const std::string& folder, const Network& network) {
    const Numbers file(folder + "/model.safetensors");
    Weights weights;
    for (const Tensor& tensor : network.tensors()) {
        const std::vector<double> values = file(tensor.name);
        REQUIRE(values.size() == tensor.count());
        for (const double value : values) weights.push_back(static_cast<float>(value));
    }
    return weights;
}

/// Sequences of `length` from ids and targets, from sequence `first` on.
std::vector<Sequence> sequencesFrom(const std::vector<double>& ids,
                                    const std::vector<double>& targets, int first, int count,
                                    int length) {
    std::vector<Sequence> list(count);
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < length; ++j) {
            const std::size_t at = std::size_t{1} * (first + i) * length + j;
            list[i].ids.push_back(static_cast<int>(ids[at]));
            list[i].targets.push_back(static_cast<int>(targets[at]));
        }
    }
    return list;
}

/// PyTorch's own difference of float32, absolute and relative to the tensor's largest number.
double ownDifference(const JsonReference& about, const std::string& name, int which) {
    const hw::io::NodeId node = about.json.find(0, "float32", name);
    REQUIRE(node != hw::io::none);
    return about.json.doubles(node)[which];
}

double largestDifference(std::span<const float> got, const std::vector<double>& expected) {
    REQUIRE(got.size() == expected.size());
    double largest = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double difference = std::abs(static_cast<double>(got[i]) - expected[i]);
        largest = std::isnan(difference) ? 1e9 : std::max(largest, difference);
    }
    return largest;
}

double largestOf(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    return largest;
}

/// All tensors of a gradient, relative to each one's largest number.
void checkGradient(const Network& network, std::span<const float> gradient, const Numbers& expected,
                   const JsonReference& about, const std::string& prefix) {
    for (const Tensor& tensor : network.tensors()) {
        const std::string name = prefix + tensor.name;
        CAPTURE(name);
        const std::vector<double> values = expected(name);
        const double allowed = std::max(10 * ownDifference(about, name, 1), 1e-6);
        CHECK(largestDifference(gradient.subspan(tensor.offset, tensor.count()), values) <=
              allowed * largestOf(values) + 1e-9);
    }
}

TEST_CASE("gradients of all weights are PyTorch's") {
    if (isAbsent()) SKIP("no references");
    for (const char* name :
         {"gpt2_untied", "gpt2_tied", "gpt2_no_mlp", "gpt2_no_positions",
          "gpt2_one_layer_four_heads", "llama_untied", "llama_tied", "llama_no_mlp"}) {
        CAPTURE(name);
        const std::string folder = references + "gradients/" + name;
        Network network(shapeOf(JsonReference(folder + "/config.json")));
        const Weights weights = weightsFrom(folder, network);
        const Numbers expected(folder + "/reference.safetensors");
        std::vector<float> gradient(network.parameters());
        const double loss = network.gradient(
            weights, sequencesFrom(expected("ids"), expected("targets"), 0, 3, 10), gradient);
        CHECK(std::abs(loss - expected("loss")[0]) < 5e-6);
        checkGradient(network, gradient, expected, JsonReference(folder + "/about.json"),
                      "gradient.");
    }
}

TEST_CASE("twenty steps have PyTorch's losses, gradients and weights") {
    if (isAbsent()) SKIP("no references");
    for (const char* name : {"copy", "add", "recall"}) {
        CAPTURE(name);
        const std::string folder = references + name;
        const JsonReference about(folder + "/about.json");
        const Shape shape = shapeOf(JsonReference(folder + "/config.json"));
        const hw::io::NodeId recipe = about.json.find(0, "recipe");
        const hw::io::NodeId falls = about.json.find(recipe, "decay");
        Optimiser optimiser{
            .rate = about.number(recipe, "lr"), .batch = 4, .steps = 20, .warmUp = 5};
        optimiser.weightDecay = about.number(recipe, "weight_decay");
        optimiser.clip = about.number(recipe, "clip");
        optimiser.isFalling = falls != hw::io::none && about.json.truth(falls);
        Network network(shape);
        State state{.weights = weightsFrom(folder, network)};
        CHECK(state.weights == startOf(shape, 1, 0.25));
        state.first.resize(state.weights.size());
        state.second.resize(state.weights.size());
        const Numbers expected(folder + "/reference.safetensors");
        const auto ids = expected("ids");
        const auto targets = expected("targets");
        std::vector<float> gradient(state.weights.size());
        for (int step = 0; step < 20; ++step) {
            CAPTURE(step);
            const double loss = network.gradient(
                state.weights, sequencesFrom(ids, targets, 4 * step, 4, shape.length), gradient);
            CHECK(std::abs(loss - expected("loss")[step]) < 5e-6);
            const double norm = normOf(gradient);
            CHECK(std::abs(norm - expected("norm")[step]) < 1e-4 * norm);
            CHECK(std::abs(optimiser.rateAt(step) - expected("rate")[step]) < 1e-15);
            const std::string number = std::to_string(step + 1);
            if (step == 0 || step == 4)
                checkGradient(network, gradient, expected, about, "gradient." + number + '.');
            descend(state, gradient, norm, network.tensors(), optimiser);
            if (step != 0 && step != 19) continue;
            for (const Tensor& tensor : network.tensors()) {
                const std::string weights = "weights." + number + '.' + tensor.name;
                CAPTURE(weights);
                // Where a gradient is nearly 0, Adam divides noise by noise.
                const double allowed = std::max(10 * ownDifference(about, weights, 0), 1e-6);
                CHECK(largestDifference(
                          std::span(state.weights).subspan(tensor.offset, tensor.count()),
                          expected(weights)) <= allowed);
            }
        }
    }
}

}  // namespace
