// SPDX-License-Identifier: MIT
// methods_bench [--dump FILE] runs the methods other than rollout, flow and joint attribution, each as a whole from
// weights (and gradients) to the matrices of all layers, on one thread. Prints one JSON line per method and size, the
// fastest of some runs. --dump writes for methods.py, as int32 and float32 without padding. For each size it writes
// tokens, layers and heads, and the weights and gradients [layer][head][query][key] of an encoder, of a causal decoder,
// and of cross-attention. Then for each method it writes the number of values and the values of its last layer.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string_view>
#include <vector>

#include "core/flow/flow_capacities.h"
#include "core/flow/flow_pairs.h"
#include "core/methods/gradient_methods.h"
#include "core/methods/method_stack.h"
#include "core/methods/rollout.h"
#include "core/model/divisor.h"
#include "core/result/uniform_causal.h"

namespace {

constexpr int layers = 12;
constexpr int heads = 12;
constexpr int flowLayers = 6;  // of either side

/// Rows that sum to 1, with many small and few large weights.
hw::AttentionTensor weightsOf(int n, bool isCausal, std::mt19937& random) {
    hw::AttentionTensor tensor{layers, heads, n, n};
    tensor.values.resize(std::size_t{layers} * heads * n * n);
    std::gamma_distribution<float> weight(0.3F);
    for (std::size_t row = 0; row < tensor.values.size() / n; ++row) {
        float* values = tensor.values.data() + row * n;
        const int keys = isCausal ? static_cast<int>(row % n) + 1 : n;
        float sum = 0.0F;
        for (int key = 0; key < keys; ++key) sum += values[key] = weight(random) + 1e-6F;
        for (int key = 0; key < keys; ++key) values[key] /= sum;
    }
    return tensor;
}

hw::AttentionTensor gradientsFor(const hw::AttentionTensor& weights, std::mt19937& random) {
    hw::AttentionTensor tensor = weights;
    std::normal_distribution<float> gradient;
    for (float& value : tensor.values) value = value > 0 ? gradient(random) : 0.0F;
    return tensor;
}

hw::Example makeExample(int n) {
    std::mt19937 random(7);
    hw::Example example;
    example.tokens.assign(n, "t");
    example.attentions = weightsOf(n, false, random);
    example.gradients = gradientsFor(example.attentions, random);
    hw::Decoder decoder;
    decoder.tokens = example.tokens;
    decoder.attentions = weightsOf(n, true, random);
    decoder.gradients = gradientsFor(decoder.attentions, random);
    decoder.cross = weightsOf(n, false, random);
    decoder.crossGradients = gradientsFor(decoder.cross, random);
    example.decoder = std::move(decoder);
    return example;
}

/// The same without entries above the lowest layers.
hw::Example cut(const hw::Example& example) {
    hw::Example result = example;
    for (hw::AttentionTensor* tensor :
         {&result.attentions, &result.gradients, &result.decoder->attentions,
          &result.decoder->gradients, &result.decoder->cross, &result.decoder->crossGradients}) {
        tensor->layers = flowLayers;
        tensor->values.resize(std::size_t{flowLayers} * heads * tensor->matrixSize());
    }
    return result;
}

using Values = std::vector<float>;

Values lastOf(const hw::Example& example, hw::Part part, hw::Method method,
              const hw::Settings& settings = {}) {
    const auto stack = hw::computeStack(example, part, method, settings);
    if (!stack) {
        std::fprintf(stderr, "%s\n", stack.error().finding.c_str());
        return {};
    }
    const auto values = hw::valuesOf(stack->back());
    return {values.begin(), values.end()};
}

/// Each head of each layer over the fused layers below it. Returns those of the last head.
Values headsOverBelow(const hw::Example& example) {
    const std::vector<hw::Matrix> fused = hw::rollout(example.attentions, {});
    hw::Matrix last;
    for (int layer = 0; layer < layers; ++layer) {
        for (int head = 0; head < heads; ++head)
            last = hw::rolloutOfHead(example.attentions, {}, layer, head,
                                     layer == 0 ? nullptr : &fused[layer - 1]);
    }
    const auto values = hw::valuesOf(last);
    return {values.begin(), values.end()};
}

/// Rollout of the decoder relative to that of the uniform causal model, with 0 above the diagonal.
Values dividesByUniform(const hw::Example& example) {
    Values own = lastOf(example, hw::Part::decoder, hw::Method::rollout);
    const Values uniform = lastOf(hw::uniformCausal(example, hw::Part::decoder), hw::Part::decoder,
                                  hw::Method::rollout, hw::uniformSettings({}));
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] = uniform[i] > 0 ? hw::ratioOf(own[i], uniform[i]) : 0.0F;
    return own;
}

