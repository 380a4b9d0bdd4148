// SPDX-License-Identifier: MIT
#include "panels/explain/flow_steps.h"

#include <algorithm>
#include <map>
#include <set>

#include "page/models/model_text.h"
#include "page/models/number_phrases.h"

namespace hw {
namespace {

/// Max. rows that readers can distinguish.
constexpr std::size_t mostRows = 40;

struct EdgeName {
    int layer, query, key;
    auto operator<=>(const EdgeName&) const = default;
};

EdgeName nameOf(const FlowEdge& edge) { return {edge.layer, edge.query, edge.key}; }

/// A step of a path from the output to the input, along an edge, or back if it undoes the flow of an earlier path.
struct Step {
    EdgeName edge;
    bool takesBack;
};

std::vector<Step> stepsOf(const Augmentation& path) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i + 1 < path.levels.size(); ++i) {
        const bool up = path.levels[i + 1] > path.levels[i];
        steps.push_back(
            {{std::min(path.levels[i], path.levels[i + 1]),
              up ? path.tokens[i + 1] : path.tokens[i], up ? path.tokens[i] : path.tokens[i + 1]},
             up});
    }
    return steps;
}

class Network {
public:
    explicit Network(const FlowSteps& flow) {
        for (const FlowEdge& edge : flow.edges) capacity_[nameOf(edge)] = edge.capacity;
        for (const FlowEdge& edge : flow.cut.edges) capacity_[nameOf(edge)] = edge.capacity;
    }
    void send(const Augmentation& path) {
        for (const Step& step : stepsOf(path))
            amount_[step.edge] += step.takesBack ? -path.amount : path.amount;
    }
    double capacity(const EdgeName& edge) const { return at(capacity_, edge); }
    double amount(const EdgeName& edge) const { return std::max(at(amount_, edge), 0.0); }
    const std::map<EdgeName, double>& edges() const { return capacity_; }

private:
    static double at(const std::map<EdgeName, double>& map, const EdgeName& edge) {
        const auto found = map.find(edge);
        return found == map.end() ? 0.0 : found->second;
    }
    std::map<EdgeName, double> capacity_, amount_;
};

std::string describeEdge(const EdgeName& edge, const TokenNames& names) {
    return formatText("layer {}, {} → {}"_tr,
                      {edge.layer + 1, names.key(edge.key), names.query(edge.query)});
}

/// The amount of a path, and its limit, which is the remaining capacity of an edge, or the flow on an edge that it
/// takes back.
std::string describeAmount(const std::string& path, const std::string& amount,
                           const Step* narrowest, const TokenNames& names) {
    if (narrowest == nullptr) {
        return formatText("{} is the widest path left. It carries {}, all that is available."_tr,
                          {path, amount});
    }
    const EdgeName& edge = narrowest->edge;
    return formatText(
        narrowest->takesBack
            ? "{} is the widest path left. It carries {}, all that it can cancel from {} to {} in layer {}."_tr
            : "{} is the widest path left. It carries {}, all that its narrowest edge ({} to {} in layer {}) has left."_tr,
        {path, amount, names.key(edge.key), names.query(edge.query), edge.layer + 1});
}

/// Tokens of the listed paths and of the cut, wider paths first. Always has source and sink.
std::vector<int> drawnRows(const ExplainModel& model, const FlowSteps& flow, int tokens) {
    std::set<int> rows{model.query, model.key};
    const auto take = [&](int token) {
        if (rows.size() < mostRows) rows.insert(token);
    };
    for (const FlowEdge& edge : flow.cut.edges) {
        take(edge.query);
        take(edge.key);
    }
    for (const Augmentation& path : flow.paths) std::ranges::for_each(path.tokens, take);
    for (int token = 0; tokens <= 16 && token < tokens; ++token) rows.insert(token);
    return {rows.begin(), rows.end()};
}

void drawNetwork(ExplainModel& model, const Explanation& found, const Network& network,
                 const std::vector<Step>& lit, bool cutStands, const TokenNames& names) {
    const FlowSteps& flow = *found.flow;
    LayerGraph& graph = model.graph;
    graph.carries = WidthMeaning::flow;
    graph.startLayer = found.startLayer;
    graph.layer = model.layer;
    graph.source = model.query;
    graph.sink = model.key;
    graph.rows = drawnRows(model, flow, names.keys());
    for (const int token : graph.rows) graph.labels.push_back(names.keyLabel(token));
    std::set<EdgeName> cut;
    if (cutStands) {
        for (const FlowEdge& edge : flow.cut.edges) cut.insert(nameOf(edge));
    }
    for (const auto& [edge, capacity] : network.edges()) {
        FlowRibbon* ribbon =
            addRibbon(graph, {edge.layer, edge.query, edge.key, network.amount(edge), capacity});
        if (ribbon == nullptr) continue;
        ribbon->isLit = std::ranges::find(lit, edge, &Step::edge) != lit.end();
        ribbon->inCut = cut.contains(edge);
    }
    stackRibbons(graph);
}

