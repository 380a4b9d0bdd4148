// SPDX-License-Identifier: MIT
#include "panels/faithfulness/model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "page/answers/questions.h"
#include "page/models/controls_model.h"
#include "page/models/model_text.h"
#include "page/state/view_rules.h"
#include "panels/faithfulness/score_rankings.h"

namespace hw {
namespace {

constexpr std::size_t methodCount = rankedMethods.size();

bool isOverAll(const AppState& state) {
    return state.document->exampleTitles.size() > 1 && !state.view.thisExampleOnly;
}

/// Marks the largest of each layer; two that differ by rounding share it.
void markBest(FaithfulnessTable& table, int layers) {
    for (int layer = 0; layer < layers; ++layer) {
        double best = -2;
        for (const auto& row : table.methods) {
            if (row[layer].mean > best) best = row[layer].mean;
        }
        for (auto& row : table.methods) row[layer].best = row[layer].mean >= best - 1e-6;
    }
}

FaithfulnessCell cellAt(const Answer& answer, std::size_t scores, std::size_t row,
                        std::size_t layer, bool overAll) {
    const std::size_t cols = answer.cols;
    const auto block = [&](std::size_t index) {
        return answer.values[(index * methodCount * scores + row) * cols + layer];
    };
    FaithfulnessCell cell;
    cell.mean = block(0);
    cell.deviation = std::numeric_limits<double>::quiet_NaN();
    cell.examples = 1;
    cell.constant = std::isnan(cell.mean) ? 1 : 0;
    if (!overAll) return cell;
    cell.deviation = block(1);
    cell.examples = std::isnan(block(2)) ? 0 : static_cast<int>(block(2));
    cell.constant = std::isnan(block(3)) ? 0 : static_cast<int>(block(3));
    return cell;
}

void readTables(FaithfulnessModel& model, const AppState& state, const Answer& answer) {
    const std::vector<Importance>& scores = state.document->current.importance;
    const std::size_t blocks = model.overAll ? 4 : 1;
    const std::size_t rows = std::max(answer.rows, 0);
    if (rows != blocks * methodCount * scores.size() || answer.cols <= 0) return;
    model.layers = answer.cols;
    model.ready = true;
    model.complete = answer.complete >= 1;
    model.share = answer.complete;
    // Of one example the share is of its methods.
    if (model.overAll) model.done = static_cast<int>(std::lround(answer.complete * model.examples));
    for (std::size_t score = 0; score < scores.size(); ++score) {
        FaithfulnessTable table;
        table.name = scores[score].name;
        for (std::size_t method = 0; method < methodCount; ++method) {
            std::vector<FaithfulnessCell> cells;
            for (int layer = 0; layer < answer.cols; ++layer) {
                cells.push_back(cellAt(answer, scores.size(), method * scores.size() + score, layer,
                                       model.overAll));
            }
            table.methods.push_back(std::move(cells));
        }
        markBest(table, answer.cols);
        model.tables.push_back(std::move(table));
    }
}

void addChoices(FaithfulnessModel& model, const AppState& state) {
    model.leftOut = state.view.leftOut;
    const auto offer = [&](const std::string& token) {
        for (const auto& choice : model.choices) {
            if (choice.token == token) return;
        }
        const auto& out = state.view.leftOut;
        model.choices.push_back({token, std::binary_search(out.begin(), out.end(), token)});
    };
    for (const int token : specialTokens(state)) { offer(state.keyTokens()[token]); }
    for (const std::string& token : state.view.leftOut) offer(token);
}

/// Why the row of a method is empty: it cannot be computed of these weights; "" if it can.
std::string whyNoRow(const AppState& state, Method method) {
    const ExampleSummary& example = state.document->current;
    const Side side = state.view.side;
    if (side != Side::contributions || isAvailable(example, side, method)) return "";
    return whyUnavailable(example, side, method);
}

std::string captionOf(const FaithfulnessModel& model, const AppState& state) {
    std::string text(
        "Spearman’s rank correlation of each method’s ranking of the tokens with the file’s "
        "scores; equal values share their mean rank."_tr);
    const auto add = [&](std::string_view more) { text.append(" ").append(more); };
    add(model.ranked);
    int constant = 0;  // of one example only when nothing is missing any more
    for (std::size_t method = 0; method < methodCount; ++method) {
        if (const std::string why = whyNoRow(state, rankedMethods[method]); !why.empty()) {
            add(why);
            continue;
        }
        for (const FaithfulnessTable& table : model.tables) {
            for (const FaithfulnessCell& cell : table.methods[method]) constant += cell.constant;
        }
    }
    if (model.overAll) {
        add(counted(model.done,
                    "Mean and standard deviation over {} example, each read at the output token "
                    "that its file names, else the first (causal models: the last).|"
                    "Mean and standard deviation over {} examples, each read at the output token "
                    "that its file names, else the first (causal models: the last)."_tr));
        if (constant > 0) add("A constant ranking has no correlation and is counted as 0."_tr);
    } else {
        add(say("Output: {}."_tr, {outputWords(state)}));
        if (constant > 0 && model.complete)
            add("A dash: the ranking is constant, there is no correlation."_tr);
    }
    add("Agreement with a score is no proof of a cause."_tr);
    return text;
}

std::string listed(const std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens) text += (text.empty() ? "" : ", ") + quoted(token);
    return text;
}

}  // namespace

