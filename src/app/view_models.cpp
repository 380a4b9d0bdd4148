// SPDX-License-Identifier: MIT
#include "app/view_models.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "app/compare_model.h"
#include "app/controls_model.h"
#include "app/faithfulness_model.h"
#include "app/flow_model.h"
#include "app/heads_model.h"
#include "app/image_model.h"
#include "app/model_text.h"
#include "app/multiples_model.h"
#include "app/panes.h"
#include "app/units.h"
#include "core/token_text.h"

namespace hw {
namespace {

std::string megabytes(std::uint64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) / 1e6);
    return text;
}

HeaderModel headerModel(const AppState& state) {
    HeaderModel header;
    if (state.document) {
        const ExampleSummary& example = state.document->current;
        header.title = example.title.empty() ? state.document->name : example.title;
        std::string model = example.model.substr(0, example.model.find(" ("));
        if (!model.empty()) model += " · ";
        header.subtitle = model + counted(state.layerCount(), "layer") + ", " +
                          counted(state.headCount(), "head") + ", " +
                          counted(state.keyCount(), "token");
        if (const auto count = state.document->exampleTitles.size(); count > 1) {
            header.exampleText = "Example " + std::to_string(state.document->example + 1) + " of " +
                                 std::to_string(count);
        }
        const auto findings = std::ranges::count_if(state.document->check, &CheckLine::unusual);
        header.checkText = findings == 0
                               ? "Check: nothing unusual"
                               : "Check: " + counted(static_cast<int>(findings), "finding");
    }
    // Most openings end before anybody could read a word about them.
    if (state.loading.ticket != 0 && state.loading.seconds > 0.5) {
        header.opening = true;
        header.openingFraction = state.loading.fraction;
        header.openingText =
            "Opening " + state.loading.name + ", " + megabytes(state.loading.bytes);
    }
    return header;
}

TimelineModel timelineModel(const AppState& state) {
    TimelineModel timeline;
    timeline.layers = state.layerCount();
    timeline.layer = state.view.layer;
    timeline.startLayer = state.view.method == Method::raw ? 0 : state.view.settings.startLayer;
    timeline.head = state.playback.head;
    timeline.playing = state.playback.playing;
    timeline.loop = state.playback.loop;
    timeline.speed = state.playback.speed;
    const char* word = state.view.method == Method::raw ? "in layer " : "after layer ";
    timeline.text =
        word + std::to_string(timeline.layer + 1) + " of " + std::to_string(timeline.layers);
    return timeline;
}

std::string strongestWords(const Answer& matrix, const AppState& state, int row,
                           const std::vector<std::string>& keys) {
    if (row < 0 || row >= matrix.rows) return "";
    int best = -1;
    int second = -1;
    const auto at = [&](int key) {
        return matrix.values[static_cast<std::size_t>(row * matrix.cols + key)];
    };
    for (int key = 0; key < matrix.cols; ++key) {
        if (std::isnan(at(key))) continue;
        if (best < 0 || at(key) > at(best)) {
            second = best;
            best = key;
        } else if (second < 0 || at(key) > at(second)) {
            second = key;
        }
    }
    if (best < 0) return "";
    std::string text = outputWords(state) + " from ";
    text += isolated(keys[static_cast<std::size_t>(best)]) + " " + shownNumber(at(best));
    if (second >= 0) {
        text +=
            ", " + isolated(keys[static_cast<std::size_t>(second)]) + " " + shownNumber(at(second));
    }
    return text;
}