/// The largest edges of the cut, and the others together. Every maximum flow fills them, whichever paths are listed.
void listCut(ExplainModel& model, const FlowSteps& flow, const TokenNames& names) {
    std::vector<FlowEdge> edges = flow.cut.edges;
    std::ranges::stable_sort(edges, std::greater{}, &FlowEdge::capacity);
    double rest = 0;
    int more = 0;
    for (const FlowEdge& edge : edges) {
        if (std::ssize(model.edges) < mostTerms) {
            model.edges.push_back(
                {describeEdge(nameOf(edge), names), edge.capacity, edge.capacity});
            continue;
        }
        rest += edge.capacity;
        ++more;
    }
    if (more == 0) return;
    model.edges.push_back({pluralText(more, "{} more edge|{} more edges"_tr), rest, rest});
}

void sayWhole(ExplainModel& model, const Explanation& found) {
    const FlowSteps& flow = *found.flow;
    const std::string cut = shownNumber(flow.cut.capacity, model.decimals);
    if (model.isComplete) {
        model.lead =
            sayCount(model.paths, "{} path carries {}.|{} paths together carry {}."_tr,
                     {model.paths, model.value}) +
            ' ' +
            formatText(
                "Every path crosses the minimum cut, whose full edges hold {}, so this is the maximum."_tr,
                {cut});
    } else {
        model.lead =
            sayCount(
                model.paths,
                "The widest path carries {2} of {3}, and narrower ones carry {4}.|The {} widest paths carry {} of {}, and narrower ones carry {}."_tr,
                {model.paths, shownNumber(found.value - found.rest, model.decimals), model.value,
                 shownNumber(found.rest, model.decimals)}) +
            ' ' + formatText("No flow can exceed the minimum cut, {}."_tr, {cut});
    }
    model.listsCut = true;
    model.edgesHeading = "The minimum cut"_tr;
}

void sayPath(ExplainModel& model, const Explanation& found, double sent, bool takesBack,
             const Step* narrowest, const TokenNames& names) {
    const double amount = found.flow->paths[model.shown - 1].amount;
    const std::string path = model.isComplete
                                 ? formatText("Path {} of {}"_tr, {model.shown, model.paths})
                                 : formatText("Path {}"_tr, {model.shown});
    model.lead =
        describeAmount(path, shownNumber(amount, model.decimals), narrowest, names) + " " +
        formatText("{} of {} sent so far."_tr, {shownNumber(sent, model.decimals), model.value});
    if (found.links > 2) model.lead.append(" ").append("Other paths could carry the same sum."_tr);
    if (takesBack) {
        model.lead.append(" ").append(
            "Backward steps cancel flow from an earlier path, which then takes another route."_tr);
    }
    model.edgesHeading = "Its edges"_tr;
}

}  // namespace

void fillFlowSteps(ExplainModel& model, const Explanation& found, const AppState& state,
                   const TokenNames& names) {
    const FlowSteps& flow = *found.flow;
    model.isFlow = true;
    model.paths = static_cast<int>(flow.paths.size());
    model.isComplete = flow.isComplete;
    const bool all = state.view.flowPaths < 0;
    model.shown = all ? model.paths : std::min(state.view.flowPaths, model.paths);
    // After all paths, one more step shows the cut.
    const bool showsCut = all || state.view.flowPaths > model.paths || model.paths == 0;
    Network network(flow);
    double sent = 0;
    for (int i = 0; i < model.shown; ++i) {
        network.send(flow.paths[i]);
        sent += flow.paths[i].amount;
    }
    std::vector<Step> lit;
    if (!showsCut && model.shown > 0) lit = stepsOf(flow.paths[model.shown - 1]);
    std::ranges::reverse(lit);  // in the direction of information, from the input on
    if (showsCut) {
        sayWhole(model, found);
        listCut(model, flow, names);
    } else if (model.shown == 0) {
        model.lead = formatText(
            "Each edge can carry its weight. The next step finds the widest path from {} to {}."_tr,
            {names.key(model.key), names.query(model.query)});
    } else {
        for (const Step& step : lit) {
            model.edges.push_back({describeEdge(step.edge, names), network.capacity(step.edge),
                                   network.amount(step.edge), step.takesBack});
        }
        // The edge that the path has used up. Taking back flow can be the narrowest step, too.
        std::size_t narrowest = 0;
        const auto left = [](const ExplainedEdge& edge) {
            return edge.takesBack ? edge.amount : edge.capacity - edge.amount;
        };
        for (std::size_t i = 1; i < model.edges.size(); ++i) {
            if (left(model.edges[i]) < left(model.edges[narrowest])) narrowest = i;
        }
        if (!model.edges.empty()) model.edges[narrowest].isNarrowest = true;
        const bool takesBack = std::ranges::any_of(lit, &Step::takesBack);
        sayPath(model, found, sent, takesBack, lit.empty() ? nullptr : &lit[narrowest], names);
    }
    drawNetwork(model, found, network, lit, showsCut && model.isComplete, names);
    const int at = all ? model.paths + 1 : state.view.flowPaths;
    if (!all)
        model.nextFields = at >= model.paths ? "paths=all" : "paths=" + std::to_string(at + 1);
    if (at > 0) {
        model.backFields =
            "paths=" + std::to_string(all ? model.paths : std::min(at, model.paths) - 1);
        if (all && model.paths == 0) model.backFields.clear();
    }
    if (state.view.relativeFlow)
        model.note.append(model.note.empty() ? "" : " ")
            .append("Bars show shares of the flow from all inputs."_tr);
}

}  // namespace hw
