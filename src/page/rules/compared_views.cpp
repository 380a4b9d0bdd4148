// SPDX-License-Identifier: MIT
#include "page/rules/compared_views.h"

#include <algorithm>
#include <utility>

#include "core/model/presets.h"
#include "core/number_text.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"
#include "page/rules/follow_text.h"
#include "page/rules/recipe_step.h"
#include "protocol/field_text.h"

namespace hw {

bool fits(const AppState& state, const ComparedView& column) {
    if (column.earlierFile && !state.earlier) return false;
    const DocumentSummary& file = column.earlierFile ? *state.earlier : *state.document;
    if (column.example && namedExample(file, *column.example).isNone()) return false;
    if (isElsewhere(state, column)) {
        const auto own = stateElsewhere(state, column);
        if (!own) return true;
        ComparedView there = column;
        there.example.reset();
        there.recipe = {};
        there.earlierFile = false;
        there.side.reset();
        return (!column.side || own->view.side == *column.side) && fits(*own, there);
    }
    if (!column.score.empty()) return scoresOf(state, column.score) != nullptr;
    const auto within = [](const auto& value, auto low, auto high) {
        return !value || (*value >= low && *value <= high);
    };
    return isAvailable(state.document->current, state.view.side, column.method) &&
           (!column.fusion || !needsGradients(*column.fusion) ||
            hasGradients(state.document->current, state.view.side)) &&
           (column.preset.empty() || findPreset(column.preset) != nullptr) &&
           within(column.residual, 0.0, 1.0) && within(column.discard, 0.0, 0.9999) &&
           within(column.head, 0, state.headCount() - 1) &&
           within(column.layer, 0, state.layerCount() - 1) &&
           within(column.start, 0, state.layerCount() - 1);
}

std::optional<ComparedExample> exampleOf(const AppState& state, const ComparedView& column) {
    if (!state.document || (column.earlierFile && !state.earlier)) return std::nullopt;
    const DocumentSummary& file = column.earlierFile ? *state.earlier : *state.document;
    ExampleName name = nameOf(file);
    if (column.example) name = namedExample(file, *column.example);
    if (!column.recipe.isEmpty()) name = {-1, column.recipe};
    const ComparedExample wanted{file.id, std::move(name)};
    if (wanted == ComparedExample{state.document->id, nameOf(*state.document)}) return std::nullopt;
    return wanted;
}

bool isElsewhere(const AppState& state, const ComparedView& column) {
    return exampleOf(state, column).has_value() ||
           (column.side && state.document && *column.side != state.view.side);
}

namespace {

const DocumentSummary* summaryOf(const AppState& state, const ComparedExample& wanted) {
    const auto is = [&](const DocumentSummary& known) {
        return ComparedExample{known.id, nameOf(known)} == wanted;
    };
    if (state.earlier && is(*state.earlier)) return &*state.earlier;
    const auto found = std::find_if(state.others.begin(), state.others.end(), is);
    return found == state.others.end() ? nullptr : &*found;
}

}  // namespace

namespace {

const std::string* whyRefused(const AppState& state, const ComparedExample& wanted) {
    const auto found = std::ranges::find_if(state.refused, [&](const AppState::Refused& one) {
        return ComparedExample{one.document, one.example} == wanted;
    });
    return found == state.refused.end() ? nullptr : &found->why;
}

}  // namespace

const std::string* whyRefused(const AppState& state, const ComparedView& column) {
    const auto wanted = exampleOf(state, column);
    return wanted ? whyRefused(state, *wanted) : nullptr;
}

ComparedView earlierColumn(const AppState& state) {
    ComparedView column;
    column.method = state.view.method;
    column.earlierFile = true;
    const int example = state.view.example;
    if (state.earlier && std::cmp_less(example, state.earlier->exampleTitles.size()))
        column.example = example;
    return column;
}

std::vector<ComparedView> askedColumns(const AppState& state) {
    std::vector<ComparedView> columns = state.view.compared;
    if (state.view.bothFiles) columns.push_back(earlierColumn(state));
    return columns;
}

std::vector<ComparedExample> unknownExamples(const AppState& state) {
    std::vector<ComparedExample> unknown;
    for (const ComparedView& column : askedColumns(state)) {
        const auto wanted = exampleOf(state, column);
        if (!wanted || summaryOf(state, *wanted) != nullptr || whyRefused(state, *wanted)) continue;
        if (std::find(unknown.begin(), unknown.end(), *wanted) == unknown.end())
            unknown.push_back(*wanted);
    }
    return unknown;
}

bool asksFor(const AppState& state, const DocumentSummary& document) {
    return std::ranges::any_of(askedColumns(state), [&](const ComparedView& column) {
        return exampleOf(state, column) == ComparedExample{document.id, nameOf(document)};
    });
}

std::optional<AppState> stateElsewhere(const AppState& state, const ComparedView& column) {
    const auto wanted = exampleOf(state, column);
    const DocumentSummary* summary = wanted                       ? summaryOf(state, *wanted)
                                     : isElsewhere(state, column) ? &*state.document
                                                                  : nullptr;
    if (summary == nullptr) return std::nullopt;
    AppState own;
    own.document = *summary;
    own.view = state.view;
    own.view.compared.clear();
    if (column.side) own.view.side = *column.side;
    own.view.panel = Panel::overview;
    own.view.panes = {};
    const std::vector<Side> sides = availableSides(summary->current);
    if (std::find(sides.begin(), sides.end(), own.view.side) == sides.end())
        own.view.side = mainSide(summary->current);
    if (isVariation(*state.document, *summary) && own.view.side == state.view.side) {
        followText(own, textOf(state));
    } else if (own.queryTokens() != state.queryTokens()) {
        own.view.outputs = defaultOutputs(summary->current, own.view.side);
    }
    if (own.keyTokens() != state.keyTokens() && !isVariation(*state.document, *summary)) {
        own.view.hidden.clear();
        own.view.spans.clear();
    }
    fitView(own);
    own.playback.head = own.view.layer;
    return own;
}

const Importance* scoresOf(const AppState& state, std::string_view name) {
    if (!state.document || state.view.side == Side::decoder) return nullptr;
    for (const Importance& scores : state.document->current.importance) {
        if (scores.name == name && static_cast<int>(scores.values.size()) == state.keyCount())
            return &scores;
    }
    return nullptr;
}

const Importance* scoresShown(const AppState& state) {
    if (!state.document || state.document->current.importance.empty() ||
        state.view.outputMode != OutputMode::chosen ||
        state.view.side != mainSide(state.document->current) ||
        state.view.outputs != defaultOutputs(state.document->current, state.view.side))
        return nullptr;
    return scoresOf(state, state.document->current.importance.front().name);
}

bool usesEarlier(const AppState& state) {
    return state.earlier && (state.view.bothFiles ||
                             std::ranges::any_of(state.view.compared, &ComparedView::earlierFile));
}

std::string Comparison::fields() const {
    const std::string text = columns.empty() ? "usual" : percentEncoded(comparedText(columns));
    return "compare=" + text + "&difference=none";
}

namespace {

/// The run of a model before the one in view: another text, or the same without its cuts. Nothing if there is none.
std::optional<ComparedView> previousRun(const AppState& state) {
    const DocumentSummary& document = *state.document;
    if (document.form != "model") return std::nullopt;
    ComparedView column;
    column.method = state.view.method;
    const auto isOther = [&](const ListedExample& made) { return made.id != document.example; };
    const auto made = std::ranges::find_if(document.made.rbegin(), document.made.rend(), isOther);
    if (made != document.made.rend())
        column.recipe = made->recipe;
    else if (document.example != 0)
        column.example = 0;  // the model was opened with it
    else
        return std::nullopt;
    return column;
}

}  // namespace

std::vector<Comparison> comparisons(const AppState& state) {
    if (!state.document) return {};
    const ExampleSummary& example = state.document->current;
    Comparison discards{"discard ratios"_tr, {}};
    for (const double ratio : {0.0, 0.1, 0.3, 0.5}) discards.columns.emplace_back().discard = ratio;
    Comparison scored{"with scores"_tr, {}};
    for (const Method method : rankedMethods) {
        if (isAvailable(example, state.view.side, method))
            scored.columns.emplace_back().method = method;
    }
    const std::size_t unscored = scored.columns.size();
    for (const Importance& scores : example.importance) {
        if (scored.columns.size() < mostCompared && scoresOf(state, scores.name) != nullptr)
            scored.columns.emplace_back().score = scores.name;
    }
    Comparison files{"both files"_tr, std::vector<ComparedView>(2)};
    for (ComparedView& column : files.columns) column.method = state.view.method;
    files.columns.back().earlierFile = true;
    std::vector<Comparison> all;
    if (!state.view.compared.empty()) all.push_back({"methods"_tr, {}});
    if (auto previous = previousRun(state)) {
        Comparison runs{"previous run"_tr, {{}, std::move(*previous)}};
        runs.columns.front().method = state.view.method;
        all.push_back(std::move(runs));
    }
    if (const auto steps = comparedSteps(state); !steps.empty()) {
        Comparison training{"first step"_tr, std::vector<ComparedView>(2)};
        for (std::size_t i = 0; i < 2; ++i) {
            training.columns[i].method = state.view.method;
            training.columns[i].recipe = steps[i];
        }
        all.push_back(std::move(training));
    }
    if (isAvailable(example, state.view.side, Method::rollout)) all.push_back(std::move(discards));
    if (scored.columns.size() > unscored) all.push_back(std::move(scored));
    if (fits(state, files.columns.back())) all.push_back(std::move(files));
    return all;
}

std::vector<ComparedView> shownColumns(const AppState& state) {
    if (!state.view.compared.empty() || !state.document) return state.view.compared;
    std::vector<ComparedView> columns;
    // If the view shows a method of gradients, it gets a column next to the three that every file has.
    for (const Method method : every<Method>()) {
        if (!specOf(method).ranked && method != state.view.method) continue;
        if (!isAvailable(state.document->current, state.view.side, method)) continue;
        ComparedView column;
        column.method = method;
        columns.push_back(column);
    }
    return columns;
}

Settings settingsOf(const AppState& state, const ComparedView& column) {
    Settings settings = state.view.settings;
    const Preset* preset = column.preset.empty() ? nullptr : findPreset(column.preset);
    if (preset != nullptr) usePreset(settings, *preset);
    if (column.fusion) settings.fusion = *column.fusion;
    if (column.start) settings.startLayer = *column.start;
    if (column.residual) {
        settings.residualKind = Residual::weighted;
        settings.residual = *column.residual;
    }
    if (column.discard) settings.discard = *column.discard;
    if (column.head) {
        settings.heads = {*column.head};
        settings.headOfLayer.clear();
        settings.layerHeads.clear();
        settings.headWeights.clear();
    }
    settings.startLayer = std::clamp(settings.startLayer, 0, std::max(state.layerCount() - 1, 0));
    return settings;
}

int layerOf(const AppState& state, const ComparedView& column) {
    return column.layer.value_or(state.view.layer);
}

ComparedPair shownDifference(const AppState& state) {
    const int columns = static_cast<int>(shownColumns(state).size());
    const ComparedPair& chosen = state.view.difference;
    if (chosen.exists() && std::max(chosen.of, chosen.from) < columns) return chosen;
    return columns == 2 ? ComparedPair{0, 1} : ComparedPair{};
}

void fitCompared(AppState& state) {
    ViewState& view = state.view;
    view.bothFiles = view.bothFiles && state.earlier;
    std::erase_if(view.compared, [&](const ComparedView& column) { return !fits(state, column); });
    if (static_cast<int>(view.compared.size()) < fewestCompared) view.compared.clear();
    if (static_cast<int>(view.compared.size()) > mostCompared) view.compared.resize(mostCompared);
    const int columns = static_cast<int>(shownColumns(state).size());
    const auto [of, from] = view.difference;
    const bool inRange = std::min(of, from) >= 0 && std::max(of, from) < columns && of != from;
    if (!inRange) view.difference = {};
}

}  // namespace hw
