// SPDX-License-Identifier: MIT
#include "model/service/run_questions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/choice_names.h"
#include "core/localized_text.h"
#include "core/refusal.h"
#include "core/report/ranked_tokens.h"
#include "io/write/json_writer.h"
#include "model/ask/cut_text.h"
#include "model/ask/cut_value_cache.h"
#include "model/ask/lens.h"
#include "model/experiment/cut_set.h"
#include "model/experiment/experiment.h"
#include "model/experiment/flow_ranking.h"
#include "model/experiment/rankings.h"
#include "model/service/effects.h"
#include "model/service/question_parts.h"
#include "model/session/token_scores.h"

namespace hw::service {
namespace {

using model::Unit;
using model::UnitKind;

Result<TokenTest> without(const RunQuestion& asked, int token, bool isAnswers) {
    const std::string_view name =
        isAnswers ? model::insertingBlank(asked.session) : model::usualBlank;
    const model::TargetedRun question{asked.session, asked.base, asked.target};
    const auto values = model::blankedGroups(question, name, {{token}});
    if (!values) return std::unexpected(values.error());
    return TokenTest{std::string(name), values->front()};
}

/// The forward and backward run and the units, which every question about units needs.
struct Ranked {
    UnitKind kind = UnitKind::edge;
    model::CutRule rule = model::CutRule::zero;
    model::RunGradients runGradients;
    std::vector<Unit> units;
};

/// Error: patches of a model that reads text.
Result<void> checkKind(const UnitQuestion& asked) {
    if (asked.arguments.choice<UnitKind>("kind") != UnitKind::patch || asked.firstPatch >= 0)
        return {};
    return refusal(Code::badArgument, "kind", "This model reads text, which has no patches."_tr,
                   "Choose edges, heads or tokens."_tr);
}

Result<Ranked> rankedOf(const UnitQuestion& asked) {
    const auto kind = asked.arguments.choice<UnitKind>("kind");
    const auto rule = asked.arguments.choice<model::CutRule>("rule");
    if (auto good = checkKind(asked); !good) return std::unexpected(std::move(good.error()));
    auto takesPart = unitTokens(asked);
    if (!takesPart) return std::unexpected(std::move(takesPart.error()));
    auto runGradients = asked.runner.runGradients({}, rule, asked.target, kind, {});
    if (!runGradients) return std::unexpected(std::move(runGradients.error()));
    Ranked made{kind, rule, std::move(*runGradients), {}};
    made.units = model::unitsOf(made.runGradients, made.kind, made.rule);
    model::keepTokens(made.units, *takesPart);
    return made;
}

/// The units in the order of the experiment.
Result<std::vector<Unit>> orderOf(const UnitQuestion& asked, const Ranked& all,
                                  std::string_view name) {
    if (name == "search") return searchedOrder(asked);
    // A head's own share of a flow is not defined.
    if (name != "flow" || all.kind != UnitKind::head)
        if (auto order = rankedBy(asked.runner, asked.target, all.runGradients.stacks,
                                  asked.example, all.units, name))
            return std::move(*order);
    return refusal(Code::badArgument, "ranking",
                   formatText("“{}” can’t rank these units."_tr, {std::string(name)}),
                   "Use another ranking."_tr);
}

}  // namespace

UnitQuestion unitQuestionOf(const RunQuestion& asked, const model::Runner& runner) {
    const model::Session& session = asked.session;
    const model::Run& base = asked.base;
    const model::Spec& spec = session.network().spec;
    return {.runner = runner,
            .target = asked.target,
            .isUsual = asked.isUsual,
            .arguments = asked.arguments,
            .progress = asked.progress,
            .searched = asked.searched,
            .known = asked.known,
            .spec = spec,
            .firstPatch = spec.picture ? spec.leadingTokens() : -1,
            .firstLayer = asked.firstLayer,
            .nameOf = [&session](int output) { return session.nameOf(output); },
            .example = [&session, &base] { return session.toExample(base); },
            .without = [&asked](int token,
                                bool isAnswers) { return without(asked, token, isAnswers); }};
}

Result<std::string> lensAnswer(const RunQuestion& asked) {
    const int position = asked.arguments.whole("position");
    const int count = asked.arguments.whole("count");
    if (const int tokens = asked.run.answeringTokens(); position >= tokens)
        return noToken("position", position, tokens);
    const auto made = model::lens(asked.session.answering(), asked.run.answering(), {&position, 1},
                                  count, asked.progress);
    if (!made) return std::unexpected(made.error());
    JsonWriter json;
    json.beginObject().field("position", position);
    const model::LensGuess& last = made->back().front();
    json.field("final", asked.session.nameOf(last.largest.front()));
    json.key("layers").beginArray();
    for (const auto& layer : *made) {
        const model::LensGuess& guess = layer.front();
        json.beginObject();
        json.field("probability", guess.probability).field("rank", guess.rank);
        json.key("answers").beginArray();
        for (const int output : guess.largest) json.value(asked.session.nameOf(output));
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

std::optional<Result<std::vector<Unit>>> rankedBy(const model::Runner& runner,
                                                  const model::Target& target,
                                                  std::span<const model::StackView> stacks,
                                                  const std::function<Example()>& example,
                                                  const std::vector<Unit>& units,
                                                  std::string_view name) {
    const std::vector<double> read = runner.read(target);
    if (name == "flow") {
        const auto scores = model::flowScores(example(), read, units);
        if (!scores) return std::unexpected(scores.error());
        return model::largestFirst(units, *scores);
    }
    const auto ranking = fromName<model::Ranking>(name);
    if (!ranking) return std::nullopt;
    // A text and its translation share no positions, and a head or a patch has none.
    const bool hasPlaces =
        stacks.size() == 1 && (units.empty() || units.front().kind == UnitKind::edge ||
                               units.front().kind == UnitKind::token);
    if (*ranking == model::Ranking::nearest && !hasPlaces)
        return refusal(Code::badArgument, "ranking",
                       "Ranking by distance needs edges or tokens of one text."_tr,
                       "Use another ranking."_tr);
    return model::ranked(stacks, read, units, *ranking);
}

Result<std::string> experimentAnswer(const UnitQuestion& asked) {
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

Result<std::string> aloneAnswer(const UnitQuestion& asked) {
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

Result<std::string> cutSetAnswer(const UnitQuestion& asked) {
    if (asked.runner.stacks().size() > 1)
        return refusal(Code::badArgument, "model", "Minimum cuts need a single stack of layers."_tr,
                       "Cut edges, or rank them by flow."_tr);
    const int tokens = asked.runner.stacks().front().keys;
    const int input = asked.arguments.whole("input");
    if (input >= tokens) return noToken("input", input, tokens);
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

Result<std::vector<bool>> unitTokens(const UnitQuestion& asked) {
    const bool isToken = asked.arguments.choice<UnitKind>("kind") == UnitKind::token;
    if (asked.arguments.has("among") && !isToken)
        return refusal(Code::badArgument, "among", "This works only with tokens."_tr,
                       "Remove it, or ask about tokens."_tr);
    if (!isToken) return std::vector<bool>();
    return unitTokens(asked.runner, asked.example(), asked.target,
                      asked.arguments.choice<RankingScope>("among", RankingScope::words));
}

std::vector<bool> unitTokens(const model::Runner& runner, const Example& example,
                             const model::Target& target, RankingScope among,
                             std::span<const std::string> leftOut) {
    OutputChoice outputs;
    const std::vector<double> read = runner.read(target);
    for (int token = 0; token < std::ssize(read); ++token)
        if (read[token] == 1) outputs.tokens.push_back(token);
    return rankedTokens(example, among, outputs, leftOut);
}

void writeUnit(JsonWriter& json, const model::Unit& unit, const UnitQuestion& asked) {
    json.beginObject();
    const model::Edge& place = unit.place;
    const bool isOfLayer = unit.kind == UnitKind::edge || unit.kind == UnitKind::head;
    if (isOfLayer && asked.runner.stacks().size() > 1) json.field("stack", nameOf(unit.stack));
    if (isOfLayer) json.field("layer", asked.firstLayer + place.layer).field("head", place.head);
    if (unit.kind == UnitKind::edge) json.field("query", place.query);
    if (unit.kind != UnitKind::head) json.field("key", place.key);
    if (unit.kind == UnitKind::patch) json.field("patch", place.key - asked.firstPatch);
    json.field("weight", unit.weight);
}

void writeUnits(JsonWriter& json, std::span<const Unit> units, const UnitQuestion& asked) {
    json.key("units").beginArray();
    for (const Unit& unit : units) writeUnit(json, unit, asked), json.endObject();
    json.endArray();
}

namespace {

using model::UnitKind;

/// From the ranking.
constexpr int mostSearched = 16;

struct DecideRequest {
    model::Target target;
    model::DecideOptions options;
};

Result<model::DecideOptions> optionsOf(const UnitQuestion& asked) {
    const auto kind = asked.arguments.choice<UnitKind>("kind");
    if (auto good = checkKind(asked); !good) return std::unexpected(std::move(good.error()));
    auto takesPart = unitTokens(asked);
    if (!takesPart) return std::unexpected(std::move(takesPart.error()));
    return model::DecideOptions{.unit = kind,
                                .rule = asked.arguments.choice<model::CutRule>("rule"),
                                .takesPart = std::move(*takesPart),
                                .progress = asked.progress,
                                .stop = {}};
}

Result<DecideRequest> wantedDecision(const UnitQuestion& asked) {
    auto options = optionsOf(asked);
    if (!options) return std::unexpected(options.error());
    options->most = asked.arguments.whole("most");
    model::Target target = asked.target;
    if (asked.isUsual) target.minus = -1;
    return DecideRequest{std::move(target), std::move(*options)};
}

Result<DecideRequest> wantedOrder(const UnitQuestion& asked) {
    auto options = optionsOf(asked);
    if (!options) return std::unexpected(options.error());
    options->most = mostSearched;
    options->endsWithChange = false;
    options->known = asked.known;
    return DecideRequest{asked.target, std::move(*options)};
}

Result<void> writeOthers(JsonWriter& json, const model::OtherSets& others,
                         const UnitQuestion& asked) {
    json.key("others").beginObject().field("all", others.all).field("measured", others.measured);
    json.field("changed", others.changed).field("exchanged", others.exchanged);
    json.field("changedByExchange", others.changedByExchange).key("farthest").beginArray();
    for (const model::OtherCut& other : others.farthest) {
        const auto after = asked.nameOf(other.after);
        if (!after) return std::unexpected(after.error());
        json.beginObject().field("leadAfter", other.leadAfter).field("after", *after);
        writeUnits(json, other.units, asked);
        json.endObject();
    }
    json.endArray().endObject();
    return {};
}

Result<model::Decision> found(const UnitQuestion& asked, const DecideRequest& wanted) {
    if (asked.searched != nullptr) return *asked.searched;
    return model::findWhatDecides(asked.runner, wanted.target, wanted.options);
}

}  // namespace

Result<std::vector<model::Unit>> searchedOrder(const UnitQuestion& asked) {
    const auto wanted = wantedOrder(asked);
    if (!wanted) return std::unexpected(wanted.error());
    auto made = found(asked, *wanted);
    if (!made) return std::unexpected(std::move(made.error()));
    return std::move(made->units);
}

Result<std::string> decideAnswer(const UnitQuestion& asked) {
    const auto wanted = wantedDecision(asked);
    if (!wanted) return std::unexpected(wanted.error());
    const auto made = found(asked, *wanted);
    if (!made) return std::unexpected(made.error());
    const auto before = asked.nameOf(made->before);
    const auto after = asked.nameOf(made->after);
    for (const auto* name : {&before, &after})
        if (!*name) return std::unexpected(name->error());
    JsonWriter json;
    json.beginObject()
        .field("found", made->isFound)
        .field("runs", made->runs)
        .field("before", *before)
        .field("after", *after)
        .field("lead", made->lead)
        .field("leadAfter", made->leadAfter);
    writeUnits(json, made->units, asked);
    if (made->isFound)
        if (const auto good = writeOthers(json, made->others, asked); !good)
            return std::unexpected(good.error());
    return json.endObject().take();
}

Result<std::optional<model::Deciding>> searchFor(std::string_view name, const UnitQuestion& asked) {
    std::optional<DecideRequest> wanted;
    const bool isDecision = name == "decide";
    if (isDecision || (name == "experiment" && asked.arguments.text("ranking") == "search")) {
        auto made = isDecision ? wantedDecision(asked) : wantedOrder(asked);
        if (!made) return std::unexpected(made.error());
        wanted = std::move(*made);
    }
    if (!wanted) return std::nullopt;
    auto search = model::Deciding::of(asked.runner, wanted->target, wanted->options);
    if (!search) return std::unexpected(search.error());
    return std::move(*search);
}

}  // namespace hw::service
