// SPDX-License-Identifier: MIT
// Attention flow, timed. Runs this kernel and the installed libraries on the same networks in one run.
//
//   flow_bench [--n 8,16,64,128] [--layers 6,12] [--seconds 0.2] [--kernel-only] [--no-real] [--dump FOLDER]
//
// Times are processor time, so that a busy machine disturbs them less. The kernel computes every pair. A library
// computes random pairs of each layer for --seconds per layer, and its sum over all pairs is extrapolated. Every value
// that a library computes is compared with the kernel's, bit for bit. The last line is JSON. --dump writes the networks
// for networkx.py, the paper's own choice.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "bench_support/numbers.h"
#include "bench_support/processor_time.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/max_flow.h"
#include "core/reference_json.h"
#include "flow_bench/libraries.h"

namespace {

using namespace hw;

struct Options {
    std::vector<int> sizes{8, 16, 64, 128};
    std::vector<int> layers{6, 12};
    double seconds = 0.2;
    bool kernelOnly = false;
    bool real = true;
    std::string dump;
};

struct Input {
    std::string name;
    AttentionGraph graph;
};

struct Row {
    std::string input;
    int layers = 0;
    int n = 0;
    std::string solver;
    double topPair = 0.0;    // microseconds per pair of the top layer
    double topAll = 0.0;     // milliseconds, all pairs of the top layer
    double allLayers = 0.0;  // milliseconds, all pairs of all layers
    double oneSource = 0.0;  // milliseconds, one source to all sinks, all layers, 0 if unknown
    std::vector<double>
        perLayer;  // milliseconds, all pairs of each source layer (the kernel up to the sixth)
};

Options parse(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const char* next = i + 1 < count ? words[i + 1] : "";
        if (word == "--n")
            options.sizes = bench::numbers(next), ++i;
        else if (word == "--layers")
            options.layers = bench::numbers(next), ++i;
        else if (word == "--seconds")
            options.seconds = std::atof(next), ++i;
        else if (word == "--dump")
            options.dump = next, ++i;
        else if (word == "--kernel-only")
            options.kernelOnly = true;
        else if (word == "--no-real")
            options.real = false;
    }
    return options;
}

double processorSeconds() { return 1e-3 * bench::milliseconds(); }

// Mean over heads and a residual of 0.5, in double.
Input realInput(const std::string& path, const std::string& name) {
    const AttentionTensor tensor = test::tensorFrom(test::loadJson(path)["attentions"]);
    flow_graphs::Layers layers;
    std::vector<float> room;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        std::vector<double> mean(tensor.matrixSize(), 0.0);
        for (int head = 0; head < tensor.heads; ++head) {
            const auto values = tensor.matrix(layer, head, room).values();
            for (std::size_t i = 0; i < mean.size(); ++i)
                mean[i] += static_cast<double>(values[i]) / tensor.heads;
        }
        layers.push_back(std::move(mean));
    }
    return {name,
            *AttentionGraph::fromDoubles(
                flow_graphs::addResidual(std::move(layers), tensor.queries, 0.5), tensor.queries)};
}

std::vector<Input> inputs(const Options& options) {
    std::vector<Input> result;
    const std::string shared = HW_SHARED_DATA;
    if (options.real && !shared.empty()) {
        result.push_back(realInput(shared + "/demos/toy_question_context.json", "toy encoder"));
        result.push_back(realInput(shared + "/demos/vit_digit_4.json", "vision"));
        result.push_back(realInput(shared + "/third_party/gpt2_small_ex3.json", "GPT-2 small"));
        result.push_back(realInput(shared + "/third_party/stories260k_n64.json", "stories260K"));
    }
    for (const bool causal : {false, true}) {
        for (const int layers : options.layers) {
            for (const int n : options.sizes) {
                result.push_back({causal ? "GPT-like" : "BERT-like",
                                  *AttentionGraph::fromDoubles(
                                      flow_graphs::modelLike(layers, n, causal, 1), n)});
            }
        }
    }
    return result;
}

double pairsOf(const AttentionGraph& graph) {
    const double n = graph.tokens();
    return graph.causal() ? n * (n + 1) / 2 : n * n;
}

double timeRequest(const AttentionGraph& graph, const FlowRequest& request) {
    // Repeats until a tenth of a second is full, because small inputs take microseconds.
    int rounds = 0;
    const double begin = processorSeconds();
    double spent = 0.0;
    do {
        FlowSolver solver(graph);  // set-up included
        if (!solver.begin(request)) return 0.0;
        while (!solver.step(std::int64_t{1} << 40)) {}
        ++rounds;
        spent = processorSeconds() - begin;
    } while (spent < 0.1);
    return 1e3 * spent / rounds;
}

// A browser's first calls run code that is not optimised yet. Both sides begin warm.
void warmUp() {
    for (const bool causal : {false, true}) {
        const auto graph =
            AttentionGraph::fromDoubles(flow_graphs::modelLike(8, 48, causal, 2), 48);
        for (int round = 0; round < 3; ++round) timeRequest(*graph, {0, 7, {}, {}, false});
    }
}