MatrixModel matrixModel(const AppState& state, ResultStore& results, Method method,
                        const Axis& queries, const Axis& keys) {
    MatrixModel model;
    model.method = method;
    const LayerBlend blend = layerBlend(state.playback, state.layerCount());
    const auto after = [&](int layer) {
        return shownMatrix(state, results, matrixQuery(state, method, layer));
    };
    model.from = after(blend.from);
    model.to = blend.to == blend.from ? model.from : after(blend.to);
    model.t = blend.t;
    const float first = model.from != nullptr ? model.from->largest : 0;
    const float last = model.to != nullptr ? model.to->largest : first;
    model.scale = first + (last - first) * static_cast<float>(blend.t);
    const bool relative = method == Method::flow && state.view.relativeFlow;
    const std::string name = relative ? "Relative flow" : std::string(methodName(method));
    model.title = method == Method::raw
                      ? "Raw attention, layer " + std::to_string(state.view.layer + 1)
                      : name + ", " + layerRange(state.view.settings.startLayer, state.view.layer);
    model.queryLabels = queries.labels;
    model.keyLabels = keys.labels;
    model.queryTokens = queries.tokens;
    model.keyTokens = keys.tokens;
    if (state.view.outputMode == OutputMode::chosen) {
        model.outputs = queries.placesOf(state.view.outputs);
    }
    model.hover = {keys.placeOf(state.hover.key), queries.placeOf(state.hover.query),
                   state.hover.layer};
    const Answer* here = after(state.view.layer);
    if (here != nullptr && here->rows > 0 && model.outputs.size() == 1) {
        model.caption = strongestWords(*here, state, model.outputs.front(), keys.labels);
    }
    return model;
}

/// How many inputs stand at their ceiling, for flow: what a reader has to know before comparing bars.
std::string saturationWords(const Answer* profile, int layer) {
    const auto row = static_cast<std::size_t>(layer);
    if (profile == nullptr || row >= profile->saturated.size()) return "";
    const int full = profile->saturated[row];
    const int reached = profile->reached[row];
    const int tied = row < profile->tied.size() ? profile->tied[row] : 0;
    std::string text;
    if (full > 0) {
        text = " " + std::to_string(full) + " of " + counted(reached, "input") +
               (full == 1 ? " stands at its ceiling" : " stand at their ceiling") +
               ": there the value says nothing about the output token.";
    }
    // A tie is always of two or more; the order among them means nothing.
    if (tied > 0) text += " " + std::to_string(tied) + " share their value with another.";
    return text;
}

/// "Most comes from “keys” 0.178 ...": what the bars say, as a sentence.
std::string barsCaption(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                        const Answer* answer, const std::vector<std::string>& keys) {
    if (!profile.ready()) return "";
    const int layer = state.view.layer;
    const bool flow = state.view.method == Method::flow;
    const std::vector<int> order = byScore(profile, layer);
    const auto value = [&](const ShownProfile& from, int key) {
        return quoted(keys[static_cast<std::size_t>(key)]) + " " + shownNumber(from.at(layer, key));
    };
    if (order.empty() || std::isnan(profile.at(layer, order[0]))) return "";
    std::string text =
        (flow ? "Most could come from " : "Most comes from ") + value(profile, order[0]);
    if (order.size() > 1) text += ", then " + value(profile, order[1]);
    text += ".";
    if (flow) return text + saturationWords(answer, layer);
    if (state.view.method != Method::raw && raw.ready()) {
        const std::vector<int> alone = byScore(raw, layer);
        if (!std::isnan(raw.at(layer, alone[0]))) {
            text += " Layer " + std::to_string(layer + 1) + " by itself looks most at " +
                    value(raw, alone[0]) + ".";
        }
    }
    return text;
}

std::string barsTitle(const AppState& state) {
    const std::string output = outputWords(state);
    switch (state.view.method) {
        case Method::raw: return "What " + output + " attends to";
        case Method::rollout: return "Where " + output + " draws information from";
        case Method::flow: return "How much could flow to " + output;
        case Method::gradientRollout:
        case Method::relevance: return "What the answer at " + output + " owes to each token";
    }
    return "";
}

TokenRow tokenRow(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                  int key) {
    TokenRow row;
    const Unit& unit = profile.units().list[static_cast<std::size_t>(key)];
    row.token = unit.token();
    row.label = unit.text;
    row.value = profile.at(state.view.layer, key);
    const float from = profile.at(blend.from, key);
    const float to = profile.at(blend.to, key);
    row.shown = blend.t <= 0 ? from : from + (to - from) * static_cast<float>(blend.t);
    const float before = profile.at(state.view.layer - 1, key);
    row.before = std::isnan(before) ? -1.0F : before;
    const std::vector<int>& outputs = state.view.outputs;
    row.isOutput = state.view.side != Side::cross && state.view.outputMode == OutputMode::chosen &&
                   std::binary_search(outputs.begin(), outputs.end(), row.token);
    return row;
}

