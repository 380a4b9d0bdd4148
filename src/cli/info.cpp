// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/commands.h"
#include "cli/input.h"
#include "core/model/contribution_kinds.h"
#include "core/number_text.h"
#include "core/report/check_report.h"
#include "core/statistics/attention_sinks.h"
#include "core/tokens/visible_text.h"
#include "io/write/export.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

const char* kindName(AttentionKind kind) {
    switch (kind) {
        case AttentionKind::self: return "self";
        case AttentionKind::causal: return "causal";
        case AttentionKind::encoderDecoder: return "encoder-decoder";
    }
    return "";
}

struct NamedPart {
    const char* name;
    Part part;
};
constexpr NamedPart allParts[] = {{"encoder", Part::encoder},
                                  {"decoder", Part::decoder},
                                  {"cross", Part::cross},
                                  {"contributions", Part::contributions}};

/// "encoder, cross", or empty without gradients.
std::string partsWithGradients(const Example& example) {
    std::string text;
    for (const auto& [name, part] : allParts) {
        if (gradientsOf(example, part) == nullptr) continue;
        text += (text.empty() ? "" : ", ") + std::string(name);
    }
    return text;
}

/// The stack that represents the example. For an encoder-decoder model it is the decoder, if its weights exist.
Part shownPart(const Example& example) {
    if (!example.decoder) return example.attentions.empty() ? Part::contributions : Part::encoder;
    for (const Part part : {Part::decoder, Part::cross}) {
        if (tensorOf(example, part) != nullptr) return part;
    }
    return Part::encoder;
}

void writeShape(JsonWriter& json, const Example& example, Part part) {
    static const AttentionTensor nothing;
    const AttentionTensor* found = tensorOf(example, part);
    const AttentionTensor& tensor = found != nullptr ? *found : nothing;
    json.field("layers", tensor.layers).field("heads", tensor.heads);
    json.field("queries", tensor.queries).field("keys", tensor.keys);
    json.array("tokens", queryTokens(example, part));
}

/// The beginning of the tokens as running text.
std::string readText(const Example& example) {
    constexpr std::size_t most = 240;
    std::string text = example.tokensAreNumbered ? "" : runningText(example.tokens, most);
    if (!example.decoder || example.decoder->tokens.empty()) return text;
    return text + (text.empty() ? "" : " → ") + runningText(example.decoder->tokens, most);
}

std::string infoJson(const Document& document, const Example& example) {
    JsonWriter json;
    json.beginObject();
    writeShape(json, example, shownPart(example));
    json.field("kind", kindName(example.kind()));
    json.key("warnings").beginArray();
    for (const Problem& warning : document.warnings) json.value(sentence(warning));
    json.endArray();
    if (!example.attentions.empty()) json.array("sinks", sinkTokens(example.attentions));
    json.key("check").beginArray();
    for (const CheckLine& line : checkReport(document, example, 0)) {
        json.beginObject().field("name", line.name).field("text", line.text);
        json.field("unusual", line.unusual).endObject();
    }
    json.endArray();
    json.field("form", document.form).field("examples", static_cast<int>(document.examples.size()));
    json.field("model", example.model).field("title", example.title);
    json.field("text", readText(example));
    json.field("gradients", !partsWithGradients(example).empty());
    if (!example.contributions.empty()) {
        json.key("contributions").beginObject();
        json.field("kind", contributionLabel(example.contributionKind));
        json.field("global", example.contributions.isGlobal());
        json.field("layers", example.contributions.layers).endObject();
    }
    if (!example.predicted.empty()) json.array("predicted", example.predicted);
    if (!example.predictedProbability.empty())
        json.array("predictedProbability", example.predictedProbability);
    json.key("importance").beginArray();
    for (const Importance& scores : example.importance) json.value(scores.name);
    json.endArray();
    if (example.decoder) {
        json.key("parts").beginObject();
        for (const auto& [name, part] : allParts) {
            if (tensorOf(example, part) == nullptr) continue;
            json.key(name).beginObject();
            writeShape(json, example, part);
            json.field("gradients", gradientsOf(example, part) != nullptr);
            if (part == Part::cross) json.array("keyTokens", keyTokens(example, part));
            json.endObject();
        }
        json.endObject();
    }
    json.endObject();
    return json.take() + '\n';
}

std::string pluralText(int number, const char* noun) {
    return numberText(number) + ' ' + noun + (number == 1 ? "" : "s");
}

std::string shapeLine(const AttentionTensor& tensor) {
    return pluralText(tensor.layers, "layer") + ", " + pluralText(tensor.heads, "head") + ", " +
           (tensor.queries == tensor.keys
                ? pluralText(tensor.keys, "token")
                : numberText(tensor.queries) + " queries on " + numberText(tensor.keys) + " keys");
}

/// One line per fact, for people.
std::string infoLines(const Document& document, const Example& example) {
    std::string text = "form             " + document.form + '\n';
    const auto line = [&](const char* name, const std::string& content) {
        if (!content.empty()) text += std::string(name) + content + '\n';
    };
    line("title            ", example.title);
    line("model            ", example.model);
    line("kind             ", kindName(example.kind()));
    if (document.examples.size() > 1)
        line("examples         ", numberText(document.examples.size()));
    for (const auto& [name, part] : allParts) {
        const AttentionTensor* tensor = tensorOf(example, part);
        if (tensor == nullptr) continue;
        const bool isAlone = part == Part::encoder && !example.decoder;
        std::string label = isAlone ? "attention" : name;
        label.resize(17, ' ');
        line(label.c_str(), shapeLine(*tensor));
    }
    const auto join = [](const std::vector<std::string>& words) {
        std::string joined;
        for (const std::string& word : words) joined += (joined.empty() ? "" : " ") + word;
        return joined;
    };
    line("tokens           ", join(example.tokens));
    if (example.decoder) line("                 ", join(example.decoder->tokens));
    line("predicted        ", join(example.predicted));
    const std::string gradients = partsWithGradients(example);
    if (!gradients.empty()) line("gradients        ", example.decoder ? gradients : "yes");
    for (const Importance& scores : example.importance) line("importance       ", scores.name);
    for (const CheckLine& found : checkReport(document, example, 0)) {
        if (found.name == "Shape" || found.name == "Tokens") continue;  // in the first line already
        std::string label = found.name;
        label.resize(17, ' ');
        label[0] = static_cast<char>(label[0] - 'A' + 'a');
        line(label.c_str(), (found.unusual ? "unusual: " : "") + found.text);
    }
    for (const Problem& warning : document.warnings) line("warning          ", sentence(warning));
    return text;
}

std::string infoCsv(const Document& document, const Example& example) {
    const AttentionTensor* tensor = tensorOf(example, shownPart(example));
    std::string csv = "layers,heads,queries,keys,kind,examples,warnings\r\n";
    for (const int number : {tensor->layers, tensor->heads, tensor->queries, tensor->keys}) {
        csv += numberText(number) + ',';
    }
    return csv + kindName(example.kind()) + ',' + numberText(document.examples.size()) + ',' +
           numberText(document.warnings.size()) + "\r\n";
}

}  // namespace

Result<std::string> infoText(const Document& document, const InfoOptions& options) {
    const auto example = exampleOf(document, options.example);
    if (!example) return std::unexpected(example.error());
    switch (options.format) {
        case Format::json: return infoJson(document, **example);
        case Format::csv: return infoCsv(document, **example);
        case Format::text: break;
    }
    return infoLines(document, **example);
}

}  // namespace hw::cli
