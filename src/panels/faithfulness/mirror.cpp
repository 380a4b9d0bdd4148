// SPDX-License-Identifier: MIT
#include "panels/faithfulness/mirror.h"

#include <cmath>

#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"

namespace hw {

void writeTables(JsonWriter& json, const FaithfulnessModel& model) {
    std::vector<std::string> layers;
    for (int layer = 0; layer < model.layers; ++layer) {
        layers.push_back(formatText("layer {}"_tr, {layer + 1}));
    }
    for (const FaithfulnessTable& table : model.tables) {
        mirror::beginTable(json, formatText("{} against {}"_tr, {model.title, table.name}),
                           model.caption, layers);
        for (std::size_t method = 0; method < table.methods.size(); ++method) {
            std::vector<std::string> cells;
            for (const FaithfulnessCell& cell : table.methods[method]) {
                std::string text = signedNumber(cell.mean);
                if (!std::isnan(cell.low)) {
                    text += formatText(" ({} to {})"_tr,
                                       {signedNumber(cell.low), signedNumber(cell.high)});
                }
                if (!std::isnan(cell.p))
                    text += formatText(", p {}"_tr, {shownNumber(cell.p, fewestDecimals)});
                if (cell.best) text.append(", ").append("highlighted"_tr);
                cells.push_back(std::move(text));
            }
            mirror::tableRow(json, table.row(method).name, cells);
        }
        mirror::endTable(json);
    }
    for (const Rankings& rankings : model.rankings) writeTable(json, rankings);
}

void writeRankingControls(JsonWriter& json, const FaithfulnessModel& model) {
    using namespace mirror;
    if (model.examples > 1) {
        choice(json, "scores", "Correlations over"_tr,
               {{"all examples"_tr, "scores=all", model.overAll, true, ""},
                {"this example"_tr, "scores=this", !model.overAll, true, ""}});
    }
    choice(json, "among", "Ranked tokens"_tr,
           {{"words"_tr, "among=words", model.among == RankingScope::words, true, ""},
            {"all tokens"_tr, "among=all", model.among == RankingScope::all, true, ""}});
    std::vector<Option> options;
    for (const FaithfulnessModel::Choice& each : model.choices) {
        std::string list = each.leftOut ? "" : each.token;
        for (const std::string& token : model.leftOut) {
            if (token == each.token) continue;
            if (!list.empty()) list += ',';
            list += token;
        }
        options.push_back({formatText("exclude {}"_tr, {each.token}), fieldText("leave-out", list),
                           each.leftOut, true, "", each.token});
    }
    begin(json, "set", "leave-out", "Ranking"_tr);
    json.field("text", model.ranked);
    writeOptions(json, options);
    json.endObject();
}

}  // namespace hw