std::string rankedWords(const AppState& state) {
    const std::vector<std::string>& out = state.view.leftOut;
    if (isOverAll(state)) {
        if (out.empty()) return "All tokens of every example are ranked."_tr;
        return say("All tokens are ranked but {}."_tr, {listed(out)});
    }
    // What the present example does not have cannot be missing from its ranking.
    const std::vector<std::string>& tokens = state.document->current.tokens;
    std::vector<std::string> missing;
    int ranked = 0;
    for (const std::string& token : tokens) {
        const bool kept = !std::binary_search(out.begin(), out.end(), token);
        ranked += kept ? 1 : 0;
        if (!kept && std::ranges::find(missing, token) == missing.end()) missing.push_back(token);
    }
    const int all = static_cast<int>(tokens.size());
    if (missing.empty()) return counted(all, "{} token is ranked.|All {} tokens are ranked."_tr);
    return sayCount(all,
                    "{} of {} token is ranked; left out: {}.|"
                    "{} of {} tokens are ranked; left out: {}."_tr,
                    {ranked, all, listed(missing)});
}

Query correlationQuery(const AppState& state) {
    Query query =
        questionWith(state, Query::What::correlation, Method::rollout, state.view.settings);
    query.leftOut = state.view.leftOut;
    query.allExamples = state.document && isOverAll(state);
    if (query.allExamples) {
        query.outputMode = OutputMode::chosen;
        query.outputs.clear();
    }
    return query;
}

FaithfulnessModel faithfulnessModel(const AppState& state, ResultStore& results) {
    FaithfulnessModel model;
    model.examples =
        static_cast<int>(std::max<std::size_t>(state.document->exampleTitles.size(), 1));
    model.overAll = isOverAll(state);
    if (!model.overAll) model.done = 1;
    model.layers = state.layerCount();
    model.layer = state.view.layer;
    model.firstLayer = state.view.settings.startLayer;
    model.method = state.view.method;
    model.title = model.overAll ? counted(model.examples,
                                          "How faithful are the rankings, over {} example|"
                                          "How faithful are the rankings, over {} examples"_tr)
                                : std::string("How faithful are the rankings for this example"_tr);
    addChoices(model, state);
    model.ranked = rankedWords(state);
    model.stopped = isStopped(state, correlationQuery(state));
    const Answer* answer = results.find(correlationQuery(state));
    model.standing = standingOf(state, results, correlationQuery(state));
    if (answer != nullptr && !answer->problem) readTables(model, state, *answer);
    if (model.ready) model.rankings = scoreRankings(state, results);
    model.caption = captionOf(model, state);
    return model;
}

std::string progressWords(const FaithfulnessModel& model) {
    if (!model.overAll) return progressText(model.share, model.stopped);
    return sayCount(model.examples,
                    model.stopped ? "stopped at {} of {} example|stopped at {} of {} examples"_tr
                                  : "{} of {} example|{} of {} examples"_tr,
                    {model.done, model.examples});
}

void writeFaithfulness(JsonWriter& json, const FaithfulnessModel& model) {
    json.beginObject().field("examples", model.overAll ? model.examples : 1);
    json.field("done", model.done).field("ranked", model.ranked);
    json.array("leftOut", model.leftOut);
    json.key("importance").beginObject();
    for (const FaithfulnessTable& table : model.tables) {
        json.key(table.name).beginObject();
        for (std::size_t method = 0; method < table.methods.size(); ++method) {
            json.key(nameOf(rankedMethods[method])).beginArray();
            int layer = 0;
            for (const FaithfulnessCell& cell : table.methods[method]) {
                const double deviation = model.overAll ? cell.deviation : 0.0;
                json.beginObject().field("layer", ++layer).field("mean", cell.mean);
                json.field("sd", deviation).endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endObject().endObject();
}

}  // namespace hw
