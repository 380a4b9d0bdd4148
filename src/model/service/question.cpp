// SPDX-License-Identifier: MIT
// The question about a run: which output, after which token.
#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/number_text.h"
#include "core/refusal.h"
#include "model/service/question_parts.h"
#include "model/service/run_json.h"
#include "model/service/service.h"
#include "model/session/question_title.h"
#include "model/session/token_scores.h"

namespace hw::service {
namespace {

/// The answer against another one, because a change that moves all logits alike does not count.
std::optional<model::Target> usualTarget(const std::vector<model::Choice>& answers, int position) {
    if (answers.empty()) return std::nullopt;
    model::Target target;
    target.index = answers[0].index;
    target.minus = model::usualContrast(answers);
    target.position = position;
    return target;
}

constexpr std::string_view cosine = "cos:";

model::Target cosineWith(const model::Session& session, const model::Run& other) {
    return {.kind = model::TargetKind::cosine, .other = session.outputs(other, 0)};
}

/// The prefix of a target's outputs, and its kind.
struct NamedKind {
    std::string_view prefix;
    model::TargetKind kind;
};
constexpr std::array namedKinds{NamedKind{"p:", model::TargetKind::probability},
                                NamedKind{"lp:", model::TargetKind::logProbability}};

/// "924-925" of "924-925@7". A text to compare with may contain anything.
std::string_view withoutPosition(std::string_view target) {
    return target.starts_with(cosine) ? target : target.substr(0, target.rfind('@'));
}

/// The next word " are" of "are", as most tokenizers write it within a sentence; -1 if that is not a single token.
int nextWordNamed(const model::Session& session, std::string_view name) {
    const model::Tokenizer* tokenizer = session.tokenizer();
    if (tokenizer == nullptr || session.facts().task() != model::Task::nextWord) return -1;
    return model::onlyToken(*tokenizer, " " + std::string(name));
}

/// A number, a quoted text, or a text.
Result<int> outputOf(const model::Session& session, std::string_view text) {
    const bool isQuoted = text.size() > 2 && text.front() == '"' && text.back() == '"';
    if (isQuoted) text = text.substr(1, text.size() - 2);
    const int number = isQuoted ? -1 : numberIn(text);
    if (number >= 0 && number < session.answering().outputs()) return number;
    if (const int word = nextWordNamed(session, text); word >= 0) return word;
    return session.outputNamed(text);
}

using Two = std::pair<int, int>;

/// "12", "are", or two with a hyphen between them. A hyphen may be part of a word, so every hyphen is tried.
Result<Two> outputsNamed(const model::Session& session, std::string_view text) {
    const std::size_t first = text.find('-', 1);
    const auto one = wholeIn(text.substr(0, first));
    const auto two = first == text.npos ? std::nullopt : wholeIn(text.substr(first + 1));
    const int count = session.answering().outputs();
    // Links have numbers, which no word may shadow.
    if (one && two && *one < count && *two >= 0 && *two < count) return Two(*one, *two);
    const auto whole = outputOf(session, text);
    if (whole) return Two(*whole, -1);
    for (std::size_t at = first; at != text.npos && at + 1 < text.size();
         at = text.find('-', at + 1)) {
        const auto from = outputOf(session, text.substr(0, at));
        const auto against = outputOf(session, text.substr(at + 1));
        if (from && against) return Two(*from, *against);
    }
    // A number that is no name is rejected as a number.
    if (one && (two || first == text.npos)) return Two(*one, two.value_or(-1));
    return std::unexpected(whole.error());
}

/// The tokens of "17+203", a word of several tokens; empty if it is not one.
std::vector<int> severalNamed(std::string_view text) {
    std::vector<int> tokens;
    for (const auto piece : std::views::split(text, '+')) {
        const auto token = wholeIn(std::string_view(piece));
        if (!token) return {};
        tokens.push_back(*token);
    }
    return tokens.size() > 1 ? tokens : std::vector<int>();
}

/// The value named by a text without a position. If neither it nor `kind` names a kind, `single` is used for one output
/// among several, and the logit for everything else.
Result<model::Target> targetIn(const model::Session& session, const model::Run& run,
                               std::string_view text, int position, model::TargetKind single,
                               std::optional<model::TargetKind> kind = {}) {
    model::Target target{.position = position};
    for (const NamedKind& one : namedKinds)
        if (text.starts_with(one.prefix)) {
            kind = one.kind;
            text.remove_prefix(one.prefix.size());
        }
    if (const std::vector<int> several = severalNamed(text); !several.empty()) {
        target.index = several.front();
        target.rest.assign(several.begin() + 1, several.end());
        target.kind = kind.value_or(model::TargetKind::logProbability);
    } else {
        const Result<Two> outputs = text.empty() ? Two(-1, -1) : outputsNamed(session, text);
        if (!outputs) return std::unexpected(outputs.error());
        std::tie(target.index, target.minus) = *outputs;
        const bool isSingle = target.minus < 0 && session.answering().outputs() > 1;
        target.kind = kind.value_or(isSingle ? single : model::TargetKind::logit);
    }
    const auto good = model::checkTarget(target, session.facts().answering(),
                                         session.answering().outputs(), run.answeringTokens());
    if (!good) return std::unexpected(good.error());
    return target;
}

}  // namespace

std::string_view comparedText(std::string_view target) {
    return target.starts_with(cosine) ? target.substr(cosine.size()) : std::string_view();
}

int answerPosition(const model::Session& session, const model::Run& run) {
    const int usual = session.usualPosition(run);
    return usual >= 0 ? usual : std::min(1, run.tokens() - 1);
}

Result<model::Target> targetNamed(const model::Session& session, const model::Run& run,
                                  std::string_view text, std::optional<model::TargetKind> kind) {
    if (session.facts().task() == model::Task::embedding) {
        if (text.empty())
            return refusal(Code::badArgument, "target", "This model outputs one vector per text.",
                           "Give a text to compare with, such as --target \"another sentence\".");
        const auto other = session.run(text.starts_with(cosine) ? comparedText(text) : text);
        if (!other) return std::unexpected(other.error());
        return cosineWith(session, *other);
    }
    int position = answerPosition(session, run);
    const std::string_view own = withoutPosition(text);
    if (const auto named = wholeIn(text.substr(std::min(own.size() + 1, text.size())))) {
        position = *named < 0 ? run.answeringTokens() + *named : *named;
        text = own;
    }
    if (position < 0 || position >= run.answeringTokens())
        return refusal(
            Code::badArgument, "position",
            "There is no such token; the text has " + numberText(run.answeringTokens()) + ".",
            "Tokens count from 0.");
    if (!text.empty())
        return targetIn(session, run, text, position, model::TargetKind::logProbability, kind);
    auto target = usualTarget(session.top(run, position, kind ? 1 : mostAnswers), position)
                      .value_or(model::Target{.position = position});
    target.kind = kind.value_or(target.kind);
    return target;
}

int Service::positionOf(const Recipe& recipe, const model::Run& run) const {
    const std::size_t own = withoutPosition(recipe.target).size();
    if (run.output) {
        const std::string_view place = std::string_view(recipe.target).substr(own);
        const int position = place.empty() ? 0 : numberIn(place.substr(1));
        return std::clamp(position, 0, run.answeringTokens() - 1);
    }
    if (own == recipe.target.size() || !model::isPerPosition(session_->facts().spec))
        return session_->usualPosition(run);
    const int position = numberIn(std::string_view(recipe.target).substr(own + 1));
    return position < run.tokens() ? position : -1;
}

Result<std::optional<model::Target>> Service::targetOf(const Recipe& recipe) {
    const model::Facts& facts = session_->facts();
    const int position = positionOf(recipe, *base_);
    const std::string_view text = withoutPosition(recipe.target);
    if (facts.task() == model::Task::embedding) {
        if (!text.starts_with(cosine)) return std::nullopt;
        const auto other = plainRun({.text = std::string(comparedText(text))});
        if (!other) return std::unexpected(other.error());
        return cosineWith(*session_, *other);
    }
    if (position < 0 || facts.task() == model::Task::discriminator ||
        facts.task() == model::Task::tokenClasses)
        return std::nullopt;
    if (text.empty()) return usualTarget(baseAnswers(position), position);
    auto target = targetIn(*session_, *base_, text, position, model::TargetKind::logit);
    if (!target) return std::unexpected(std::move(target.error()));
    return std::move(*target);
}

void writeTarget(JsonWriter& json, const model::Session& session, const model::Run& run,
                 const model::Target& target, std::string_view other) {
    const bool isCosine = target.kind == model::TargetKind::cosine;
    const auto name = [&](int output) {
        return output < 0 ? std::string() : session.nameOf(output);
    };
    json.field("kind", nameOf(target.kind))
        .field("index", isCosine ? -1 : target.index)
        .field("name", isCosine ? std::string(other) : model::wordOf(session, target))
        .field("minus", target.minus)
        .field("position", isCosine ? -1 : target.position)
        .field("place", model::placeToName(session, run, target))
        .field("isOutput", run.output != nullptr)
        .field("against", name(target.minus));
    if (target.isSeveral()) json.array("rest", target.rest);
}

Result<void> Service::writeQuestion(JsonWriter& json, const Recipe& recipe, const model::Run& run) {
    const auto target = targetOf(recipe);
    if (!target) return std::unexpected(target.error());
    if (!*target) {
        json.key("question").null();
        return {};
    }
    const model::Target& own = **target;
    const auto value = [&](const model::Run& of) {
        return model::valuesOf(session_->answering(), of.answering(), own).front();
    };
    json.key("question").beginObject();
    writeTarget(json, *session_, run, own, comparedText(recipe.target));
    json.field("before", value(*base_)).field("after", value(run)).endObject();
    return {};
}

}  // namespace hw::service
