// SPDX-License-Identifier: MIT
#include "io/write/export.h"

#include <algorithm>
#include <cmath>

#include "core/model/contribution_kinds.h"
#include "core/model/head_of_layer.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "core/statistics/attention_sinks.h"

namespace hw {
namespace {

template <class Number>
void writeRow(JsonWriter& json, std::span<const Number> row) {
    json.beginArray();
    for (const Number value : row) json.value(value);
    json.endArray();
}

/// `count` columns from `first` on.
template <class Number>
void writeValues(JsonWriter& json, std::span<const Number> values, const ExportLayer& layer,
                 bool oneRow, std::size_t first, std::size_t count) {
    if (oneRow) {
        writeRow(json, values.subspan(first, count));
        return;
    }
    const std::size_t cols = layer.cols;
    json.beginArray();
    for (int row = 0; row < layer.rows; ++row) {
        writeRow(json, values.subspan(std::size_t{1} * row * cols + first, count));
    }
    json.endArray();
}

template <class Number>
void writeSides(JsonWriter& json, std::span<const Number> values, const ExportLayer& layer,
                const ExportResult& result) {
    const bool oneRow = result.output.has_value();
    const std::size_t decoder = result.decoderKeys;
    const std::size_t encoder = layer.cols - result.decoderKeys;
    json.key("values");
    writeValues(json, values, layer, oneRow, 0, encoder);
    if (decoder == 0) return;
    json.key("decoder_values");
    writeValues(json, values, layer, oneRow, encoder, decoder);
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

template <Named Choice>
void writeSetting(JsonWriter& json, const SettingField<Choice>& field, const Settings& settings) {
    json.field(field.exported, nameOf(settings.*field.member));
}
void writeSetting(JsonWriter& json, const SettingField<double>& field, const Settings& settings) {
    json.field(field.exported, settings.*field.member);
}
/// Layers count from 1. Settings without effect next to the others are skipped.
void writeSetting(JsonWriter& json, const SettingField<int>& field, const Settings& settings) {
    if (field.matters != nullptr && !field.matters(settings, 0)) return;
    json.field(field.exported, settings.*field.member + (field.counts == Counts::layers));
}
void writeSetting(JsonWriter& json, const SettingField<std::vector<double>>& field,
                  const Settings& settings) {
    if (!(settings.*field.member).empty()) json.array(field.exported, settings.*field.member);
}
void writeSetting(JsonWriter& json, const SettingField<std::vector<LayerHeads>>& field,
                  const Settings& settings) {
    json.field(field.exported, layerHeadsText(settings.*field.member));
}
/// All heads are null. All layers are not mentioned.
void writeSetting(JsonWriter& json, const SettingField<std::vector<int>>& field,
                  const Settings& settings) {
    if (field.counts == Counts::headOfLayer) {
        json.field(field.exported, headOfLayerText(settings.*field.member));
        return;
    }
    std::vector<int> list = settings.*field.member;
    const bool layers = field.counts == Counts::layers;
    if (list.empty()) {
        if (!layers) json.key(field.exported).null();
        return;
    }
    for (int& number : list) number += layers;
    json.array(field.exported, list);
}

}  // namespace

void writeContributions(JsonWriter& json, MatrixKind kind, const std::string& name) {
    if (kind == MatrixKind::attention) return;
    json.key("contributions").beginObject().field("kind", contributionLabel(name));
    json.field("global", kind == MatrixKind::globalContributions).endObject();
}

void writeSettings(JsonWriter& json, const Settings& settings, MatrixKind kind) {
    json.beginObject();
    const bool isAttention = kind == MatrixKind::attention;
    if (isAttention) {
        json.key("preset");
        if (const Preset* preset = presetOf(settings)) {
            json.value(preset->id);
        } else {
            json.null();
        }
    }
    forEachSetting([&](const auto& field) {
        if (field.exported.empty()) return;
        if (!isAttention && !playsPart(field, Method::rollout, kind)) return;
        const bool isDefault = settings.*field.member == Settings{}.*field.member;
        if (!field.detail || !isDefault) writeSetting(json, field, settings);
    });
    json.endObject();
}

ExportResult resultOf(const Example& example, Part part, Method method, const Settings& settings,
                      const ResultAxes& axes) {
    ExportResult result;
    result.method = method;
    result.settings = settings;
    if (const AttentionTensor* tensor = tensorOf(example, part)) {
        result.kind = tensor->kind;
        if (tensor->isAttention() && part != Part::cross) result.sinks = sinkTokens(*tensor);
    }
    result.contributions = example.contributionKind;
    result.queries = axes.queries;
    result.keys = axes.keys;
    result.decoderKeys = axes.decoderKeys;
    return result;
}

std::string resultJson(const ExportResult& result) {
    JsonWriter json;
    json.beginObject().field("method", nameOf(result.method));
    json.key("settings");
    writeSettings(json, result.settings, result.kind);
    writeContributions(json, result.kind, result.contributions);
    if (result.sinks) json.array("sinks", *result.sinks);
    if (specOf(result.method).needsGradients) {
        json.key("gradients").beginObject();
        json.field("form", nameOf(result.settings.gradientForm));
        json.field("normalise", nameOf(result.settings.gradientNormalise)).endObject();
    }
    if (result.method == Method::joint) {
        json.key("joint").beginObject().field("form", nameOf(result.settings.jointForm));
        json.field("barrier", result.settings.barrier);
        json.field("scale", nameOf(result.settings.jointScale)).endObject();
    }
    if (specOf(result.method).hasRelative) json.field("relative", result.relative);
    if (result.over != Divisor::nothing) json.field("over", nameOf(result.over));
    if (result.words) json.field("words", true);
    writeOutput(json, result);
    const std::size_t encoderKeys = result.keys.size() - result.decoderKeys;
    const std::span<const std::string> keys = result.keys.first(encoderKeys);
    json.array("tokens", keys);
    if (result.decoderKeys > 0) json.array("decoder_tokens", result.keys.subspan(encoderKeys));
    if (!sameTexts(keys, result.queries)) json.array("queries", result.queries);
    json.key("layers").beginArray();
    for (const ExportLayer& layer : result.layers) {
        json.beginObject().field("layer", layer.layer + 1);
        if (layer.doubles.empty()) {
            writeSides(json, layer.floats, layer, result);
        } else {
            writeSides(json, layer.doubles, layer, result);
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
    for (const std::string& key : result.keys) csv += ',' + csvCell(key, result.cells);
    csv += "\r\n";
    for (const ExportLayer& layer : result.layers) {
        for (int row = 0; row < layer.rows; ++row) {
            csv += numberText(layer.layer + 1);
            if (!oneRow) {
                csv += ',' + numberText(row) + ',' + csvCell(result.queries[row], result.cells);
            }
            const std::size_t cols = layer.cols;
            const std::size_t begin = std::size_t{1} * row * cols;
            if (layer.doubles.empty()) {
                appendCells(csv, layer.floats.subspan(begin, cols));
            } else {
                appendCells(csv, layer.doubles.subspan(begin, cols));
            }
        }
    }
    return csv;
}

std::string scoresJson(int examples, std::span<const ExportScores> scores, std::string_view among) {
    JsonWriter json;
    json.beginObject().field("examples", examples);
    if (!scores.empty() && scores.front().tokens > 0) json.field("tokens", scores.front().tokens);
    if (!among.empty()) json.field("among", among);
    json.key("importance").beginObject();
    for (const ExportScores& table : scores) {
        json.key(table.importance).beginObject();
        for (const ExportScores::Row& row : table.methods) {
            json.key(rankedKey(row.row)).beginArray();
            for (std::size_t layer = 0; layer < row.layers.size(); ++layer) {
                const MeanSpread& cell = row.layers[layer];
                json.beginObject().field("layer", row.firstLayer + static_cast<int>(layer) + 1);
                json.field("mean", cell.mean()).field("sd", cell.deviation());
                if (cell.constant() > 0) json.field("constant", cell.constant());
                if (layer < row.chance.size()) {
                    const auto& [low, high, p, pOfTable] = row.chance[layer];
                    json.field("low", low).field("high", high).field("p", p);
                    json.field("pOfTable", pOfTable);
                }
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endObject().endObject();
    return json.take();
}

std::string scoresCsv(int examples, std::span<const ExportScores> scores, CsvCells cells) {
    std::string csv = "importance,method,layer,examples,mean,sd,low,high,p,p_of_table\r\n";
    const auto known = [](double value) {
        return std::isnan(value) ? std::string() : numberText(value);
    };
    for (const ExportScores& table : scores) {
        for (const ExportScores::Row& row : table.methods) {
            for (std::size_t layer = 0; layer < row.layers.size(); ++layer) {
                const MeanSpread& cell = row.layers[layer];
                csv += csvCell(table.importance, cells) + ',' + std::string(rankedKey(row.row));
                csv += ',' + numberText(row.firstLayer + static_cast<int>(layer) + 1) + ',';
                csv += numberText(examples) + ',' + numberText(cell.mean()) + ',' +
                       numberText(cell.deviation());
                const auto chance =
                    layer < row.chance.size() ? row.chance[layer] : ExportScores::Chance{};
                for (const double value : {chance.low, chance.high, chance.p, chance.pOfTable})
                    csv += ',' + known(value);
                csv += "\r\n";
            }
        }
    }
    return csv;
}

namespace {

/// The beginnings of a formula in spreadsheets (OWASP, "CSV Injection"), and the sign that is put before them.
bool beginsFormula(std::string_view text) {
    constexpr std::string_view beginnings[] = {"=", "+",      "-",      "@",      "\t",    "\r",
                                               "'", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
    return std::ranges::any_of(beginnings, [&](auto one) { return text.starts_with(one); });
}

}  // namespace

std::string csvCell(std::string_view plain, CsvCells cells) {
    std::string text(plain);
    if (cells == CsvCells::safe && beginsFormula(text)) text.insert(0, 1, '\'');
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return text;
    std::string cell = "\"";
    for (const char c : text) {
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + '"';
}

}  // namespace hw
