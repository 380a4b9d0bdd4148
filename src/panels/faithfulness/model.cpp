// SPDX-License-Identifier: MIT
#include "panels/faithfulness/model.h"

#include <algorithm>
#include <cmath>

#include "page/answers/questions.h"
#include "page/models/controls_model.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"
#include "panels/faithfulness/score_rankings.h"
#include "panels/faithfulness/tables.h"

namespace hw {
namespace {

bool isOverAll(const AppState& state) {
    return state.document->exampleTitles.size() > 1 && !state.view.thisExampleOnly;
}

void addChoices(FaithfulnessModel& model, const AppState& state) {
    model.leftOut = state.view.leftOut;
    model.among = state.view.among;
    const auto offer = [&](const std::string& token) {
        for (const auto& choice : model.choices) {
            if (choice.token == token) return;
        }
        const auto& out = state.view.leftOut;
        model.choices.push_back({token, std::binary_search(out.begin(), out.end(), token)});
    };
    if (state.view.among == RankingScope::all)
        for (const int token : specialTokens(state)) offer(state.keyTokens()[token]);
    for (const std::string& token : state.view.leftOut) offer(token);
}

/// Why the row of a method is empty, because these weights do not allow it. "" if they do.
std::string whyNoRow(const AppState& state, Method method) {
    const ExampleSummary& example = state.document->current;
    const Side side = state.view.side;
    if (side != Side::contributions || isAvailable(example, side, method)) return "";
    return whyUnavailable(example, side, method);
}

std::string captionOf(const FaithfulnessModel& model, const AppState& state) {
    std::string text(
        "Spearman’s rank correlation of each method with the file’s scores (mean ranks for ties)."_tr);
    const auto add = [&](std::string_view more) { text.append(" ").append(more); };
    add(model.ranked);
    for (const Method method : rankedMethods) {
        if (const std::string why = whyNoRow(state, method); !why.empty()) add(why);
    }
    int constant = 0;  // counted for one example only once nothing is missing
    for (const FaithfulnessTable& table : model.tables) {
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            if (!whyNoRow(state, table.row(row).method).empty()) continue;
            for (const FaithfulnessCell& cell : table.methods[row]) constant += cell.constant;
        }
    }
    if (model.overAll) {
        add(pluralText(model.done, "Mean over {} example.|Mean over {} examples."_tr));
        add("Each has the output token that its file names, or else the first (in causal models the last)."_tr);
        add("Below each mean is half the width of its 95 % interval (Student’s t). A layer’s best mean is highlighted if it differs from 0 and from every other method (sign flips, p < 0.05 after Holm’s correction)."_tr);
        if (constant > 0) add("A constant ranking counts as correlation 0."_tr);
    } else {
        add(formatText("Output {}."_tr, {describeOutput(state)}));
        if (constant > 0 && model.complete)
            add("A dash marks a constant ranking, which has no correlation."_tr);
        add(pluralText(
            model.tokens,
            "Below each number is p, the share of shuffles of the {} token that agree at least as well.|Below each number is p, the share of shuffles of the {} tokens that agree at least as well."_tr));
        add("A layer’s best is highlighted if fewer than 5 % of shuffles reach it anywhere in the table."_tr);
    }
    add("Agreement does not prove a cause."_tr);
    return text;
}

std::string listed(const std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens) text += (text.empty() ? "" : ", ") + quoted(token);
    return text;
}

}  // namespace

std::vector<bool> shownRanked(const AppState& state) {
    const ExampleSummary& example = state.document->current;
    const bool isOwn = example.decoderTokens.empty() && state.view.outputMode == OutputMode::chosen;
    return rankedTokens({example.tokens, example.specialTokens, example.sinks,
                         isOwn ? std::span<const int>(state.view.outputs) : std::span<const int>()},
                        state.view.among, state.view.leftOut);
}

int rankedCount(const AppState& state) {
    return static_cast<int>(std::ranges::count(shownRanked(state), true));
}