/// From the last decoder token to all inputs of both sides, encoder first.
Values flowAcross(const hw::Example& example) {
    const auto graph = hw::flowNetwork(example, hw::Part::cross, {});
    if (!graph) return {};
    const hw::FlowPlaces places = hw::flowPlaces(example, hw::Part::cross, {});
    const int above = places.above(flowLayers - 1);
    const auto flows = hw::maxFlows(*graph, {.firstLayer = above,
                                             .lastLayer = above,
                                             .sources = {places.source(places.decoderTokens - 1)}});
    if (!flows) return {};
    return {flows->values.begin(), flows->values.end()};
}

class Measurement {
public:
    Measurement(int n, std::FILE* dump) : n_(n), dump_(dump) {}

    template <class Run>
    void add(std::string_view name, Run run, int depth = layers) {
        Values values;
        double best = 1e30;
        double all = 0.0;
        for (int i = 0; i < 3 || all < 300.0; ++i) {
            const auto start = std::chrono::steady_clock::now();
            values = run();
            const std::chrono::duration<double, std::milli> took =
                std::chrono::steady_clock::now() - start;
            best = std::min(best, took.count());
            all += took.count();
        }
        std::printf("{\"method\":\"%.*s\",\"n\":%d,\"layers\":%d,\"heads\":%d,\"ms\":%.4f}\n",
                    static_cast<int>(name.size()), name.data(), n_, depth, heads, best);
        write<std::int32_t>({static_cast<std::int32_t>(values.size())});
        write<float>(values);
    }

    template <class Number>
    void write(const std::vector<Number>& values) {
        if (dump_ != nullptr) std::fwrite(values.data(), sizeof(Number), values.size(), dump_);
    }

private:
    int n_;
    std::FILE* dump_;
};

void measure(int n, std::FILE* dump) {
    const hw::Example example = makeExample(n);
    const hw::Example low = cut(example);
    hw::Example one = example;  // the encoder by itself
    one.decoder.reset();
    Measurement to(n, dump);
    to.write<std::int32_t>({n, layers, heads});
    to.write(example.attentions.values);
    to.write(example.gradients.values);
    to.write(example.decoder->attentions.values);
    to.write(example.decoder->gradients.values);
    to.write(example.decoder->cross.values);
    to.write(example.decoder->crossGradients.values);

    using hw::Method;
    using hw::Part;
    to.add("gradient rollout", [&] { return lastOf(one, Part::encoder, Method::gradientRollout); });
    to.add("relevance", [&] { return lastOf(one, Part::encoder, Method::relevance); });
    to.add("Grad-SAM", [&] { return lastOf(one, Part::encoder, Method::gradSam); });
    to.add("rollout, heads weighed by gradients", [&] {
        hw::noteGradients(one.attentions, one.gradients);
        return lastOf(one, Part::encoder, Method::rollout,
                      {.fusion = hw::HeadFusion::gradientNorm});
    });
    to.add("every head over all below", [&] { return headsOverBelow(one); });
    to.add("rollout over uniform causal", [&] { return dividesByUniform(example); });
    to.add("rollout across", [&] { return lastOf(example, Part::cross, Method::rollout); });
    to.add("relevance across", [&] { return lastOf(example, Part::cross, Method::relevance); });
    to.add("flow across, one token to all", [&] { return flowAcross(low); }, flowLayers);
}

}  // namespace

int main(int count, char** values) {
    std::FILE* dump = nullptr;
    if (count == 3 && std::string_view(values[1]) == "--dump") dump = std::fopen(values[2], "wb");
    for (const int n : {32, 128}) measure(n, dump);
    if (dump != nullptr) std::fclose(dump);
}
