// SPDX-License-Identifier: MIT
// Results for export as text, JSON and CSV, the same from the page and the command line.
//
// JSON:  {"method","settings","tokens","layers":[{"layer":1,"values":[[...]]}]}
//        Layers count from 1, heads and tokens from 0. For a chosen output `values` is one row, else a
//        matrix with a row for each query. "queries" follows "tokens" (the keys) when they differ. For a flow
//        across encoder and decoder "values" are for the encoder's tokens, "decoder_values" for "decoder_tokens".
// CSV:   a header, then a line for each layer and query, with one column for each key. RFC 4180.
// Numbers print in the shortest form that reads back equal. Missing numbers are null, or empty in CSV.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "core/methods/output_choice.h"
#include "core/model/attention_model.h"
#include "core/model/divisor.h"
#include "core/model/settings.h"
#include "core/report/faithfulness.h"
#include "core/report/ranked_rows.h"
#include "core/result/result_axes.h"
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

/// Texts in cells of CSV, unchanged, or so that no spreadsheet treats one as a formula.
enum class CsvCells { asTheyAre, safe };

struct ExportResult {
    Method method = Method::rollout;
    bool relative = false;            ///< flow, with rows divided by their sum
    Divisor over = Divisor::nothing;  ///< divisor of each value
    bool words = false;  ///< tokens are merged, with sums over keys, means over queries
    Settings settings;
    MatrixKind kind = MatrixKind::attention;
    std::string contributions;  ///< the file's name for contributions, if they were used
    std::span<const std::string> queries;
    std::span<const std::string> keys;
    int decoderKeys = 0;  ///< flow across both sides, the last of `keys`, from the decoder
    std::optional<OutputChoice> output;  ///< if set, every layer is one row
    CsvCells cells = CsvCells::asTheyAre;
    std::optional<std::vector<int>>
        sinks;  ///< attention sinks of self-attention, by tokens of the file
    std::vector<ExportLayer> layers;

    /// Adds a layer's values, with a row for each of `queries`, or the one of `output`. They must outlive the result.
    void add(int layer, std::span<const float> floats) { add(layer, floats, {}); }
    void add(int layer, std::span<const double> doubles) { add(layer, {}, doubles); }

private:
    void add(int layer, std::span<const float> floats, std::span<const double> doubles) {
        const int rows = output ? 1 : static_cast<int>(queries.size());
        layers.push_back({layer, rows, static_cast<int>(keys.size()), floats, doubles, {}});
    }
};

/// The fields of a method's result without its layers. `axes` must outlive it.
ExportResult resultOf(const Example& example, Part part, Method method, const Settings& settings,
                      const ResultAxes& axes);

std::string resultJson(const ExportResult& result);
std::string resultCsv(const ExportResult& result);

/// The settings as one JSON object with preset (or null), fusion, heads (null means all), residual, ... The start layer
/// counts from 1. For contributions only the settings that apply to their rollout, so no preset, heads or steps.
void writeSettings(JsonWriter& json, const Settings& settings,
                   MatrixKind kind = MatrixKind::attention);

/// Writes "contributions":{"kind","global"}, unless the matrices are attention.
void writeContributions(JsonWriter& json, MatrixKind kind, const std::string& name);

/// Spearman's correlations of one score, methods x layers.
struct ExportScores {
    /// The statistics of a cell, NaN if not known. docs/faithfulness.md describes the interval and test.
    struct Chance {
        double low = std::numeric_limits<double>::quiet_NaN();  ///< of the 95 % interval
        double high = std::numeric_limits<double>::quiet_NaN();
        double p = std::numeric_limits<double>::quiet_NaN();
        double pOfTable = std::numeric_limits<double>::quiet_NaN();
    };
    struct Row {
        int row = 0;                      ///< of rankedRows
        int firstLayer = 0;               ///< zero-based
        std::vector<MeanSpread> layers;   ///< from the first
        std::vector<Chance> chance = {};  ///< one per layer, or empty (not known for sums)
    };
    std::string importance;
    std::vector<Row> methods;
    int tokens = 0;  ///< for one example, how many are ranked, else 0
};

/// {"examples":N,"tokens" (of
/// one),"importance":{NAME:{METHOD:[{"layer","mean","sd","low","high","p","pOfTable"},...]}}}. sd is the population's.
/// The fields from "low" on are missing where they are not known. "constant" is added where constant rankings were
/// counted as 0. "among" lists which tokens are ranked, and is missing if empty.
std::string scoresJson(int examples, std::span<const ExportScores> scores,
                       std::string_view among = {});
/// importance,method,layer,examples,mean,sd,low,high,p,p_of_table, of which the last four are empty where they are not
/// known.
std::string scoresCsv(int examples, std::span<const ExportScores> scores,
                      CsvCells cells = CsvCells::asTheyAre);

/// A CSV cell, quoted if necessary.
std::string csvCell(std::string_view plain, CsvCells cells = CsvCells::asTheyAre);

}  // namespace hw
