// SPDX-License-Identifier: MIT
// Results for export as text: JSON and CSV, the same from the page and the command line.
//
// JSON:  {"method","settings","tokens","layers":[{"layer":1,"values":[[...]]}]}
//        Layers count from 1, heads and tokens from 0. For a chosen output `values` is one row, else a
//        matrix with a row for each query. "queries" stands beside "tokens" (the keys) when they differ. Of a flow
//        across encoder and decoder "values" are of the encoder's tokens, "decoder_values" of "decoder_tokens".
// CSV:   a header, then a line for each layer and query; one column for each key. RFC 4180.
// Numbers print in the shortest form that reads back equal; what is no number is null, or empty in CSV.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "core/methods/output_choice.h"
#include "core/model/attention_model.h"
#include "core/model/over.h"
#include "core/model/settings.h"
#include "core/report/faithfulness.h"
#include "io/write/json_writer.h"

namespace hw {

/// One layer's numbers, row-major, float32 or float64 (whichever span is not empty).
struct ExportLayer {
    int layer = 0;  ///< zero-based
    int rows = 0;
    int cols = 0;
    std::span<const float> floats;
    std::span<const double> doubles;
    std::string extra;  ///< more JSON members of the layer, `"key":value`, or empty
};

/// Texts in cells of CSV: as they are; or so that no spreadsheet takes one for a formula.
enum class CsvCells { asTheyAre, safe };

struct ExportResult {
    Method method = Method::rollout;
    bool relative = false;      ///< flow: rows divided by their sum
    Over over = Over::nothing;  ///< what each value is divided by
    bool words = false;         ///< tokens are merged: sums over keys, means over queries
    Settings settings;
    MatrixKind kind = MatrixKind::attention;
    std::string contributions;  ///< the file's name for contributions, if they were used
    std::span<const std::string> queries;
    std::span<const std::string> keys;
    int decoderKeys = 0;  ///< flow across both sides: the last of `keys`, of the decoder
    std::optional<OutputChoice> output;  ///< set: every layer is one row
    CsvCells cells = CsvCells::asTheyAre;
    std::vector<ExportLayer> layers;
};

std::string resultJson(const ExportResult& result);
std::string resultCsv(const ExportResult& result);

/// The settings as one JSON object: preset (or null), fusion, heads (null: all), residual, ... The start
/// layer counts from 1. For contributions only what applies to their rollout: no preset, heads or steps.
void writeSettings(JsonWriter& json, const Settings& settings,
                   MatrixKind kind = MatrixKind::attention);

/// Writes "contributions":{"kind","global"}, unless the matrices are attention.
void writeContributions(JsonWriter& json, MatrixKind kind, const std::string& name);

/// Spearman's correlations of one score: methods x layers.
struct ExportScores {
    struct Row {
        Method method = Method::raw;
        int firstLayer = 0;  ///< zero-based
        std::vector<MeanSpread> layers;
    };
    std::string importance;
    std::vector<Row> methods;
};

/// {"examples":N,"importance":{NAME:{METHOD:[{"layer","mean","sd"},...]}}}; sd is the population's.
/// "constant" is added where constant rankings were counted as 0.
std::string scoresJson(int examples, std::span<const ExportScores> scores);
/// importance,method,layer,examples,mean,sd
std::string scoresCsv(int examples, std::span<const ExportScores> scores,
                      CsvCells cells = CsvCells::asTheyAre);

/// A CSV cell, quoted if necessary.
std::string csvCell(std::string_view plain, CsvCells cells = CsvCells::asTheyAre);

}  // namespace hw