/// A uniform causal model's flow on the same scale as the bars; empty where it is not known.
std::vector<float> uniformRow(const AppState& state, const Units& units, const Answer* answer) {
    if (answer == nullptr || answer->uniform.size() != answer->values.size()) return {};
    const auto cols = static_cast<std::size_t>(answer->cols);
    const auto row =
        std::span(answer->uniform).subspan(static_cast<std::size_t>(state.view.layer) * cols, cols);
    double sum = 0;
    for (const float value : row) sum += value;
    std::vector<float> values = gatherKeys(units, row);
    for (float& value : values) {
        if (state.view.relativeFlow && sum > 0) value = static_cast<float>(value / sum);
    }
    return values;
}

BarsModel barsModel(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                    const Answer* answer) {
    BarsModel model;
    model.title = barsTitle(state);
    model.unit = std::string(methodWords(state.view.method));
    if (state.view.method == Method::flow) {
        model.unit += state.view.relativeFlow ? ", relative" : ", raw";
    }
    model.ready = profile.ready();
    if (!model.ready) return model;
    model.caption = barsCaption(state, profile, raw, answer, profile.units().texts());
    const LayerBlend blend = layerBlend(state.playback, state.layerCount());
    const float first = profile.largest(blend.from);
    model.scale = first + (profile.largest(blend.to) - first) * static_cast<float>(blend.t);
    if (model.scale <= 0) model.scale = 1;
    const std::vector<int> ranks = ranksOf(profile, state.view.layer);
    const std::vector<int> ranksBefore = ranksOf(profile, state.view.layer - 1);
    model.rightToLeft = readsRightToLeft(state.keyTokens());
    const std::vector<int> special = specialTokens(state);
    const std::vector<float> uniform = uniformRow(state, profile.units(), answer);
    for (int key = 0; key < profile.keys(); ++key) {
        TokenRow row = tokenRow(state, profile, blend, key);
        const auto index = static_cast<std::size_t>(key);
        row.rank = ranks[index];
        if (ranksBefore[index] > 0 && row.rank > 0) row.rankChange = ranksBefore[index] - row.rank;
        if (index < uniform.size() && !std::isnan(uniform[index])) row.uniform = uniform[index];
        row.isSpecial = std::binary_search(special.begin(), special.end(), row.token);
        model.tokens.push_back(std::move(row));
    }
    if (state.view.sort == SortBy::score) {
        for (const int key : byScore(profile, state.view.layer)) {
            if (!profile.isHidden(key))
                model.rows.push_back(model.tokens[static_cast<std::size_t>(key)]);
        }
    } else {
        for (int key = 0; key < profile.keys(); ++key) {
            if (!profile.isHidden(key))
                model.rows.push_back(model.tokens[static_cast<std::size_t>(key)]);
        }
    }
    return model;
}

/// What can be an output, where that is no key.
std::vector<TokenRow> outputRows(const AppState& state, const Axis& queries) {
    std::vector<TokenRow> rows;
    if (state.view.side != Side::cross) return rows;
    const std::vector<int>& outputs = state.view.outputs;
    for (std::size_t i = 0; i < queries.tokens.size(); ++i) {
        TokenRow row;
        row.token = queries.tokens[i];
        row.label = queries.labels[i];
        row.isOutput = state.view.outputMode == OutputMode::chosen &&
                       std::binary_search(outputs.begin(), outputs.end(), row.token);
        rows.push_back(std::move(row));
    }
    return rows;
}

/// FNV-1a over the values' bits: equal pictures have equal keys, whatever they were made from.
std::uint64_t contentKey(const std::vector<float>& values) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const float value : values) {
        hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3ULL;
    }
    return hash;
}

