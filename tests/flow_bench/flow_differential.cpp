// SPDX-License-Identifier: MIT
// Attention flow, compared with an installed library on very many pairs. Checks every value bit for bit and measures
// every cut.
//
//   flow_differential [--pairs 1000000] [--seed 1] [--library LEMON] [--widest 96] [--deep 0]
//
// Each round makes one network (strange, spoilt or like a trained model's, every eighth up to the widest), solves all
// pairs of all layers, measures the cut of each again (n <= 24), and asks the library for every pair of one layer.
// Prints a summary. The exit code is 1 if anything differs.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "core/flow/flow_graphs.h"
#include "core/flow/max_flow.h"
#include "core/flow/strange_graphs.h"
#include "flow_bench/libraries.h"

namespace {

using namespace hw;
using flow_graphs::Layers;
using flow_graphs::Random;

struct Options {
    long pairs = 1'000'000;
    unsigned long seed = 1;
    std::string library = "LEMON";
    int widest = 96;
    bool deep = false;  // every possible pair through the engine for deep causal networks
};

struct Totals {
    long networks = 0;
    long compared = 0;
    long proven = 0;  // pairs whose cut was measured again
    long different = 0;
    long wrongCuts = 0;
    long proofs[5] = {};
};

Options parse(int count, char** words) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string word = words[i];
        if (word == "--pairs") options.pairs = std::atol(words[i + 1]);
        if (word == "--seed") options.seed = std::strtoul(words[i + 1], nullptr, 10);
        if (word == "--library") options.library = words[i + 1];
        if (word == "--deep") options.deep = std::atoi(words[i + 1]) != 0;
        if (word == "--widest") options.widest = std::atoi(words[i + 1]);
    }
    return options;
}

Layers network(long round, int layers, int n, Random& random) {
    if (round % 8 == 0)
        return flow_graphs::modelLike(layers, n, random.below(2) == 0, random.bits());
    if (round % 2 == 0) return flow_graphs::spoilt(layers, n, random);
    const int kind = random.below(flow_graphs::strangeKinds);
    Layers result = flow_graphs::strange(kind, layers, n, random);
    constexpr int denormal = 6;
    if (kind != denormal && random.below(2) == 0)
        result = flow_graphs::addResidual(std::move(result), n, 0.5);
    return result;
}

bool runRound(long round, const Options& options, Random& random, Totals& totals) {
    const int n = 1 + random.below(round % 8 == 0 ? options.widest : 14);
    const int layers = 1 + random.below(9);
    const auto graph = AttentionGraph::fromDoubles(network(round, layers, n, random), n);
    if (!graph) return false;
    FlowSolver solver(*graph, options.deep ? DeepFlowLimits{2, 1, true} : DeepFlowLimits{});
    const bool measuresCuts = n <= 24;  // each costs as much as all edges
    if (!solver.begin({0, layers - 1, {}, {}, measuresCuts})) return false;
    while (!solver.step(1 << 24)) {}
    const FlowTable& table = solver.table();
    const FlowCounts counts = solver.counts();
    totals.wrongCuts += counts.failedCuts;
    if (measuresCuts) totals.proven += static_cast<long>(table.values.size());
    for (int proof = 0; proof < 5; ++proof)
        totals.proofs[proof] += static_cast<long>(counts.proofs[proof]);
    const int layer = random.below(layers);
    const auto library = flow_bench::makeLibrary(options.library, *graph, layer);
    if (!library) return false;
    // All pairs of small networks, but only some of wide ones, which would take all the time.
    const int stride = n > 24 ? n / 12 : 1;
    for (int source = random.below(stride); source < n; source += stride) {
        for (int sink = random.below(stride); sink < n; sink += stride) {
            ++totals.compared;
            if (library->flow(source, sink) * graph->unit() !=
                table.values[table.index(layer, source, sink)])
                ++totals.different;
        }
    }
    ++totals.networks;
    return true;
}

}  // namespace

int main(int count, char** words) {
    const Options options = parse(count, words);
    Random random(options.seed);
    Totals totals;
    for (long round = 0; totals.compared < options.pairs; ++round) {
        if (runRound(round, options, random, totals)) continue;
        std::printf("%s is not installed here, or a network could not be made.\n",
                    options.library.c_str());
        return 2;
    }
    std::printf(
        "%ld networks, %ld pairs against %s: %ld different; %ld cuts measured again: %ld wrong\n",
        totals.networks, totals.compared, options.library.c_str(), totals.different, totals.proven,
        totals.wrongCuts);
    std::printf(
        "proven by formula %ld, hub %ld, the layer below %ld, spread %ld, search %ld; %.0f s of "
        "processor time\n",
        totals.proofs[0], totals.proofs[1], totals.proofs[2], totals.proofs[3], totals.proofs[4],
        static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
    return totals.different + totals.wrongCuts > 0 ? 1 : 0;
}
