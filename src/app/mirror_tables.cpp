// SPDX-License-Identifier: MIT
#include "app/mirror_tables.h"

#include <cmath>
#include <cstdio>

#include "app/compare_model.h"
#include "app/faithfulness_model.h"
#include "app/image_model.h"
#include "app/multiples_model.h"
#include "app/number_words.h"
#include "app/panels.h"

namespace hw {
namespace {

void begin(JsonWriter& json, std::string_view title, std::string_view caption,
           const std::vector<std::string>& columns) {
    json.beginObject().field("title", title).field("caption", caption);
    json.array("columns", columns).key("rows").beginArray();
}
void row(JsonWriter& json, std::string_view label, const std::vector<std::string>& cells) {
    json.beginObject().field("label", label).array("cells", cells).endObject();
}
void end(JsonWriter& json) { json.endArray().endObject(); }

void writeComparedValues(JsonWriter& json, const CompareModel& model) {
    std::vector<std::string> names;
    for (const CompareColumn& column : model.columns) {
        names.push_back(column.name + ", " + column.detail);
    }
    if (model.of >= 0) names.push_back(model.differenceName);
    begin(json, model.title, "", names);
    for (const int key : model.rows) {
        const auto index = static_cast<std::size_t>(key);
        std::vector<std::string> cells;
        for (const CompareColumn& column : model.columns) {
            const bool there = column.ready && index < column.values.size();
            std::string cell = there && std::isnan(column.values[index]) ? column.gap
                               : there        ? shownNumber(column.values[index], column.decimals)
                               : column.ready ? "–"
                                              : "…";
            if (there && !column.labels.empty()) cell = column.labels[index] + " " + cell;
            cells.push_back(std::move(cell));
        }
        if (model.of >= 0) {
            cells.push_back(signedNumber(model.difference[index], model.differenceDecimals));
        }
        row(json, model.labels[index], cells);
    }
    end(json);
}

void writeCorrelations(JsonWriter& json, const CompareModel& model) {
    std::vector<std::string> names;
    for (const CompareColumn& column : model.columns) names.push_back(column.name);
    begin(json, "Rank correlation", model.caption, names);
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<std::string> cells;
        for (const double value : model.correlation[i]) cells.push_back(signedNumber(value));
        row(json, names[i], cells);
    }
    end(json);
}

/// Beyond, nobody hears it to the end; the bars have the present layer's values.
constexpr std::size_t mostCells = 2000;
constexpr const char* tooMany = "Too many numbers for a table: choose a layer, or export them.";

/// A row for each output token, a column for each input token.
void writeMatrix(JsonWriter& json, const MatrixModel& model) {
    const Answer* matrix = model.t < 0.5 || model.to == nullptr ? model.from : model.to;
    const std::size_t cols = model.keyLabels.size();
    const std::size_t rows = model.queryLabels.size();
    const bool fits = rows * cols <= mostCells;
    std::string caption = model.progress;
    for (const std::string& part : {model.caption, std::string(fits ? "" : tooMany)}) {
        if (!caption.empty() && !part.empty()) caption += ". ";
        caption += part;
    }
    const bool there = fits && matrix != nullptr && matrix->values.size() == rows * cols;
    begin(json, model.title, caption, there ? model.keyLabels : std::vector<std::string>{});
    const int decimals = there ? decimalsFor(matrix->largest) : 0;
    for (std::size_t query = 0; there && query < rows; ++query) {
        std::vector<std::string> cells;
        for (std::size_t key = 0; key < cols; ++key) {
            cells.push_back(shownNumber(matrix->values[query * cols + key], decimals));
        }
        row(json, model.queryLabels[query], cells);
    }
    end(json);
}

/// A row for each layer, a column for each token: the paper's figure as a table.
void writeEvolution(JsonWriter& json, const EvolutionModel& model) {
    const bool fits = model.values.size() <= mostCells;
    begin(json, model.title, fits ? "" : tooMany,
          fits ? model.keyLabels : std::vector<std::string>{});
    const int layers = fits ? model.rows : 0;
    for (int layer = layers - 1; layer >= 0; --layer) {
        std::vector<std::string> cells;
        for (int key = 0; key < model.cols; ++key) {
            cells.push_back(
                shownNumber(model.matrix()(layers - 1 - layer, key), model.decimals[layer]));
        }
        row(json, "layer " + std::to_string(layer + 1), cells);
    }
    end(json);
}

/// Of each layer's matrix the strongest cell: a table of all cells would help nobody's ear.
void writePeaks(JsonWriter& json, const MultiplesModel& model) {
    begin(json, model.title, model.caption, {"largest value", "output token", "drawn from"});
    for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
        if (model.layers[layer] == nullptr) continue;
        const MatrixPeak peak = peakOf(*model.layers[layer]);
        if (peak.query < 0) continue;
        row(json, "layer " + std::to_string(layer + 1),
            {shownNumber(peak.value, decimalsFor(model.scale)),
             model.queryLabels[static_cast<std::size_t>(peak.query)],
             model.keyLabels[static_cast<std::size_t>(peak.key)]});
    }
    end(json);
}

