// SPDX-License-Identifier: MIT
// Experiments, single cuts and minimum cuts: the questions about units, whoever runs the model.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/report/ranked_tokens.h"
#include "io/write/json_writer.h"
#include "model/ask/cut_text.h"
#include "model/experiment/cut_set.h"
#include "model/experiment/experiment.h"
#include "model/experiment/flow_ranking.h"
#include "model/experiment/rankings.h"
#include "model/service/ask_parts.h"

namespace hw::service {
namespace {

using model::Unit;
using model::UnitKind;

/// What every question about units needs: the run forward and back, and the units.
struct Ranked {
    UnitKind kind = UnitKind::edge;
    model::CutRule rule = model::CutRule::zero;
    model::RunSlopes slopes;
    std::vector<Unit> units;
};

Result<Ranked> rankedOf(const AskedUnits& asked) {
    const auto kind = asked.arguments.choice<UnitKind>("kind");
    const auto rule = asked.arguments.choice<model::CutRule>("rule");
    if (kind == UnitKind::patch && asked.firstPatch < 0) return badAsk();
    auto takesPart = unitTokens(asked);
    if (!takesPart) return std::unexpected(std::move(takesPart.error()));
    auto slopes = asked.runner.slopes({}, rule, asked.target, kind, {});
    if (!slopes) return std::unexpected(std::move(slopes.error()));
    Ranked made{kind, rule, std::move(*slopes), {}};
    made.units = model::unitsOf(made.slopes, made.kind, made.rule);
    model::keepTokens(made.units, *takesPart);
    return made;
}

/// The units in the order that is experimented with.
Result<std::vector<Unit>> orderOf(const AskedUnits& asked, const Ranked& all,
                                  std::string_view name) {
    if (name == "search") return searchedOrder(asked);
    if (name == "flow") {
        if (all.kind == UnitKind::head) return badAsk();
        const auto scores =
            model::flowScores(asked.example(), asked.runner.read(asked.target), all.units);
        if (!scores) return std::unexpected(scores.error());
        return model::largestFirst(all.units, *scores);
    }
    const auto ranking = fromName<model::Ranking>(name);
    if (!ranking) return badAsk();
    return model::ranked(all.slopes.stacks, asked.runner.read(asked.target), all.units, *ranking);
}

}  // namespace

Result<std::string> experimentAnswer(const AskedUnits& asked) {
    const auto all = rankedOf(asked);
    if (!all) return std::unexpected(all.error());
    const auto order = orderOf(asked, *all, asked.arguments.text("ranking"));
    if (!order) return std::unexpected(order.error());
    constexpr int mostUnits = 64;
    const auto made = model::experiment(asked.runner, asked.target, *order, all->units,
                                        {.rule = all->rule,
                                         .most = mostUnits,
                                         .draws = asked.arguments.whole("draws"),
                                         .known = asked.known,
                                         .progress = asked.progress});
    if (!made) return std::unexpected(made.error());
    JsonWriter json;
    json.beginObject()
        .field("value", made->value)
        .field("all", static_cast<int>(all->units.size()))
        .array("counts", made->counts)
        .array("ranked", made->ranked)
        .field("area", made->area)
        .field("p", made->p)
        .field("draws", static_cast<int>(made->random.size()));
    json.key("random")
        .beginObject()
        .array("mean", made->randomMean)
        .array("low", made->randomLow)
        .array("high", made->randomHigh)
        .array("least", made->randomLeast)
        .endObject();
    const auto most = made->counts.empty() ? 0 : made->counts.back();
    writeUnits(json, std::span(*order).first(std::min<std::size_t>(most, order->size())), asked);
    return json.endObject().take();
}

Result<std::string> aloneAnswer(const AskedUnits& asked) {
    auto all = rankedOf(asked);
    if (!all) return std::unexpected(all.error());
    std::vector<Unit>& units = all->units;
    const auto size = static_cast<int>(units.size());
    const auto count = std::min(asked.arguments.whole("count"), size);
    std::ranges::stable_sort(units, std::ranges::greater{},
                             [](const Unit& unit) { return std::abs(unit.predicted); });
    units.resize(count);
    std::vector<std::vector<Unit>> each;
    for (const Unit& unit : units) each.push_back({unit});
    const auto values =
        asked.runner.values(each, all->rule, asked.target, {asked.progress, {}, asked.known});
    if (!values) return std::unexpected(values.error());
    const double value = asked.runner.value(asked.target);
    JsonWriter json;
    json.beginObject().field("value", value).field("all", size);
    json.key("units").beginArray();
    for (int i = 0; i < count; ++i) {
        writeUnit(json, units[i], asked);
        json.field("predicted", units[i].predicted).field("actual", (*values)[i] - value);
        json.endObject();
    }
    return json.endArray().endObject().take();
}

Result<std::string> cutSetAnswer(const AskedUnits& asked) {
    const int tokens = asked.runner.stacks().front().keys;
    const int input = asked.arguments.whole("input");
    if (input >= tokens) return badAsk();
    std::vector<model::Edge> edges;
    model::CutSet set{.input = input, .edges = {}, .residuals = {}};
    for (const Result<void>& added :
         {model::addEdges(asked.arguments.text("edges"), asked.spec, tokens, edges),
          model::addResiduals(asked.arguments.text("residuals"), asked.spec, tokens,
                              set.residuals)})
        if (!added) return std::unexpected(added.error());
    for (const model::Edge& edge : edges)
        if (edge.head == 0) set.edges.push_back({edge.layer, edge.query, edge.key});
    const auto tested = asked.without(input, asked.runner.read(asked.target)[input] == 1);
    if (!tested) return std::unexpected(tested.error());
    const auto made = model::cutSetEffect(asked.runner, asked.target, set,
                                          {.rule = asked.arguments.choice<model::CutRule>("rule"),
                                           .blanked = tested->value,
                                           .draws = asked.arguments.whole("draws"),
                                           .progress = asked.progress});
    if (!made) return std::unexpected(made.error());
    std::vector<double> removed;
    int asMuch = 1;
    for (const double value : made->random) {
        removed.push_back(made->removed(value));
        if (removed.back() >= made->removed(made->cut)) ++asMuch;
    }
    JsonWriter json;
    json.beginObject()
        .field("value", made->value)
        .field("cut", made->cut)
        .field("withoutResiduals", made->withoutResiduals)
        .field("blanked", made->blanked)
        .field("blank", tested->blank)
        .field("removed", made->removed(made->cut))
        .field("removedByAttention", made->removed(made->withoutResiduals))
        .array("random", removed)
        .field("p", static_cast<double>(asMuch) / static_cast<double>(made->random.size() + 1));
    return json.endObject().take();
}

Result<std::vector<bool>> unitTokens(const AskedUnits& asked) {
    const bool isToken = asked.arguments.choice<UnitKind>("kind") == UnitKind::token;
    if (asked.arguments.has("among") && !isToken) return badAsk();
    if (!isToken) return std::vector<bool>();
    const auto among = asked.arguments.choice<Among>("among", Among::words);
    OutputChoice outputs;
    const std::vector<double> read = asked.runner.read(asked.target);
    for (int token = 0; token < std::ssize(read); ++token)
        if (read[token] == 1) outputs.tokens.push_back(token);
    return rankedTokens(asked.example(), among, outputs);
}

void writeUnit(JsonWriter& json, const model::Unit& unit, const AskedUnits& asked) {
    json.beginObject();
    const model::Edge& place = unit.place;
    const bool isOfLayer = unit.kind == UnitKind::edge || unit.kind == UnitKind::head;
    if (isOfLayer && asked.runner.stacks().size() > 1) json.field("stack", nameOf(unit.stack));
    if (isOfLayer) json.field("layer", place.layer).field("head", place.head);
    if (unit.kind == UnitKind::edge) json.field("query", place.query);
    if (unit.kind != UnitKind::head) json.field("key", place.key);
    if (unit.kind == UnitKind::patch) json.field("patch", place.key - asked.firstPatch);
    json.field("weight", unit.weight);
}

void writeUnits(JsonWriter& json, std::span<const Unit> units, const AskedUnits& asked) {
    json.key("units").beginArray();
    for (const Unit& unit : units) writeUnit(json, unit, asked), json.endObject();
    json.endArray();
}

}  // namespace hw::service
