// SPDX-License-Identifier: MIT
#include "panels/graph/overlay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/model/methods.h"
#include "page/models/model_text.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"

namespace hw {
namespace {

std::string otherTokens(const AppState& here, const AppState& before) {
    const std::vector<std::string>& a = here.keyTokens();
    const std::vector<std::string>& b = before.keyTokens();
    if (a.size() != b.size()) {
        return formatText("The files have {} and {} tokens, so their edges don’t match."_tr,
                          {a.size(), b.size()});
    }
    const auto [first, second] = std::ranges::mismatch(a, b);
    if (first == a.end()) return "The files have different tokens, so their edges don’t match."_tr;
    return formatText(
        "The files have different tokens ({} here, {} there), so their edges don’t match."_tr,
        {quoted(*first), quoted(*second)});
}

/// Why the two graphs cannot be drawn over each other, or empty if they can.
std::string whyApart(const AppState& here, const AppState& before) {
    if (before.queryTokens() != here.queryTokens() || before.keyTokens() != here.keyTokens())
        return otherTokens(here, before);
    if (before.view.side != here.view.side || before.view.method != here.view.method)
        return formatText("The previous file has no {} for this side."_tr,
                          {textsOf(here.view.method).words});
    if (before.view.layer != here.view.layer ||
        before.view.settings.startLayer != here.view.settings.startLayer)
        return pluralText(
            before.layerCount(),
            "The previous file’s {} layer does not fit this path.|The previous file’s {} layers do not fit this path."_tr);
    return "";
}

double meanShare(const GraphModel& model, double (SharedPaths::*part)[2], int file) {
    double sum = 0;
    for (const SharedPaths& paths : model.shared) {
        const double whole = paths.both[file] + paths.own[file] + paths.hidden[file];
        if (whole > 0) sum += (paths.*part)[file] / whole;
    }
    return sum / static_cast<double>(std::max<std::size_t>(model.shared.size(), 1));
}

void addTo(SharedPaths& paths, FilePresence files, double here, double before) {
    if (files == FilePresence::both) {
        paths.both[0] += here;
        paths.both[1] += before;
    } else {
        paths.own[files == FilePresence::earlier] += files == FilePresence::earlier ? before : here;
    }
}

void hideRest(SharedPaths& paths, double here, double before) {
    paths.hidden[0] = std::max(here - paths.both[0] - paths.own[0], 0.0);
    paths.hidden[1] = std::max(before - paths.both[1] - paths.own[1], 0.0);
}

}  // namespace

std::optional<AppState> earlierState(const AppState& state, Standing& standing) {
    const ComparedView column = earlierColumn(state);
    std::optional<AppState> own = stateElsewhere(state, column);
    if (!own) {
        const std::string* why = whyRefused(state, column);
        standing = !state.earlier   ? refused("No file was open before this one."_tr)
                   : why != nullptr ? refused(*why)
                                    : underWay();
        return std::nullopt;
    }
    if (std::string why = whyApart(state, *own); !why.empty()) {
        standing = refused(std::move(why));
        return std::nullopt;
    }
    return own;
}

Trace traceOverlay(const std::vector<LayerWeights>& present,
                   const std::vector<LayerWeights>& earlier, int firstLayer, int tokens, int source,
                   WidthMeaning carries, double size, int most) {
    const auto one = [&](const std::vector<LayerWeights>& layers, double from) {
        return traced(layers, firstLayer, tokens, source, carries, from, most);
    };
    Trace here = one(present, size);
    Trace before = one(earlier, size);
    const double larger = std::max(here.smallest, before.smallest);
    if (here.smallest < larger) here = one(present, larger);
    if (before.smallest < larger) before = one(earlier, larger);
    const auto place = [](const TracedEdge& edge) {
        return std::tuple(-edge.layer, edge.query, edge.key);
    };
    std::vector<TracedEdge> edges;
    auto next = before.edges.begin();
    const auto take = [&](TracedEdge edge, FilePresence files, double inHere, double inBefore) {
        edge.files = files;
        edge.here = inHere;
        edge.before = inBefore;
        if (files == FilePresence::both) edge.amount = (inHere + inBefore) / 2;
        edges.push_back(edge);
    };
    // Both lists have the same order.
    for (const TracedEdge& edge : here.edges) {
        for (; next != before.edges.end() && place(*next) < place(edge); ++next)
            take(*next, FilePresence::earlier, noAmount, next->amount);
        const bool shared = next != before.edges.end() && place(*next) == place(edge);
        take(edge, filesWith(true, shared), edge.amount, shared ? (next++)->amount : noAmount);
    }
    for (; next != before.edges.end(); ++next)
        take(*next, FilePresence::earlier, noAmount, next->amount);
    here.edges = std::move(edges);
    here.wholesBefore = std::move(before.wholes);
    return here;
}

void classify(std::vector<GraphLine>& lines, double size) {
    const auto least = static_cast<float>(size);
    for (GraphLine& line : lines) {
        line.files = filesWith(line.here >= least, line.before >= least);
        if (line.files == FilePresence::both) line.value = (line.here + line.before) / 2;
    }
    std::ranges::stable_sort(lines, {}, &GraphLine::value);
}

std::vector<SharedPaths> sharesOf(const LayerGraph& graph, const Trace& trace) {
    std::vector<SharedPaths> all(trace.wholes.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].layer = graph.layer - static_cast<int>(i);
    for (const FlowRibbon& ribbon : graph.ribbons)
        addTo(all[graph.layer - ribbon.layer], ribbon.files, ribbon.here, ribbon.before);
    for (std::size_t i = 0; i < std::min(all.size(), trace.wholesBefore.size()); ++i)
        hideRest(all[i], trace.wholes[i], trace.wholesBefore[i]);
    return all;
}

SharedPaths sharesOf(std::span<const GraphLine> lines, int layer, double here, double before) {
    SharedPaths paths;
    paths.layer = layer;
    for (const GraphLine& line : lines)
        addTo(paths, line.files, static_cast<double>(line.here), static_cast<double>(line.before));
    hideRest(paths, here, before);
    return paths;
}

std::string describeCounts(const GraphModel& model) {
    int counts[4] = {};
    for (const FlowRibbon& ribbon : model.graph.ribbons) ++counts[static_cast<int>(ribbon.files)];
    for (const GraphLine& line : model.lines) ++counts[static_cast<int>(line.files)];
    return formatText("{} in both files, {} only in this one, {} only in the previous"_tr,
                      {counts[1], counts[2], counts[3]});
}

std::string describeWidths(const GraphModel& model, LocalizedText ofWhat) {
    const auto pair = [&](double(SharedPaths::* part)[2]) {
        return formatText(
            "{} in this file and {} in the previous one"_tr,
            {percentText(meanShare(model, part, 0)), percentText(meanShare(model, part, 1))});
    };
    return formatText(
        model.shared.size() > 1
            ? "Averaged over layers, edges in both files carry this share of {}: {}. Edges in only one file carry {}."_tr
            : "Lines in both files carry this share of {}: {}. Lines in only one file carry {}."_tr,
        {ofWhat, pair(&SharedPaths::both), pair(&SharedPaths::own)});
}

}  // namespace hw
