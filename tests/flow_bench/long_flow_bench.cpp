// SPDX-License-Identifier: MIT
// Attention flow over long prompts, timed on the same networks in one run. Compares runs with and without the engine
// for deep causal networks, or without each pair's start from the flow of the layer below.
//
//   long_flow_bench [--n 1024] [--layers 24] [--heads 1] [--first 24] [--last 24] [--step 1] [--stride 1] [--rounds 1]
//                   [--all-pairs] [--like] [--both-ways] [--always] [--only new|old]
//                   [--without wave|onward]
//
// One token, the last, to every stride-th input after the source layers first..last, or all pairs. `--like` takes the
// networks of flow_bench instead of those of long_prompts.h. Times are processor time, the minimum of the rounds,
// including set-up of the solver. Every value is compared bit for bit. Prints one line of JSON. The exit code is 1 if a
// value differs. `--only` runs one of the two, to measure the peak memory of its process.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#ifdef __EMSCRIPTEN__
#include <emscripten/heap.h>
#else
#include <sys/resource.h>
#endif

#include "bench_support/processor_time.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/long_prompts.h"
#include "core/flow/max_flow.h"

namespace {

using namespace hw;

struct Options {
    flow_graphs::Prompt prompt{24, 1024};
    int first = 0, last = 0;  // 0 is the top layer
    int step = 1;
    int stride = 1;
    int rounds = 1;
    bool allPairs = false;
    bool always = false;  // even where it seldom pays
    bool like = false;
    bool causal = true;
    std::string only;
    std::string without = "wave";
};

Options parse(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const char* next = i + 1 < count ? words[i + 1] : "";
        const auto number = [&](const char* name, int& value) {
            if (word != name) return;
            value = std::atoi(next);
            ++i;
        };
        number("--n", options.prompt.tokens);
        number("--layers", options.prompt.layers);
        number("--heads", options.prompt.heads);
        number("--first", options.first);
        number("--last", options.last);
        number("--step", options.step);
        number("--stride", options.stride);
        number("--rounds", options.rounds);
        if (word == "--all-pairs") options.allPairs = true;
        if (word == "--always") options.always = true;
        if (word == "--like") options.like = true;
        if (word == "--both-ways") options.causal = false;
        if (word == "--only") options.only = next;
        if (word == "--without") options.without = next;
    }
    if (options.last == 0) options.last = options.prompt.layers;
    if (options.first == 0) options.first = options.last;
    return options;
}

// Row by row, as the page does, so that only the network takes memory.
AttentionGraph network(const Options& options) {
    const auto& prompt = options.prompt;
    const int n = prompt.tokens;
    if (options.like) {
        return *AttentionGraph::fromDoubles(
            flow_graphs::modelLike(prompt.layers, n, options.causal, 1), n);
    }
    flow_graphs::LongPrompt made(prompt, 1);
    GraphBuilder builder(prompt.layers, n);
    std::vector<double> matrix;
    while (builder.wantsRow()) {
        const int query = builder.query();
        if (query == 0) matrix = made.next();
        const std::span<double> row = builder.row();
        for (int key = 0; key < n; ++key)
            row[key] = (1.0 - prompt.residual) * matrix[std::size_t{1} * query * n + key];
        row[query] += prompt.residual;
        if (!builder.takeRow()) break;
    }
    while (!builder.finishRow()) {}
    return std::move(builder).take();
}

double megabytes() {
#ifdef __EMSCRIPTEN__
    return static_cast<double>(emscripten_get_heap_size()) / (1 << 20);
#else
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
#endif
}

struct Run {
    double ms = 0.0;
    std::vector<double> values;
    FlowCounts counts;
};

void run(const AttentionGraph& graph, const FlowRequest& request, DeepFlowLimits from, Run& best) {
    const double begin = bench::milliseconds();
    FlowSolver solver(graph, from);
    if (!solver.begin(request)) return;
    while (!solver.step(std::int64_t{1} << 40)) {}
    const double ms = bench::milliseconds() - begin;
    if (best.values.empty() || ms < best.ms) best.ms = ms;
    best.counts = solver.counts();
    best.values = solver.takeTable().values;
}

}  // namespace

int main(int count, char** words) {
    const Options options = parse(count, words);
    const AttentionGraph graph = network(options);
    const double before = megabytes();
    const int n = graph.tokens();
    FlowRequest request{options.first - 1, options.last - 1, {}, {}};
    request.layerStep = options.step;
    if (!options.allPairs) {
        request.sources = {n - 1};
        for (int sink = 0; sink < n; sink += options.stride) request.sinks.push_back(sink);
    }
    Run now, then;
    DeepFlowLimits deep, less;
    deep.always = options.always;
    if (options.without == "onward")
        less.onward = false;
    else
        less.layer = DeepFlowLimits::never;
    for (int round = 0; round < options.rounds; ++round) {
        if (options.only != "new") run(graph, request, less, then);
        if (options.only != "old") run(graph, request, deep, now);
    }
    long differences = 0;
    if (options.only.empty()) {
        for (std::size_t i = 0; i < now.values.size(); ++i)
            differences += now.values[i] != then.values[i] ? 1 : 0;
    }
    const auto proofs = [](const FlowCounts& counts, FlowProof proof) {
        return static_cast<long>(counts.proofs[static_cast<int>(proof)]);
    };
    std::printf(
        "{\"n\":%d,\"layers\":%d,\"heads\":%d,\"first\":%d,\"last\":%d,\"pairs\":%ld,\"thenMs\":%."
        "5g,"
        "\"nowMs\":%.5g,\"ratio\":%.3g,\"differences\":%ld,\"searchesThen\":%ld,\"searchesNow\":%"
        "ld,"
        "\"networkMb\":%.0f,\"mostMb\":%.0f}\n",
        n, graph.layers(), options.prompt.heads, options.first, options.last,
        static_cast<long>(std::max(now.values.size(), then.values.size())), then.ms, now.ms,
        now.ms > 0.0 ? then.ms / now.ms : 0.0, differences, proofs(then.counts, FlowProof::search),
        proofs(now.counts, FlowProof::search), before, megabytes());
    return differences == 0 ? 0 : 1;
}