std::string describeRanking(const AppState& state) {
    const std::vector<std::string>& out = state.view.leftOut;
    if (isOverAll(state)) {
        if (out.empty()) return rankedAmong(state.view.among);
        if (state.view.among == RankingScope::all)
            return formatText("Includes all tokens except {}."_tr, {listed(out)});
        return rankedAmong(state.view.among) + ' ' +
               formatText("Also excludes {}."_tr, {listed(out)});
    }
    // Tokens that the present example does not have are not excluded from its ranking.
    const std::vector<std::string>& tokens = state.document->current.tokens;
    const std::vector<bool> takesPart = shownRanked(state);
    std::vector<std::string> missing;
    for (std::size_t token = 0; token < tokens.size(); ++token)
        if (!takesPart[token] && std::ranges::find(missing, tokens[token]) == missing.end())
            missing.push_back(tokens[token]);
    const int count = static_cast<int>(tokens.size());
    if (missing.empty())
        return pluralText(count, "{} token is ranked.|All {} tokens are ranked."_tr);
    return sayCount(
        count, "{} of {} token is ranked, without {}.|{} of {} tokens are ranked, without {}."_tr,
        {rankedCount(state), count, listed(missing)});
}

Query correlationQuery(const AppState& state) {
    Query query =
        questionWith(state, Query::What::correlation, Method::rollout, state.view.settings);
    query.leftOut = state.view.leftOut;
    query.among = state.view.among;
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
    model.side = state.view.side;
    model.tokens = rankedCount(state);
    model.title =
        model.overAll
            ? pluralText(
                  model.examples,
                  "Faithfulness of the rankings over {} example|Faithfulness of the rankings over {} examples"_tr)
            : std::string("Faithfulness of the rankings for this example"_tr) + describeCuts(state);
    addChoices(model, state);
    model.ranked = describeRanking(state);
    model.stopped = isStopped(state, correlationQuery(state));
    model.secondsLeft = results.secondsLeft(correlationQuery(state));
    const Answer* answer = results.find(correlationQuery(state));
    model.standing = standingOf(state, results, correlationQuery(state));
    if (answer != nullptr && !answer->problem) readTables(model, state, *answer);
    if (model.ready) model.rankings = scoreRankings(state, results);
    model.caption = captionOf(model, state);
    return model;
}

std::string describeProgress(const FaithfulnessModel& model) {
    if (!model.overAll) return progressText(model.share, model.stopped, model.secondsLeft);
    std::string words =
        sayCount(model.examples,
                 model.stopped ? "stopped at {} of {} example|stopped at {} of {} examples"_tr
                               : "{} of {} example|{} of {} examples"_tr,
                 {model.done, model.examples});
    return withTimeLeft(std::move(words), model.stopped ? 0 : model.secondsLeft);
}

std::string underCell(const FaithfulnessModel& model, const FaithfulnessCell& cell) {
    if (!model.overAll) {
        if (std::isnan(cell.p)) return "";
        return cell.p < 0.001 ? "<.001" : shortProbability(cell.p);
    }
    if (std::isnan(cell.low) || std::isnan(cell.high)) return "";
    return "±" + shortCorrelation((cell.high - cell.low) / 2);
}

bool isShown(const FaithfulnessModel& model, const RankedRow& row) {
    const bool isBeside = row.ofContributions && model.side != Side::contributions;
    return row.method == model.method && !isBeside;
}

void writeFaithfulness(JsonWriter& json, const FaithfulnessModel& model) {
    json.beginObject().field("examples", model.overAll ? model.examples : 1);
    json.field("done", model.done);
    if (!model.overAll) json.field("tokens", model.tokens);
    json.field("among", nameOf(model.among)).field("ranked", model.ranked);
    json.array("leftOut", model.leftOut);
    json.key("importance").beginObject();
    for (const FaithfulnessTable& table : model.tables) {
        json.key(table.name).beginObject();
        for (std::size_t method = 0; method < table.methods.size(); ++method) {
            const RankedRow& row = table.row(method);
            json.key(row.ofContributions ? "contributions" : nameOf(row.method)).beginArray();
            int layer = 0;
            for (const FaithfulnessCell& cell : table.methods[method]) {
                const double deviation = model.overAll ? cell.deviation : 0.0;
                json.beginObject().field("layer", ++layer).field("mean", cell.mean);
                json.field("sd", deviation).field("low", cell.low).field("high", cell.high);
                json.field("p", cell.p);
                json.field("pOfTable", cell.pOfTable).endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endObject().endObject();
}

}  // namespace hw
