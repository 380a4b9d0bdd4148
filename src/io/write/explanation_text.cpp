// SPDX-License-Identifier: MIT
#include "io/write/explanation_text.h"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "core/number_text.h"
#include "io/write/export.h"
#include "io/write/json_writer.h"

namespace hw {
namespace {

const std::string& textAt(std::span<const std::string> tokens, int index) { return tokens[index]; }

void writePath(JsonWriter& json, const FlowPath& path, const Augmentation* augmentation) {
    json.beginObject().field("value", path.amount).array("path", path.tokens);
    // A path that only goes down has a node for each level, as all others have.
    if (augmentation != nullptr && !std::ranges::is_sorted(augmentation->levels, std::greater{}))
        json.array("levels", augmentation->levels);
    json.endObject();
}

void writeHead(JsonWriter& json, const Explanation& explanation, const NumberTerm& term) {
    json.beginObject().field("value", term.value);
    const int path[] = {explanation.place.query, explanation.place.key};
    json.array("path", path).field("head", term.token);
    json.field("share", term.weight).field("weight", term.factor).endObject();
}

void writeCut(JsonWriter& json, const FlowSteps& flow) {
    json.field("complete", flow.isComplete);
    json.key("cut").beginObject().field("capacity", flow.cut.capacity);
    json.key("edges").beginArray();
    for (const FlowEdge& edge : flow.cut.edges) {
        json.beginArray().value(edge.layer + 1).value(edge.query).value(edge.key);
        json.value(edge.capacity).endArray();
    }
    json.endArray().endObject();
}

void writeSum(JsonWriter& json, const Explanation& explanation) {
    json.key("sum").beginArray();
    for (const NumberTerm& term : explanation.terms) {
        json.beginObject().field("token", term.token).field("weight", term.weight);
        json.field("below", term.factor).field("value", term.value).endObject();
    }
    json.endArray();
}

bool isOfHeads(const Explanation& explanation) { return !specOf(explanation.method).overLayers; }

}  // namespace

std::string explanationJson(const Explanation& explanation, const Settings& settings,
                            std::span<const std::string> queries, std::span<const std::string> keys,
                            const Example& example, Part part) {
    const NumberPlace& place = explanation.place;
    JsonWriter json;
    json.beginObject().field("method", nameOf(explanation.method));
    json.key("settings");
    const AttentionTensor* tensor = tensorOf(example, part);
    const MatrixKind kind = tensor == nullptr ? MatrixKind::attention : tensor->kind;
    writeSettings(json, settings, kind);
    writeContributions(json, kind, example.contributionKind);
    json.field("layer", place.layer + 1).field("query", place.query).field("key", place.key);
    const std::string tokens[] = {textAt(queries, place.query), textAt(keys, place.key)};
    json.array("tokens", tokens).field("value", explanation.value);
    json.key("terms").beginArray();
    if (isOfHeads(explanation)) {
        for (const NumberTerm& term : explanation.terms) writeHead(json, explanation, term);
    }
    for (std::size_t i = 0; i < explanation.paths.size(); ++i) {
        writePath(json, explanation.paths[i],
                  explanation.flow ? &explanation.flow->paths[i] : nullptr);
    }
    json.endArray().field("rest", explanation.rest);
    if (!isOfHeads(explanation) && !explanation.flow) writeSum(json, explanation);
    if (explanation.flow) writeCut(json, *explanation.flow);
    return json.endObject().take();
}

std::string explanationText(const Explanation& explanation, std::span<const std::string> queries,
                            std::span<const std::string> keys) {
    const NumberPlace& place = explanation.place;
    std::string text = std::string(nameOf(explanation.method)) + " after layer " +
                       numberText(place.layer + 1) + " from \"" + textAt(queries, place.query) +
                       "\" (" + numberText(place.query) + ") to \"" + textAt(keys, place.key) +
                       "\" (" + numberText(place.key) + ")\n" + numberText(explanation.value) +
                       " =\n";
    const auto line = [&](double value, const std::string& what) {
        std::string number = numberText(value);
        number.resize(std::max<std::size_t>(number.size(), 24), ' ');
        text += "  " + number + ' ' + what + '\n';
    };
    if (isOfHeads(explanation)) {
        for (const NumberTerm& term : explanation.terms) {
            line(term.value, "head " + numberText(term.token) + ": " + numberText(term.weight) +
                                 " x " + numberText(term.factor));
        }
    }
    for (const FlowPath& path : explanation.paths) {
        std::string way;
        for (const int token : path.tokens) way += (way.empty() ? "" : " > ") + numberText(token);
        line(path.amount, way);
    }
    line(explanation.rest, "rest");
    if (explanation.flow) {
        text += "minimum cut\n";
        for (const FlowEdge& edge : explanation.flow->cut.edges) {
            line(edge.capacity, "layer " + numberText(edge.layer + 1) + ": " +
                                    numberText(edge.query) + " > " + numberText(edge.key));
        }
        line(explanation.flow->cut.capacity, "capacity of the cut");
    }
    return text;
}

}  // namespace hw