/// What can be said of a head in numbers, in the order of the thumbnails.
void writeHeads(JsonWriter& json, const HeadsModel& model) {
    begin(json, model.title, "",
          {"entropy, bits", "mean distance, tokens", "share on special tokens", "in the fusion"});
    for (const HeadCell& cell : model.cells) {
        row(json,
            "layer " + std::to_string(cell.layer + 1) + ", head " + std::to_string(cell.head + 1),
            {shownNumber(cell.entropy), shownNumber(cell.distance), shownNumber(cell.special),
             cell.used ? "yes" : "no"});
    }
    end(json);
}

/// The column beside the graph.
void writeInputs(JsonWriter& json, const FlowModel& model) {
    begin(json, model.title + ": its inputs", "", {model.inputHeading});
    for (std::size_t i = 0; i < model.sinkValues.size(); ++i)
        row(json, model.labels[i], {shownNumber(model.sinkValues[i], model.sinkDecimals)});
    end(json);
}

void writePatches(JsonWriter& json, const ImageModel& model) {
    std::vector<std::string> names;
    for (int col = 0; col < model.cols; ++col) names.push_back("column " + std::to_string(col + 1));
    begin(json, model.title, model.standing.isRefused() ? model.standing.words : model.caption,
          names);
    const auto at = [&](int r, int c) {
        return model.values[static_cast<std::size_t>(r * model.cols + c)];
    };
    const int rows = model.values.empty() ? 0 : model.rows;
    for (int r = 0; r < rows; ++r) {
        std::vector<std::string> cells;
        for (int c = 0; c < model.cols; ++c) cells.push_back(shownNumber(at(r, c), model.decimals));
        row(json, "row " + std::to_string(r + 1), cells);
    }
    end(json);
}

void writeScores(JsonWriter& json, const FaithfulnessModel& model) {
    std::vector<std::string> layers;
    for (int layer = 0; layer < model.layers; ++layer) {
        layers.push_back("layer " + std::to_string(layer + 1));
    }
    for (const FaithfulnessTable& table : model.tables) {
        begin(json, model.title + ": against " + table.name, model.caption, layers);
        for (std::size_t method = 0; method < table.methods.size(); ++method) {
            std::vector<std::string> cells;
            for (const FaithfulnessCell& cell : table.methods[method]) {
                std::string text = signedNumber(cell.mean);
                if (model.overAll) text += " ± " + shownNumber(cell.deviation, fewestDecimals);
                cells.push_back(std::move(text));
            }
            row(json, nameOf(rankedMethods[method]), cells);
        }
        end(json);
    }
}

}  // namespace

void writeMatrixTables(JsonWriter& json, const PageModel& page) {
    writeMatrix(json, page.raw);
    if (page.controls.method != Method::raw) writeMatrix(json, page.result);
}
void writeCompareTables(JsonWriter& json, const PageModel& page) {
    writeComparedValues(json, page.compare);
    writeCorrelations(json, page.compare);
}
void writeEvolutionTables(JsonWriter& json, const PageModel& page) {
    writeEvolution(json, page.evolution);
    writePeaks(json, page.multiples);
}
void writeFlowTable(JsonWriter& json, const PageModel& page) {
    if (!page.flow.sinkValues.empty()) writeInputs(json, page.flow);
}
void writeHeadsTable(JsonWriter& json, const PageModel& page) { writeHeads(json, page.heads); }
void writePatchesTable(JsonWriter& json, const PageModel& page) { writePatches(json, page.image); }
void writeScoreTables(JsonWriter& json, const PageModel& page) {
    writeScores(json, page.faithfulness);
}

void writeTables(JsonWriter& json, const PageModel& page) {
    json.key("tables").beginArray();
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.tables != nullptr && page.tells(panel)) spec.tables(json, page);
    }
    json.endArray();
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.numbers != nullptr && page.tells(panel)) spec.numbers(json, page);
    }
}

}  // namespace hw
