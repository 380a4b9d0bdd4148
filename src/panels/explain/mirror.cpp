// SPDX-License-Identifier: MIT
#include "panels/explain/mirror.h"

#include <algorithm>

#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"
#include "panels/explain/places.h"

namespace hw {
namespace {

void writeLines(JsonWriter& json, std::string_view title, const std::vector<ExplainedLine>& lines) {
    if (lines.empty()) return;
    mirror::beginTable(json, title, "", {"value"_tr});
    for (const ExplainedLine& line : lines) mirror::tableRow(json, line.label, {line.text});
    mirror::endTable(json);
}

void writeFlow(JsonWriter& json, const ExplainModel& model) {
    mirror::beginTable(json, model.title, model.lead,
                       {"can carry"_tr, "carries"_tr, "has left"_tr});
    for (const ExplainedEdge& edge : model.edges) {
        const auto text = [&](double value) { return shownNumber(value, model.decimals); };
        mirror::tableRow(
            json, edge.takesBack ? formatText("{}, takes back"_tr, {edge.label}) : edge.label,
            {text(edge.capacity), text(edge.amount),
             text(std::max(edge.capacity - edge.amount, 0.0))});
    }
    mirror::endTable(json);
}

/// The input whose number is explained. Another input resets the opened terms.
void writeInputs(JsonWriter& json, const ExplainModel& model, const AppState& state) {
    const int sink = state.view.sink;
    const TokenNames names(state);
    std::vector<mirror::Option> options{
        {"the largest input"_tr, "sink=largest&terms=", sink < 0 || sink >= model.keys, true, ""}};
    for (int token = 0; token < model.keys; ++token)
        options.push_back({names.keyLabel(token),
                           "sink=" + std::to_string(token) + "&terms=", sink == token, true, ""});
    mirror::choice(json, "sink", "Explained input"_tr, options);
}

}  // namespace

void writeTables(JsonWriter& json, const ExplainModel& model) {
    if (!model.standing.text.empty()) {
        mirror::beginTable(json, model.title, model.standing.text, {});
        mirror::endTable(json);
        return;
    }
    if (model.isFlow) {
        writeFlow(json, model);
        return;
    }
    if (!model.steps.empty()) {
        mirror::beginTable(json, model.title, model.lead, {"value"_tr});
        for (const ExplainedLine& line : model.steps)
            mirror::tableRow(json, line.label, {line.text});
        mirror::endTable(json);
        return;
    }
    std::vector<std::string> columns(model.columns.begin() + (model.columns.empty() ? 0 : 1),
                                     model.columns.end());
    mirror::beginTable(json, model.title, model.lead, columns);
    for (const ExplainedTerm& term : model.terms)
        mirror::tableRow(json, term.label, {term.weight.text, term.factor.text, term.product.text});
    if (!columns.empty()) {
        for (const ExplainedLine& line : model.more)
            mirror::tableRow(json, line.label, {"", "", line.text});
        mirror::tableRow(json, "total"_tr, {"", "", model.value});
    }
    mirror::endTable(json);
    writeLines(json, model.waysHeading, model.ways);
}

void writeExplainControls(JsonWriter& json, const ExplainModel& model, const AppState& state) {
    writeInputs(json, model, state);
    std::vector<mirror::Option> options;
    const auto add = [&](std::string words, const std::string& fields, bool here) {
        if (!fields.empty()) options.push_back({std::move(words), fields, here, true, ""});
    };
    if (model.isFlow) {
        add("no paths yet"_tr, "paths=0", model.shown == 0 && model.paths > 0);
        add("back one path"_tr, model.backFields, false);
        add("next path"_tr, model.nextFields, false);
        add("all paths"_tr, "paths=all", model.nextFields.empty());
        mirror::choice(json, "paths", "Paths"_tr, options);
        return;
    }
    for (const ExplainedCrumb& crumb : model.crumbs) add(crumb.label, crumb.fields, crumb.isHere);
    for (const ExplainedTerm& term : model.terms) {
        add(formatText("open the weight of {}"_tr, {term.label}), term.weight.fields, false);
        add(formatText("open the value of {}"_tr, {term.label}), term.factor.fields, false);
    }
    for (const ExplainedLine& line : model.steps)
        add(formatText("open {}"_tr, {line.label}), line.fields, false);
    mirror::choice(json, "terms", "Opened terms"_tr, options);
}

}  // namespace hw
