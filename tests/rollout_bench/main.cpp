// SPDX-License-Identifier: MIT
// rollout_bench [--tokens 128,512] [--layers 12] [--heads 12] [--seconds 1]
//
// Prints one JSON line per size for rollout's chain of products (layers - 1 products of [n][n] matrices, every prefix
// kept), by this project's multiply() and by Eigen. Also times hw::rollout() as a whole, with fusing the heads and
// adding the residual. Times are the fastest of all runs within --seconds, in processor time, so that a busy machine
// disturbs them less. Everything runs on one thread.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

#include "bench_support/numbers.h"
#include "bench_support/processor_time.h"
#include "chain.h"
#include "core/matrix/matrix.h"
#include "core/matrix/multiply.h"
#include "core/methods/rollout.h"
#include "core/model/attention_model.h"

namespace {

using hw::bench::milliseconds;

struct Options {
    std::vector<int> tokens{128, 512};
    int layers = 12;
    int heads = 12;
    double seconds = 1.0;
};

/// The fastest of all runs within `seconds`, at least three.
template <class Run>
double fastest(double seconds, Run run) {
    double best = 1e30;
    const double begin = milliseconds();
    for (int i = 0; i < 3 || milliseconds() - begin < 1000 * seconds; ++i) {
        const double start = milliseconds();
        run();
        best = std::min(best, milliseconds() - start);
    }
    return best;
}

/// Rows of positive numbers that sum to 1, as softmax gives them. There are no zeros, so no product can be skipped.
hw::AttentionTensor randomAttention(int layers, int heads, int tokens) {
    hw::AttentionTensor tensor{layers, heads, tokens, tokens, {}};
    tensor.values.resize(static_cast<std::size_t>(layers) * static_cast<std::size_t>(heads) *
                         tensor.matrixSize());
    std::mt19937 random(1);
    std::uniform_real_distribution<float> weight(0.1F, 1.0F);
    const std::size_t width = tokens;
    for (std::size_t row = 0; row < tensor.values.size(); row += width) {
        float sum = 0.0F;
        for (std::size_t i = row; i < row + width; ++i) sum += tensor.values[i] = weight(random);
        for (std::size_t i = row; i < row + width; ++i) tensor.values[i] /= sum;
    }
    return tensor;
}

bool measure(const Options& options, int tokens) {
    const hw::AttentionTensor layers = randomAttention(options.layers, 1, tokens);
    std::vector<float> room;
    double ours = 0.0;
    double eigens = 0.0;
    const double ownMs = fastest(options.seconds, [&] {
        std::vector<hw::Matrix> prefixes;
        prefixes.push_back(hw::multiply(layers.matrix(1, 0, room), layers.matrix(0, 0, room)));
        for (int l = 2; l < options.layers; ++l) {
            prefixes.push_back(hw::multiply(layers.matrix(l, 0, room), prefixes.back()));
        }
        ours = checksum(prefixes.back().data(), tokens);
    });
    std::vector<const float*> starts;
    for (int l = 0; l < options.layers; ++l) starts.push_back(layers.matrix(l, 0, room).data);
    const double eigenMs = fastest(options.seconds, [&] { eigens = eigenChain(starts, tokens); });
    const hw::AttentionTensor full = randomAttention(options.layers, options.heads, tokens);
    const double rolloutMs = fastest(options.seconds, [&] { hw::rollout(full, hw::Settings{}); });

#if defined(__wasm__)
    const char* build = "wasm";
#else
    const char* build = "native";
#endif
    const double n = tokens;
    const double gigaflop = 2e-9 * n * n * n * (options.layers - 1);
    std::printf(
        "{\"build\":\"%s\",\"n\":%d,\"layers\":%d,\"heads\":%d,\"ownMs\":%.3f,\"ownGflops\":%.2f,"
        "\"eigenMs\":%.3f,\"eigenGflops\":%.2f,\"rolloutMs\":%.3f}\n",
        build, tokens, options.layers, options.heads, ownMs, 1000 * gigaflop / ownMs, eigenMs,
        1000 * gigaflop / eigenMs, rolloutMs);
    std::fflush(stdout);
    return std::abs(ours - eigens) <= 1e-4 * std::abs(eigens);
}

}  // namespace

int main(int count, char** words) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view word = words[i];
        if (word == "--tokens") options.tokens = hw::bench::numbers(words[i + 1]);
        if (word == "--layers") options.layers = std::atoi(words[i + 1]);
        if (word == "--heads") options.heads = std::atoi(words[i + 1]);
        if (word == "--seconds") options.seconds = std::atof(words[i + 1]);
    }
    if (options.tokens.empty() || options.layers < 2 || options.heads < 1) {
        std::fprintf(stderr, "error: --tokens N,M --layers 2 or more --heads 1 or more\n");
        return 2;
    }
    for (const int tokens : options.tokens) {
        if (!measure(options, tokens)) {
            std::fprintf(stderr, "error: the two kernels do not agree at n = %d\n", tokens);
            return 1;
        }
    }
    return 0;
}
