// SPDX-License-Identifier: MIT
// What is asked of a run: which output, behind which token.
#include <algorithm>
#include <array>
#include <string_view>

#include "model/service/ask_parts.h"
#include "model/service/service.h"
#include "model/service/told.h"
#include "model/session/question_title.h"

namespace hw::service {
namespace {

/// The answer against the one that comes next: what moves all logits alike does not count.
std::optional<model::Target> usualTarget(const std::vector<model::Choice>& answers, int position) {
    if (answers.empty()) return std::nullopt;
    model::Target target;
    target.index = answers[0].index;
    if (answers.size() > 1 && !answers[0].isScore) target.minus = answers[1].index;
    target.position = position;
    return target;
}

constexpr std::string_view cosine = "cos:";

/// What stands before a target's outputs, and what it makes of them.
struct NamedKind {
    std::string_view prefix;
    model::TargetKind kind;
};
constexpr std::array namedKinds{NamedKind{"p:", model::TargetKind::probability},
                                NamedKind{"lp:", model::TargetKind::logProbability}};

/// "924-925" of "924-925@7". A text to compare with may hold anything.
std::string_view withoutPosition(std::string_view target) {
    return target.starts_with(cosine) ? target : target.substr(0, target.rfind('@'));
}

}  // namespace

std::string_view comparedText(std::string_view target) {
    return target.starts_with(cosine) ? target.substr(cosine.size()) : std::string_view();
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
    std::string_view text = withoutPosition(recipe.target);
    if (facts.task() == model::Task::embedding) {
        if (!text.starts_with(cosine)) return std::nullopt;
        const auto other = plainRun({.text = std::string(comparedText(text))});
        if (!other) return std::unexpected(other.error());
        return model::Target{.kind = model::TargetKind::cosine,
                             .other = session_->outputs(*other, 0)};
    }
    if (position < 0 || facts.task() == model::Task::discriminator ||
        facts.task() == model::Task::tokenClasses)
        return std::nullopt;
    if (text.empty()) return usualTarget(answersOf(*session_, *base_, position), position);
    model::Target target;
    for (const NamedKind& one : namedKinds)
        if (text.starts_with(one.prefix)) {
            target.kind = one.kind;
            text.remove_prefix(one.prefix.size());
        }
    const std::size_t dash = text.find('-');
    target.index = numberIn(text.substr(0, dash));
    if (dash != text.npos) target.minus = numberIn(text.substr(dash + 1));
    target.position = position;
    const auto good = model::checkTarget(target, facts.answering(), session_->answering().outputs(),
                                         base_->answeringTokens());
    if (!good) return std::unexpected(good.error());
    return target;
}

Result<void> Service::writeQuestion(JsonWriter& json, const Recipe& recipe, const model::Run& run) {
    const auto target = targetOf(recipe);
    if (!target) return std::unexpected(target.error());
    if (!*target) {
        json.key("question").null();
        return {};
    }
    const model::Target& own = **target;
    const bool isCosine = own.kind == model::TargetKind::cosine;
    const auto name = [&](int output) {
        return output < 0 ? std::string() : session_->nameOf(output);
    };
    const auto value = [&](const model::Run& of) {
        return model::valuesOf(session_->answering(), of.answering(), own).front();
    };
    json.key("question")
        .beginObject()
        .field("kind", nameOf(own.kind))
        .field("index", isCosine ? -1 : own.index)
        .field("name", isCosine ? std::string(comparedText(recipe.target)) : name(own.index))
        .field("minus", own.minus)
        .field("position", isCosine ? -1 : own.position)
        .field("place", model::placeToName(*session_, run, own))
        .field("isOutput", run.output != nullptr)
        .field("against", name(own.minus))
        .field("before", value(*base_))
        .field("after", value(run))
        .endObject();
    return {};
}

}  // namespace hw::service
