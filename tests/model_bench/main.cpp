// SPDX-License-Identifier: MIT
// model_bench [--tokens 1,8,32,128] [--seconds 1] [--shapes minilm,base,gpt2]
//
// Prints one JSON line per shape and number of tokens, with all products with the weights of some layers, in processor
// time, the fastest of runs that take turns. One is a plain kernel with weights packed beforehand (the floor). The
// other is this project's with weights as they are stored, forward, backward, and transposed as GPT-2's are. The last
// lines are whole runs of a BERT, with all attention matrices, and with their gradients too. The first line has the
// decoding cost of each type.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench_support/numbers.h"
#include "bench_support/processor_time.h"
#include "floor.h"
#include "model/kernel/linear.h"
#include "model/random_weight.h"
#include "model/weights/decode.h"
#include "whole.h"

namespace {

using namespace hw;
using bench::build;
using bench::milliseconds;
using model::TensorType;
using model::Weight;

struct Shape {
    const char* name;
    int layers;  // enough layers that their weights are in no cache
    int width;
    int inner;
};
constexpr Shape shapes[] = {{"MiniLM", 6, 384, 1536}, {"BERT-base, GPT-2", 3, 768, 3072}};

struct Size {
    int rows;
    int columns;
};

/// The products of a layer are query, key, value, output, up, down.
std::vector<Size> sizesOf(const Shape& shape) {
    std::vector<Size> sizes;
    for (int layer = 0; layer < shape.layers; ++layer) {
        for (int i = 0; i < 4; ++i) sizes.push_back({shape.width, shape.width});
        sizes.push_back({shape.inner, shape.width});
        sizes.push_back({shape.width, shape.inner});
    }
    return sizes;
}

/// The fastest time of each run, taking turns until `seconds` are over, at least three times.
std::vector<double> fastest(double seconds, const std::vector<std::function<void()>>& runs) {
    std::vector<double> best(runs.size(), 1e30);
    const double begin = milliseconds();
    for (int i = 0; i < 3 || milliseconds() - begin < 1000 * seconds; ++i) {
        for (std::size_t run = 0; run < runs.size(); ++run) {
            const double start = milliseconds();
            runs[run]();
            best[run] = std::min(best[run], milliseconds() - start);
        }
    }
    return best;
}

struct Kind {
    const char* name;
    TensorType type;
    bool inOut;
    bool backward;
};
constexpr Kind kinds[] = {
    {"f32", TensorType::f32, false, false},        {"f32Backward", TensorType::f32, false, true},
    {"f32InOut", TensorType::f32, true, false},    {"f16", TensorType::f16, false, false},
    {"f16Backward", TensorType::f16, false, true}, {"bf16", TensorType::bf16, false, false},
    {"q8_0", TensorType::q8_0, false, false},      {"q8_0Backward", TensorType::q8_0, false, true},
    {"q4_1", TensorType::q4_1, false, false},      {"q4_k", TensorType::q4_k, false, false},
};

void measureProducts(const Shape& shape, const std::vector<int>& tokenCounts, double seconds) {
    const std::vector<Size> sizes = sizesOf(shape);
    std::vector<std::vector<float>> packed;
    for (const Size& size : sizes) {
        packed.push_back(bench::packPanels(
            test::randomFloats(std::size_t{1} * size.rows * size.columns, 1, 0.05F), size.rows,
            size.columns));
    }
    std::vector<std::vector<Weight>> weights;
    for (const Kind& kind : kinds) {
        std::vector<Weight>& all = weights.emplace_back();
        for (const Size& size : sizes) {
            const bool turned = kind.inOut;
            if (!model::rowBytes(kind.type, shape.width))
                break;  // MiniLM's width is no multiple of 256
            all.push_back(test::randomWeight(kind.type, turned ? size.columns : size.rows,
                                             turned ? size.rows : size.columns, turned));
        }
    }
    const model::Network network = bench::encoder(shape.layers, shape.width, shape.inner);
    model::Workspace workspace;
    for (const int tokens : tokenCounts) {
        const auto x = test::randomFloats(std::size_t{1} * tokens * shape.inner, 2);
        std::vector<float> y(std::size_t{1} * (tokens + 4) * shape.inner);
        std::vector<std::function<void()>> runs;
        runs.emplace_back([&] {
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                bench::floorProduct(x.data(), tokens, packed[i], sizes[i].rows, sizes[i].columns,
                                    y.data());
            }
        });
        for (std::size_t k = 0; k < std::size(kinds); ++k) {
            runs.emplace_back([&, k] {
                for (const Weight& w : weights[k]) {
                    if (kinds[k].backward) {
                        model::linearBackward(x.data(), tokens, w, y.data(), workspace);
                    } else {
                        model::linear(x.data(), tokens, w, nullptr, y.data(), workspace);
                    }
                }
            });
        }
        runs.emplace_back([&] { bench::runForward(network, tokens); });
        runs.emplace_back([&] { bench::runBoth(network, tokens); });
        const std::vector<double> times = fastest(seconds, runs);
        double flops = 0;
        for (const Size& size : sizes) flops += 2.0 * tokens * size.rows * size.columns;
        std::printf(
            "{\"build\":\"%s\",\"shape\":\"%s\",\"tokens\":%d,\"gflop\":%.4f,\"floor\":%.3f", build,
            shape.name, tokens, 1e-9 * flops, times[0]);
        for (std::size_t k = 0; k < std::size(kinds); ++k) {
            if (weights[k].empty()) continue;
            std::printf(",\"%s\":%.3f", kinds[k].name, times[k + 1]);
        }
        std::printf(",\"whole\":%.3f,\"wholeBoth\":%.3f}\n", times[times.size() - 2], times.back());
        std::fflush(stdout);
    }
}

