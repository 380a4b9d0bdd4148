// SPDX-License-Identifier: MIT
// joint_bench [--dump FILE] prints one JSON line per size, the fastest of some runs of joint attribution from one
// output token, with 12 layers, barrier 0.001, without the maximum flow. --dump writes the problems for joint.py as
// layers, tokens, capacities, values.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string_view>
#include <vector>

#include "core/flow/barrier_flow.h"

namespace {

constexpr int layers = 12;

/// Rows that sum to 1, with many small and few large weights.
std::vector<std::vector<double>> attention(int n) {
    std::mt19937 random(7);
    std::gamma_distribution<double> weight(0.3);
    std::vector<std::vector<double>> all(layers, std::vector<double>(std::size_t{1} * n * n));
    for (std::vector<double>& layer : all) {
        for (int query = 0; query < n; ++query) {
            double sum = 0;
            for (int key = 0; key < n; ++key) sum += layer[query * n + key] = weight(random) + 1e-9;
            for (int key = 0; key < n; ++key) layer[query * n + key] /= sum;
        }
    }
    return all;
}

}  // namespace

int main(int count, char** values) {
    std::FILE* dump = nullptr;
    if (count == 3 && std::string_view(values[1]) == "--dump") dump = std::fopen(values[2], "w");
    for (const int n : {11, 32, 64, 128}) {
        const auto capacities = attention(n);
        std::vector<bool> isSource(n, false);
        isSource[0] = true;
        double best = 1e30;
        int steps = 0;
        std::vector<double> result;
        for (int run = 0; run < (n > 64 ? 3 : 7); ++run) {
            const auto start = std::chrono::steady_clock::now();
            hw::FlowBarrier barrier(capacities, isSource, n, 1e-3);
            while (!barrier.step()) {}
            const std::chrono::duration<double, std::milli> took =
                std::chrono::steady_clock::now() - start;
            best = std::min(best, took.count());
            steps = barrier.steps();
            result = barrier.values();
        }
        std::printf("{\"n\":%d,\"layers\":%d,\"ms\":%.3f,\"steps\":%d}\n", n, layers, best, steps);
        if (dump == nullptr) continue;
        std::fprintf(dump, "%d %d\n", layers, n);
        for (const std::vector<double>& layer : capacities) {
            for (const double capacity : layer) std::fprintf(dump, "%.17g ", capacity);
        }
        for (const double value : result) std::fprintf(dump, "%.17g ", value);
        std::fprintf(dump, "\n");
    }
    if (dump != nullptr) std::fclose(dump);
}