Row kernelRow(const Input& input) {
    const AttentionGraph& graph = input.graph;
    const int last = graph.layers() - 1;
    Row row{input.name, graph.layers(), graph.tokens(), "this kernel"};
    row.topAll = timeRequest(graph, {last, last, {}, {}, false});
    row.topPair = 1e3 * row.topAll / pairsOf(graph);
    row.allLayers = timeRequest(graph, {0, last, {}, {}, false});
    // The additional cost of a layer, given the results of the layers below.
    double below = 0.0;
    for (int layer = 0; layer < std::min(6, graph.layers()); ++layer) {
        const double until = timeRequest(graph, {0, layer, {}, {}, false});
        row.perLayer.push_back(std::max(0.0, until - below));
        below = until;
    }
    row.oneSource = timeRequest(graph, {0, last, {graph.tokens() - 1}, {}, false});
    return row;
}

Row libraryRow(const Input& input, const std::string& name, const FlowTable& table, double seconds,
               long& differences) {
    const AttentionGraph& graph = input.graph;
    Row row{input.name, graph.layers(), graph.tokens(), name};
    flow_graphs::Random random(1);
    for (int layer = 0; layer < graph.layers(); ++layer) {
        const auto library = flow_bench::makeLibrary(name, graph, layer);
        int pairs = 0;
        const double begin = processorSeconds();
        double spent = 0.0;
        do {
            const int source = random.below(graph.tokens());
            const int sink = random.below(graph.causal() ? source + 1 : graph.tokens());
            const double steps = library->flow(source, sink);
            if (steps * graph.unit() != table.values[table.index(layer, source, sink)])
                ++differences;
            ++pairs;
            spent = processorSeconds() - begin;
        } while (spent < seconds && pairs < 2000);
        const double each = 1e6 * spent / pairs;
        row.allLayers += each * pairsOf(graph) / 1e3;
        row.perLayer.push_back(each * pairsOf(graph) / 1e3);
        row.topPair = each;
        row.topAll = each * pairsOf(graph) / 1e3;
    }
    return row;
}

void print(const Row& row, const Row& kernel) {
    std::printf(
        "| %-12s | %2d | %3d | %-23s | %12.2f | %12.2f | %13.2f | %10.2f | %8.0f | %8.0f |\n",
        row.input.c_str(), row.layers, row.n, row.solver.c_str(), row.topPair, row.topAll,
        row.allLayers, row.oneSource, row.topAll / kernel.topAll, row.allLayers / kernel.allLayers);
    std::fflush(stdout);
}

void dump(const Input& input, const std::string& folder) {
    const AttentionGraph& graph = input.graph;
    const std::string path = folder + "/" + input.name + "_L" + std::to_string(graph.layers()) +
                             "_n" + std::to_string(graph.tokens()) + ".txt";
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (!file) return;
    std::fprintf(file, "%d %d %d\n", graph.layers(), graph.tokens(), graph.causal() ? 1 : 0);
    const auto table = maxFlows(graph, {graph.layers() - 1, graph.layers() - 1, {}, {}, false});
    flow_bench::eachEdge(graph, graph.layers() - 1, [&](int from, int to, std::int64_t steps) {
        std::fprintf(file, "%d %d %lld\n", from, to, static_cast<long long>(steps));
    });
    std::fprintf(file, "values\n");
    for (const double value : table->values) std::fprintf(file, "%.0f\n", value / graph.unit());
    std::fclose(file);
}

void printJson(const std::vector<Row>& rows, long differences) {
    std::printf("{\"differences\":%ld,\"rows\":[", differences);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& r = rows[i];
        std::printf(
            "%s{\"input\":\"%s\",\"layers\":%d,\"n\":%d,\"solver\":\"%s\",\"topPairUs\":%.4g,"
            "\"topAllMs\":%.4g,"
            "\"allLayersMs\":%.5g,\"oneSourceMs\":%.4g,\"perLayerMs\":[",
            i ? "," : "", r.input.c_str(), r.layers, r.n, r.solver.c_str(), r.topPair, r.topAll,
            r.allLayers, r.oneSource);
        for (std::size_t layer = 0; layer < r.perLayer.size(); ++layer) {
            std::printf("%s%.4g", layer ? "," : "", r.perLayer[layer]);
        }
        std::printf("]}");
    }
    std::printf("]}\n");
}

}  // namespace

int main(int count, char** words) {
    const Options options = parse(count, words);
    std::printf(
        "| input        |  L |   n | solver                  | us a pair, top | top layer, ms | "
        "all layers, ms | one source, ms | top / kernel | all / kernel |\n");
    std::printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    std::vector<Row> rows;
    long differences = 0;
    warmUp();
    for (const Input& input : inputs(options)) {
        if (!options.dump.empty()) dump(input, options.dump);
        const Row kernel = kernelRow(input);
        print(kernel, kernel);
        rows.push_back(kernel);
        if (options.kernelOnly) continue;
        const auto table = maxFlows(input.graph, {0, input.graph.layers() - 1, {}, {}, false});
        for (const std::string& name : flow_bench::libraryNames()) {
            rows.push_back(libraryRow(input, name, *table, options.seconds, differences));
            print(rows.back(), kernel);
        }
    }
    printJson(rows, differences);
    return differences == 0 ? 0 : 1;
}
