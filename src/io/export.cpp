// SPDX-License-Identifier: MIT
#include "io/export.h"

#include <cmath>

#include "core/number_text.h"
#include "core/presets.h"
#include "core/setting_names.h"

namespace hw {
namespace {

std::string_view nameOf(OutputJoin join) {
    switch (join) {
        case OutputJoin::sum: return "sum";
        case OutputJoin::mean: return "mean";
        case OutputJoin::max: return "max";
    }
    return "";
}

template <class Number>
void writeRow(JsonWriter& json, std::span<const Number> row) {
    json.beginArray();
    for (const Number value : row) json.value(value);
    json.endArray();
}

template <class Number>
void writeValues(JsonWriter& json, std::span<const Number> values, const ExportLayer& layer,
                 bool oneRow) {
    if (oneRow) {
        writeRow(json, values);
        return;
    }
    const auto cols = static_cast<std::size_t>(layer.cols);
    json.beginArray();
    for (int row = 0; row < layer.rows; ++row) {
        writeRow(json, values.subspan(static_cast<std::size_t>(row) * cols, cols));
    }
    json.endArray();
}

void writeOutput(JsonWriter& json, const ExportResult& result) {
    if (!result.output) return;
    json.key("output").beginObject().field("join", nameOf(result.output->join));
    json.array("tokens", result.output->tokens).endObject();
}

template <class Number>
void appendCells(std::string& csv, std::span<const Number> row) {
    for (const Number value : row) {
        csv += ',';
        if (std::isfinite(value)) csv += numberText(value);
    }
    csv += "\r\n";
}

bool sameTexts(std::span<const std::string> a, std::span<const std::string> b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

}  // namespace

void writeSettings(JsonWriter& json, const Settings& settings) {
    json.beginObject();
    json.key("preset");
    if (const Preset* preset = presetOf(settings)) {
        json.value(preset->id);
    } else {
        json.null();
    }
    json.field("fusion", hw::nameOf(settings.fusion));
    if (settings.heads.empty()) {
        json.key("heads").null();
    } else {
        json.array("heads", settings.heads);
    }
    if (!settings.headWeights.empty()) json.array("headWeights", settings.headWeights);
    if (!settings.layers.empty()) {
        json.key("layers").beginArray();
        for (const int layer : settings.layers) json.value(layer + 1);
        json.endArray();
    }
    json.field("residual", settings.residual)
        .field("residualKind", hw::nameOf(settings.residualKind));
    json.field("discard", settings.discard).field("discardScope", hw::nameOf(settings.scope));
    json.field("protect", hw::nameOf(settings.protect));
    if (settings.protect == DiscardProtect::token)
        json.field("protectedToken", settings.protectedToken);
    json.field("order", hw::nameOf(settings.order))
        .field("normalise", hw::nameOf(settings.normalise));
    json.field("startLayer", settings.startLayer + 1);
    json.endObject();
}

std::string resultJson(const ExportResult& result) {
    JsonWriter json;
    json.beginObject().field("method", hw::nameOf(result.method));
    json.key("settings");
    writeSettings(json, result.settings);
    if (result.method == Method::gradientRollout || result.method == Method::relevance) {
        json.key("gradients").beginObject();
        json.field("form", hw::nameOf(result.settings.gradientForm));
        json.field("normalise", hw::nameOf(result.settings.gradientNormalise)).endObject();
    }
    if (result.method == Method::flow) json.field("relative", result.relative);
    if (result.words) json.field("words", true);
    writeOutput(json, result);
    json.array("tokens", result.keys);
    if (!sameTexts(result.keys, result.queries)) json.array("queries", result.queries);
    json.key("layers").beginArray();
    for (const ExportLayer& layer : result.layers) {
        json.beginObject().field("layer", layer.layer + 1).key("values");
        if (layer.doubles.empty()) {
            writeValues(json, layer.floats, layer, result.output.has_value());
        } else {
            writeValues(json, layer.doubles, layer, result.output.has_value());
        }
        if (!layer.extra.empty()) json.raw(layer.extra);
        json.endObject();
    }
    json.endArray().endObject();
    return json.take();
}

std::string resultCsv(const ExportResult& result) {
    const bool oneRow = result.output.has_value();
    std::string csv = oneRow ? "layer" : "layer,query,token";
    for (const std::string& key : result.keys) csv += ',' + csvCell(key);
    csv += "\r\n";
    for (const ExportLayer& layer : result.layers) {
        for (int row = 0; row < layer.rows; ++row) {
            csv += numberText(layer.layer + 1);
            if (!oneRow) {
                csv += ',' + numberText(row) + ',' +
                       csvCell(result.queries[static_cast<std::size_t>(row)]);
            }
            const auto cols = static_cast<std::size_t>(layer.cols);
            const std::size_t begin = static_cast<std::size_t>(row) * cols;
            if (layer.doubles.empty()) {
                appendCells(csv, layer.floats.subspan(begin, cols));
            } else {
                appendCells(csv, layer.doubles.subspan(begin, cols));
            }
        }
    }
    return csv;
}

std::string scoresJson(int examples, std::span<const ExportScores> scores) {
    JsonWriter json;
    json.beginObject().field("examples", examples).key("importance").beginObject();
    for (const ExportScores& table : scores) {
        json.key(table.importance).beginObject();
        for (const ExportScores::Row& row : table.methods) {
            json.key(hw::nameOf(row.method)).beginArray();
            int layer = row.firstLayer;
            for (const MeanSpread& cell : row.layers) {
                json.beginObject().field("layer", ++layer).field("mean", cell.mean());
                json.field("sd", cell.deviation());
                if (cell.constant() > 0) json.field("constant", cell.constant());
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endObject().endObject();
    return json.take();
}

std::string scoresCsv(int examples, std::span<const ExportScores> scores) {
    std::string csv = "importance,method,layer,examples,mean,sd\r\n";
    for (const ExportScores& table : scores) {
        for (const ExportScores::Row& row : table.methods) {
            int layer = row.firstLayer;
            for (const MeanSpread& cell : row.layers) {
                csv += csvCell(table.importance) + ',' + std::string(hw::nameOf(row.method)) + ',';
                csv += numberText(++layer) + ',' + numberText(examples) + ',' +
                       numberText(cell.mean()) + ',' + numberText(cell.deviation()) + "\r\n";
            }
        }
    }
    return csv;
}

std::string csvCell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string cell = "\"";
    for (const char c : text) {
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + '"';
}

}  // namespace hw
