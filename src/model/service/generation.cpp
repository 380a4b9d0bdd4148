// SPDX-License-Identifier: MIT
// Generated text. A text is continued a few tokens at a time, so that the page can stop it and show it. A translation
// model has already written its output. Also decides which runs are read out at every token.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "model/service/cut_run.h"
#include "model/service/question_parts.h"
#include "model/service/service.h"
#include "model/write/token_text.h"

namespace hw::service {
namespace {

constexpr std::array<std::string_view, 3> ends{"none", "token", "length"};

/// Alternatives that are listed for each token.
constexpr int mostExpected = 4;
/// Tokens whose probabilities are computed. Each costs one pass of the head.
constexpr int mostRated = 200;

/// While a text is typed, the head is computed at every position up to this number of multiplications (about 20 ms).
constexpr double quickProducts = 2e8;

struct GeneratedToken {
    int id;
    std::string text;
    double probability;
};

}  // namespace

bool Service::readsOutAll(const model::Run& run, bool isSettled) const {
    const model::Spec& spec = session_->facts().spec;
    return isSettled ||
           double{1} * run.answeringTokens() * spec.vocabulary * spec.width <= quickProducts;
}

Result<model::Run> Service::encodedRun(const Recipe& recipe) {
    const bool hasPictures = session_->facts().seesPictures() && !recipe.images.empty();
    return hasPictures ? encodedPrompt(recipe) : encodedOf(*session_, recipe);
}

Result<model::Run> Service::textRun(const Recipe& recipe) {
    auto run = encodedRun(recipe);
    if (!run) return run;
    return writing_ == nullptr ? session_->traced(std::move(*run))
                               : writing_->traced(std::move(*run));
}

Result<Reply> Service::write(const Values& request, const model::Progress& /*progress*/) {
    using Clock = std::chrono::steady_clock;
    const auto started = Clock::now();
    if (writing_ == nullptr) {
        auto made = model::Writing::of(*session_);
        if (!made) return std::unexpected(std::move(made.error()));
        writing_ = std::make_unique<model::Writing>(std::move(*made));
    }
    model::Writing& writing = *writing_;
    const Recipe recipe = recipeOf(request.object("recipe"));
    Result<std::vector<int>> ids = numbersIn(recipe.ids, ',');
    const bool hasPictures = session_->facts().seesPictures() && !recipe.images.empty();
    if (hasPictures) {
        const auto prompt = encodedPrompt(recipe);
        if (!prompt) return std::unexpected(prompt.error());
        writing.see(prompt->sight);
        ids = std::vector<int>(prompt->encoding.ids.begin(), prompt->encoding.ids.end());
    } else if (recipe.ids.empty())
        ids = recipe.isMessage ? writing.idsOfMessage(recipe.text, recipe.before)
                               : writing.idsOf(recipe.text);
    if (!ids) return std::unexpected(std::move(ids.error()));
    if (ids->empty() || std::ranges::min(*ids) < 0) return badAsk();
    if (auto good = writing.set(*ids); !good) return std::unexpected(std::move(good.error()));
    const model::Sampling sampling{request.real("temperature"), request.whole("topK"),
                                   request.real("topP", 1),
                                   static_cast<std::uint64_t>(request.whole("seed", 1))};
    const int most = request.whole("most");
    const std::chrono::milliseconds patience(
        static_cast<std::int64_t>(request.real("milliseconds")));
    const model::Tokenizer& tokenizer = *session_->tokenizer();
    model::TokenText pieces(tokenizer, *ids);
    std::vector<GeneratedToken> written;
    while (std::ssize(written) < most && (written.empty() || Clock::now() - started < patience)) {
        const auto next = writing.next(sampling);
        if (!next) return std::unexpected(next.error());
        if (!*next) break;
        const int position = static_cast<int>(writing.ids().size()) - 2;
        written.push_back({**next, pieces.add(**next), writing.probability(position, **next)});
    }
    JsonWriter json;
    json.beginObject().array("ids", writing.ids()).field("begin", static_cast<int>(ids->size()));
    const std::span<const int> all = writing.ids();
    const std::size_t added = model::addedBefore(tokenizer, all);
    const std::span<const int> own = all.subspan(added);
    const std::string text = tokenizer.decode(own, true);
    const std::string rest = pieces.rest();
    const auto again = tokenizer.encode(text);
    json.field("prompt",
               tokenizer.decode(own.first(ids->size() - std::min(added, ids->size())), true))
        .field("text", text)
        .field("rest", rest)
        .field("same", again && std::ranges::equal(again->ids, writing.ids()))
        .field("end", ends[static_cast<std::size_t>(writing.ended())])
        .field("mostTokens", writing.mostTokens())
        .key("written")
        .beginArray();
    for (const GeneratedToken& one : written)
        json.beginObject()
            .field("id", one.id)
            .field("text", one.text)
            .field("probability", one.probability)
            .endObject();
    return Reply{json.endArray().endObject().take(), {}};
}

void Service::writeGenerated(JsonWriter& json, const model::Run& run) const {
    const model::Output& output = *run.output;
    json.key("output")
        .beginObject()
        .field("text", output.text)
        .field("given", output.isGiven)
        .field("cutOff", output.isCutOff);
    json.array("read", output.encoding.tokens);
    json.key("written").beginArray();
    const auto count = std::min<std::size_t>(output.written.size(), mostRated);
    for (std::size_t i = 1; i < count; ++i) {
        const auto position = static_cast<int>(i) - 1;
        const int id = output.written[i];
        const std::vector<model::Choice> likely = session_->top(run, position, mostExpected);
        const std::vector<double> shares = model::probabilities(session_->outputs(run, position));
        json.beginObject()
            .field("id", id)
            .field("text", session_->nameOf(id))
            .field("special",
                   session_->tokenizer() != nullptr && session_->tokenizer()->isSpecial(id))
            .field("position", position)
            .field("probability", shares[id])
            .field("bits", -std::log2(std::max(shares[id], 1e-30)));
        json.key("expected").beginArray();
        for (const model::Choice& one : likely)
            if (one.index != id)
                json.beginObject()
                    .field("text", one.name)
                    .field("probability", one.probability)
                    .endObject();
        json.endArray().endObject();
    }
    json.endArray().endObject();
}

}  // namespace hw::service