EvolutionModel evolutionModel(const AppState& state, const ShownProfile& profile,
                              const Axis& keys) {
    EvolutionModel model;
    model.title = std::string(methodName(state.view.method)) + " for " + outputWords(state) +
                  ", layer by layer";
    model.layer = state.view.layer;
    model.keyLabels = keys.labels;
    model.keyTokens = keys.tokens;
    const std::vector<int> visible = profile.units().visible();
    const int cols = profile.ready() ? static_cast<int>(visible.size()) : 0;
    model.values = Matrix(profile.layers(), cols);
    float largest = 0;
    for (int layer = 0; layer < profile.layers(); ++layer) {
        largest = std::max(largest, profile.largest(layer));
        for (int col = 0; col < cols; ++col) {
            model.values(profile.layers() - 1 - layer, col) =
                profile.at(layer, visible[static_cast<std::size_t>(col)]);
        }
    }
    model.scale = largest > 0 ? largest : 1;
    model.key = contentKey(model.values.values);
    return model;
}

}  // namespace

std::string shownNumber(double value) {
    if (std::isnan(value)) return "–";
    if (value == 0) return "0";
    char text[32];
    const double size = std::abs(value);
    if (size >= 0.001 && size < 1000) {
        std::snprintf(text, sizeof text, "%.3f", value);
    } else {
        std::snprintf(text, sizeof text, "%.1e", value);
    }
    return text;
}

LayerBlend layerBlend(const Playback& playback, int layerCount) {
    LayerBlend blend;
    if (layerCount <= 0) return blend;
    const double head = std::clamp(playback.head, 0.0, static_cast<double>(layerCount - 1));
    blend.from = static_cast<int>(head);
    blend.to = std::min(blend.from + 1, layerCount - 1);
    blend.t = head - blend.from;
    if (blend.t <= 0) blend.to = blend.from;
    return blend;
}

PageModel pageModel(const AppState& state, ResultStore& results) {
    PageModel page;
    page.header = headerModel(state);
    page.messages = state.messages;
    page.panel = state.view.panel;
    page.panes = state.view.panes;
    page.panels = shownPanels(state.view);
    page.surroundings = state.surroundings;
    page.hasDocument = state.document.has_value();
    if (!page.hasDocument) return page;
    const Axis keys(keyUnits(state));
    const Axis queries(queryUnits(state));
    page.hover = state.hover;
    page.keysAreOutputs = keysAreOutputs(state);
    page.timeline = timelineModel(state);
    page.controls = controlsModel(state);
    const Answer* profile = results.find(profileQuery(state, state.view.method));
    const Answer* rawProfile =
        state.view.method == Method::raw ? profile : results.find(profileQuery(state, Method::raw));
    const ShownProfile shown(profile, state, state.view.method);
    page.bars = barsModel(state, shown, ShownProfile(rawProfile, state, Method::raw), profile);
    page.bars.outputs = outputRows(state, queries);
    page.raw = matrixModel(state, results, Method::raw, queries, keys);
    page.result = state.view.method == Method::raw
                      ? page.raw
                      : matrixModel(state, results, state.view.method, queries, keys);
    page.evolution = evolutionModel(state, shown, keys);
    if (shows(state.view, Panel::evolution)) {
        page.multiples = multiplesModel(state, results, queries, keys);
    }
    if (showsFlow(state)) {
        page.flow = flowModel(state, results, shownTokens(state.keyTokens(), state.view.rawTokens));
    }
    if (shows(state.view, Panel::heads)) page.heads = headsModel(state, results);
    page.hasImage = state.document->current.image.has_value();
    page.hasImportance = !state.document->current.importance.empty();
    if (shows(state.view, Panel::compare)) { page.compare = compareModel(state, results); }
    if (shows(state.view, Panel::image)) page.image = imageModel(state, page.bars);
    if (shows(state.view, Panel::faithfulness)) {
        page.faithfulness = faithfulnessModel(state, results);
    }
    return page;
}

}  // namespace hw
