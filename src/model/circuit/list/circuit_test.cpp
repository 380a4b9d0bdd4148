// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "core/localized_text.h"
#include "model/circuit/list/pair_list.h"
#include "model/train/draws.h"

namespace hw::circuit {

Result<CircuitTest> PairList::test(std::span<const double> scores, const TestOptions& options,
                                   const Watch& watch) const {
    const Graph& graph = parts_->graph();
    CircuitTest made;
    made.sizes = testedSizes(graph);
    const int count = static_cast<int>(made.sizes.size());
    std::vector<std::vector<bool>> masks;
    for (const int size : made.sizes) {
        std::vector<int> edges = chosen(graph, scores, size, options.selection);
        std::vector<int> left = pruned(graph, edges);
        made.keptAfterPruning.push_back(static_cast<int>(left.size()));
        // A node that is fed with means or zeros is not its mean, so such a circuit is pruned first.
        if (options.replacement != Replacement::resample) edges = std::move(left);
        masks.push_back(maskOf(graph, edges));
        made.circuits.push_back(std::move(edges));
    }
    if (options.hasComplement)
        for (int i = 0; i < count; ++i) {
            masks.push_back(masks[i]);
            masks.back().flip();
        }
    for (int i = 0; i < count; ++i)
        for (int set = 0; set < options.randomSets; ++set) {
            train::Draws draws(train::draw(train::draw(options.seed, i), set));
            masks.push_back(maskOf(graph, draws.different(graph.edges(), made.sizes[i])));
        }
    const auto values = this->values(masks, options.replacement, watch);
    if (!values) return std::unexpected(values.error());
    made.empty = values->meanEmpty();
    made.full = values->meanFull();
    made.hasShares = values->hasShares();
    for (int i = 0; i < count; ++i) {
        made.faithfulness.push_back(values->faithfulness(i));
        made.intervals.push_back(values->interval(i, options.seed));
    }
    made.areas = areasOf(made.faithfulness);
    int next = count;
    for (int i = 0; options.hasComplement && i < count; ++i)
        made.complement.push_back(values->faithfulness(next++));
    for (int i = 0; options.randomSets > 0 && i < count; ++i) {
        std::vector<double>& row = made.random.emplace_back();
        for (int set = 0; set < options.randomSets; ++set)
            row.push_back(values->faithfulness(next++));
    }
    return made;
}

Result<Minimality> PairList::minimality(std::span<const int> edges, const Watch& watch) const {
    constexpr std::size_t most = 1000;
    if (edges.size() > most)
        return std::unexpected(Problem{
            .code = Code::badArgument,
            .place = "minimality",
            .finding = formatText("The circuit has {} edges (limit {})."_tr, {edges.size(), most}),
            .remedy = "Choose a smaller circuit."_tr,
            .byte = {}});
    const std::vector<bool> whole = maskOf(parts_->graph(), edges);
    std::vector<std::vector<bool>> masks{whole};
    for (const int edge : edges) {
        masks.push_back(whole);
        masks.back()[edge] = false;
    }
    const auto values = this->values(masks, Replacement::resample, watch);
    if (!values) return std::unexpected(values.error());
    Minimality made{{edges.begin(), edges.end()}, values->faithfulness(0), {}};
    for (int i = 1; i < values->circuits; ++i)
        made.loss.push_back(made.faithfulness - values->faithfulness(i));
    return made;
}

}  // namespace hw::circuit
