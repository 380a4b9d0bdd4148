// SPDX-License-Identifier: MIT
#include "model/service/run_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "core/localized_text.h"
#include "core/tokens/shown_problem.h"
#include "model/service/facts_json.h"
#include "model/service/question_parts.h"
#include "model/service/service.h"

namespace hw::service {
namespace {

constexpr std::size_t mostVectors = 100;

}  // namespace

std::string shownToken(const model::Session& session, const model::Run& run, int token) {
    return shortened(session.tokenizer() != nullptr && !session.facts().readsPictures()
                         ? session.tokenizer()->shownToken(run.encoding.ids[token])
                         : run.encoding.tokens[token],
                     longestName);
}

void writeAnswers(JsonWriter& json, const std::vector<model::Choice>& answers) {
    json.key("answers").beginArray();
    for (const model::Choice& one : answers) {
        json.beginObject()
            .field("id", one.index)
            .field("text", shortened(one.name, longestName))
            .field("probability", one.probability)
            .field("logit", one.logit);
        if (one.isScore) json.field("isScore", true);
        json.endObject();
    }
    json.endArray();
}

std::vector<model::Choice> answersOf(const model::Session& session, const model::Run& run,
                                     int position) {
    if (session.facts().task() != model::Task::discriminator)
        return session.top(run, position, mostAnswers);
    std::vector<model::Choice> answers;
    for (int i = 0; i < run.tokens(); ++i) {
        if (run.encoding.special[i]) continue;
        for (model::Choice one : session.top(run, i, 1)) {
            one.index = i;
            one.name = shownToken(session, run, i);
            answers.push_back(std::move(one));
        }
    }
    std::ranges::sort(answers, std::greater{}, &model::Choice::probability);
    if (answers.size() > mostAnswers) answers.resize(mostAnswers);
    return answers;
}

namespace {

double cosineOf(const std::vector<float>& a, const std::vector<float>& b) {
    double product = 0;
    double lengthA = 0;
    double lengthB = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        product += double{a[i]} * b[i];
        lengthA += double{a[i]} * a[i];
        lengthB += double{b[i]} * b[i];
    }
    return lengthA > 0 && lengthB > 0 ? product / std::sqrt(lengthA * lengthB) : 0;
}

}  // namespace

void Service::writeNear(JsonWriter& json, const std::string& shown,
                        const std::vector<float>& own) const {
    std::vector<std::pair<double, std::string>> near;
    for (const auto& [text, vector] : vectors_)
        if (text != shown) near.emplace_back(cosineOf(own, vector), text);
    std::ranges::sort(near, std::greater{});
    json.key("near").beginArray();
    for (std::size_t i = 0; i < near.size() && i < mostAnswers; ++i)
        json.beginObject().field("text", near[i].second).field("cosine", near[i].first).endObject();
    json.endArray();
}

void Service::remember(const std::string& text, std::vector<float> own) {
    std::erase_if(vectors_, [&](const auto& known) { return known.first == text; });
    vectors_.emplace_back(text, std::move(own));
    if (vectors_.size() > mostVectors) vectors_.erase(vectors_.begin());
}

namespace {

/// True if there is nothing between this token and the one before it in the text.
bool joins(const model::Encoding& encoding, int at) {
    if (at == 0 || encoding.sequence[at] < 0) return false;
    return encoding.sequence[at] == encoding.sequence[at - 1] &&
           encoding.offsets[at].begin == encoding.offsets[at - 1].end;
}

/// Marks the tokens of a picture. Rarely used, so it is not inlined and not fetched with the first code.
[[gnu::noinline]] void markPicture(JsonWriter& json, const model::Run& run, int token) {
    if (std::ranges::binary_search(run.imageTokens, token)) json.field("picture", true);
}

}  // namespace

Result<std::string> Service::runJson(const Recipe& recipe, const model::Run& run, bool isSettled) {
    const model::Facts& facts = session_->facts();
    const int position = positionOf(recipe, run);
    const std::vector<double> bits = readsOutAll(run, isSettled) && !run.output
                                         ? session_->surprisals(run)
                                         : std::vector<double>();
    const model::Tokenizer* tokenizer = session_->tokenizer();
    const int unknown = tokenizer != nullptr ? tokenizer->specialIds().unknown : -1;
    JsonWriter json;
    json.beginObject().key("pieces").beginArray();
    for (int i = 0; i < run.tokens(); ++i) {
        json.beginObject()
            .field("id", run.encoding.ids[i])
            .field("text", shownToken(*session_, run, i))
            .field("special", bool{run.encoding.special[i]})
            .field("unknown", !run.encoding.special[i] && run.encoding.ids[i] == unknown)
            .field("joins", joins(run.encoding, i))
            .field("template", !run.encoding.ofTemplate.empty() && run.encoding.ofTemplate[i]);
        if (run.sight) markPicture(json, run, i);
        json.key("bits");
        std::cmp_less(i, bits.size()) ? json.value(bits[i]) : json.null();
        json.endObject();
    }
    json.endArray().field("note", session_->cutNote(run));
    json.key("says").beginObject();
    json.field("kind", taskNames(facts).page).field("position", position);
    json.field("vocabulary", session_->answering().outputs());
    writeAnswers(json,
                 &run == base_.get() ? baseAnswers(position) : answersOf(*session_, run, position));
    if (facts.task() == model::Task::embedding) {
        std::vector<float> own = session_->outputs(run, position);
        writeNear(json, recipe.pair ? std::string() : recipe.text, own);
        // Only the plain text, because a question about the cosine compares with that.
        const bool isPlain = !recipe.pair && !recipe.isCut();
        if (isSettled && isPlain && !recipe.text.empty()) remember(recipe.text, std::move(own));
    }
    json.endObject();
    if (run.output) writeGenerated(json, run);
    json.key("before");
    if (recipe.isCut()) {
        json.beginObject();
        writeAnswers(json, baseAnswers(position));
        json.endObject();
    } else {
        json.null();
    }
    if (auto good = writeQuestion(json, recipe, run); !good) return std::unexpected(good.error());
    return json.endObject().take();
}

}  // namespace hw::service