/// Nanoseconds per thousand values, from blocks in the second-level cache.
void measureDecoding(double seconds) {
    constexpr TensorType types[] = {
        TensorType::f16,  TensorType::bf16, TensorType::i8,   TensorType::q8_0, TensorType::q4_0,
        TensorType::q4_1, TensorType::q5_0, TensorType::q5_1, TensorType::q2_k, TensorType::q3_k,
        TensorType::q4_k, TensorType::q5_k, TensorType::q6_k};
    constexpr int columns = 1024;
    constexpr int rows = 64;
    std::vector<Weight> weights;
    std::vector<float> row(columns);
    std::vector<std::function<void()>> runs;
    for (const TensorType type : types)
        weights.push_back(test::randomWeight(type, rows, columns, false));
    for (const Weight& weight : weights) {
        runs.emplace_back([&] {
            for (int time = 0; time < 16; ++time) {
                for (int r = 0; r < rows; ++r) weight.unpackRow(r, row.data());
            }
        });
    }
    const std::vector<double> times = fastest(seconds, runs);
    std::printf("{\"build\":\"%s\",\"decoding\":{", build);
    for (std::size_t i = 0; i < times.size(); ++i) {
        std::printf("%s\"%s\":%.1f", i > 0 ? "," : "", std::string(nameOf(types[i])).c_str(),
                    1e9 * times[i] / (16.0 * rows * columns));
    }
    std::printf("}}\n");
}

}  // namespace

int main(int count, char** words) {
    std::vector<int> tokens{1, 8, 32, 128};
    double seconds = 1.0;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view word = words[i];
        if (word == "--tokens") tokens = bench::numbers(words[i + 1]);
        if (word == "--seconds") seconds = std::atof(words[i + 1]);
    }
    if (tokens.empty() || *std::ranges::min_element(tokens) < 1) {
        std::fprintf(stderr, "error: --tokens N,M\n");
        return 2;
    }
    measureDecoding(seconds);
    for (const Shape& shape : shapes) measureProducts(shape, tokens, seconds);
    return 0;
}
