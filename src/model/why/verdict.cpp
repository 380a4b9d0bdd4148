// SPDX-License-Identifier: MIT
#include "model/why/verdict.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/localized_text.h"
#include "core/methods/token_groups.h"
#include "core/number_text.h"
#include "core/tokens/token_text.h"
#include "core/tokens/visible_text.h"
#include "model/service/question_parts.h"
#include "model/session/question_title.h"

namespace hw::why {
namespace {

/// Minimum share of the question that must remain without a word, for a sentence that attention leads to it but it is
/// not needed.
constexpr double kept = 0.9;
/// The share of the largest loss from which another one is called nearly as large.
constexpr double nearlyAsMuch = 0.9;

class VerdictBuilder {
public:
    VerdictBuilder(const service::RunQuestion& asked, const RunOverview& overview,
                   const Groups& groups, std::span<const service::GroupTest> tested, bool isHidden)
        : asked_(asked),
          overview_(overview),
          groups_(groups),
          tested_(tested),
          isHidden_(isHidden) {}

    /// The largest effect of such a word.
    double mostUnmoved() const {
        if (asked_.target.kind == model::TargetKind::logProbability) return -std::log(kept);
        return (1 - kept) * std::abs(overview_.value);
    }

    /// The lead, of which a named word takes half. None for a model of next words, whose words are named only by their
    /// vote.
    std::optional<double> lead() const {
        const bool isNextWord = asked_.session.answering().spec.head.task == model::Task::nextWord;
        return isDifference(asked_.target) && !isNextWord ? std::optional(overview_.value)
                                                          : std::nullopt;
    }

    /// Whether the answer is the same without any single group.
    bool keeps() const {
        // The test sees only the first token of a word of several tokens.
        if (asked_.target.isSeveral() || overview_.likeliest.size() < 2 ||
            asked_.target.index != overview_.likeliest.front().index)
            return false;
        for (std::size_t group = 0; group < tested_.size(); ++group)
            if (overview_.evidence.takesPart[group] && tested_[group].answer >= 0 &&
                tested_[group].answer != asked_.target.index)
                return false;
        return true;
    }
    /// Only leads, likelihoods and similarities have a share that remains.
    bool reportsElsewhere() const {
        switch (asked_.target.kind) {
            case model::TargetKind::cosine: return true;
            case model::TargetKind::logit:
                return isDifference(asked_.target) &&
                       overview_.value > overview_.noise(asked_.target);
            default: return asked_.target.minus < 0;
        }
    }

    std::vector<std::string> sentences(const Naming& naming, int to) const {
        std::vector<std::string> name = groupNames(asked_.base, groups_);
        for (std::string& one : name) one = isolated(one);
        std::vector<std::string> all;
        addVerdict(all, naming, name);
        if (keeps() && naming.order.size() > 1)
            all.emplace_back(isPicture() ? "No single missing patch changes the answer."_tr
                                         : "No single missing word changes the answer."_tr);
        else if (naming.named >= 0 && !isToldByLead(naming) && tested_[naming.named].answer >= 0 &&
                 tested_[naming.named].answer != overview_.likeliest.front().index)
            all.push_back(formatText(
                "Without “{}” the model answers “{}”."_tr,
                {name[naming.named], isolated(shownAnswer(tested_[naming.named].text))}));
        if (std::string tie = nearly(naming, name); !tie.empty()) all.push_back(std::move(tie));
        if (to >= 0) all.push_back(stays(name[to]));
        if (naming.named >= 0 && isHidden_) all.push_back(rate(naming.votes));
        return all;
    }

private:
    /// How often a word named in this way is the right one.
    std::string rate(int votes) const {
        const model::NamingRates& known = asked_.session.facts().rates;
        const model::NamingRate& own = votes == tests ? known.three
                                       : votes == 2   ? known.two
                                                      : known.half;
        const bool isKnown = own.texts > 0;
        if (votes == 0 && !isKnown)
            return std::string(
                "The accuracy of this rule has not been measured for this model."_tr);
        if (!isKnown)
            return std::string(
                "The accuracy of such a vote has not been measured for this model."_tr);
        if (const std::string unsure = unlikely(known.likely); !unsure.empty()) return unsure;
        return formatText(
            votes == 0
                ? "A word whose hiding took half of the lead was right in {} of {} test texts. Your text may differ."_tr
                : "Such a vote was right in {} of {} test texts. Your text may differ."_tr,
            {own.right, own.texts});
    }
    /// The test texts have hardly an answer as unlikely as this one, so that their rate does not apply; "" if they have.
    std::string unlikely(double likely) const {
        const bool isScore = overview_.likeliest.empty() || overview_.likeliest.front().isScore;
        const double share = isScore ? 1 : probabilityOf(asked_, overview_, asked_.target.index);
        if (!(share < likely)) return {};
        return formatText(
            "The model gives “{}” only {} %. The accuracy of this rule was measured only for answers above {} %."_tr,
            {isolated(shownAnswer(model::wordOf(asked_.session, asked_.target))), percent(share),
             percent(likely)});
    }
    /// A word whose loss is nearly the largest, in a sentence; "" if the next word loses clearly less.
    std::string nearly(const Naming& naming, const std::vector<std::string>& name) const {
        const std::vector<double>& lost = overview_.evidence.leftOut;
        const int first = naming.first[0];
        int second = -1;
        for (const int group : naming.order)
            if (group != first && !(second >= 0 && lost[second] >= lost[group]) &&
                std::isfinite(lost[group]))
                second = group;
        if (first < 0 || second < 0 || !(lost[second] >= nearlyAsMuch * lost[first])) return {};
        return formatText(isHidden_ ? "Hiding “{}” takes nearly as much as hiding “{}”."_tr
                                    : "“{}” takes nearly as much as “{}”."_tr,
                          {name[second], name[first]});
    }
    /// A sentence about the word without which the value falls most.
    LocalizedText losesMost() const {
        if (isDifference(asked_.target)) return "The lead falls most without “{}”."_tr;
        switch (asked_.target.kind) {
            case model::TargetKind::cosine: return "The similarity falls most without “{}”."_tr;
            case model::TargetKind::logit: return "The value falls most without “{}”."_tr;
            default: return "The answer becomes least likely without “{}”."_tr;
        }
    }
    bool isPicture() const { return asked_.session.facts().readsPictures(); }
    /// A sentence about a word that attention leads to.
    std::string stays(const std::string& word) const {
        const model::Target& target = asked_.target;
        const auto answer = [&](int index) {
            return isolated(shownAnswer(asked_.session.nameOf(index)));
        };
        if (isDifference(target))
            return formatText(
                "Attention leads to “{}”, but without it the model still prefers “{}” to “{}”."_tr,
                {word, answer(target.index), answer(target.minus)});
        if (target.kind == model::TargetKind::cosine)
            return formatText(
                "Attention leads to “{}”, but the similarity stays the same without “{}”."_tr,
                {word, word});
        return formatText(
            "Attention leads to “{}”, but the answer stays as likely without “{}”."_tr,
            {word, word});
    }
    /// The named word's sentence about the lead implies it.
    bool isToldByLead(const Naming& naming) const {
        return naming.votes == 0 && tested_[naming.named].answer == asked_.target.minus;
    }

    /// Of the groups that the tests put first, the one that is at `place` in the order.
    static int likeliest(const Naming& naming, int place) {
        for (const int group : naming.order)
            if (std::ranges::find(naming.first, group) != naming.first.end() && place-- == 0)
                return group;
        return naming.first[place];
    }

    void addVerdict(std::vector<std::string>& all, const Naming& naming,
                    const std::vector<std::string>& name) const {
        const int first = naming.first[0];
        if (naming.votes == tests) {
            all.push_back(formatText("“{}” matters most."_tr, {name[naming.named]}));
            all.emplace_back("All three tests name it."_tr);
        } else if (naming.votes == 2) {
            all.push_back(formatText("“{}” probably matters most, then “{}”."_tr,
                                     {name[naming.named], name[naming.then]}));
            const bool isByHiding = first == naming.named;
            all.push_back(formatText(
                isByHiding
                    ? "Hiding words and one other test rank “{}” first. The third ranks “{}” first."_tr
                    : "Two tests rank “{}” first. Hiding words ranks “{}” first."_tr,
                {name[naming.named], name[naming.then]}));
            if (!(overview_.evidence.leftOut[naming.named] > overview_.noise(asked_.target)))
                all.push_back(
                    formatText("Hiding “{}” does not weaken the answer."_tr, {name[naming.named]}));
        } else if (naming.votes == 1) {
            all.push_back(formatText("No single word stands out. “{}” or “{}” may matter most."_tr,
                                     {name[likeliest(naming, 0)], name[likeliest(naming, 1)]}));
            all.push_back(
                formatText("The three tests name “{}”, “{}” and “{}”."_tr,
                           {name[naming.first[0]], name[naming.first[1]], name[naming.first[2]]}));
        } else if (naming.named >= 0) {
            all.push_back(formatText("“{}” matters most."_tr, {name[naming.named]}));
            all.push_back(formatText(
                "Without it the lead falls from {} to {}."_tr,
                {shortNumber(overview_.value),
                 shortNumber(overview_.value - overview_.evidence.leftOut[naming.named])}));
        } else if (naming.order.empty()) {
            all.emplace_back("There are no words to compare."_tr);
        } else if (naming.order.size() == 1) {
            all.push_back(formatText("Only “{}” can be hidden."_tr, {name[naming.order.front()]}));
        } else if (first < 0) {
            all.emplace_back(isPicture() ? "No single missing patch weakens the answer."_tr
                                         : "No single missing word weakens the answer."_tr);
        } else if (std::ssize(naming.order) >= fewestGroups &&
                   lead().value_or(0) > overview_.noise(asked_.target)) {
            all.push_back(formatText(
                isPicture()
                    ? "No single patch stands out. None takes half of the lead. “{}” takes the most."_tr
                    : "No single word stands out. None takes half of the lead. “{}” takes the most."_tr,
                {name[first]}));
        } else {
            all.push_back(formatText(losesMost(), {name[first]}));
        }
    }

    static std::string percent(double share) { return shortNumber(std::round(share * 1e3) / 10); }
    static std::string shortNumber(double value) {
        const std::string digits = inLanguage(numberText(std::round(std::abs(value) * 100) / 100));
        return value < 0 && digits != "0" ? "−" + digits : digits;
    }

    const service::RunQuestion& asked_;
    const RunOverview& overview_;
    const Groups& groups_;
    std::span<const service::GroupTest> tested_;
    bool isHidden_;
};

}  // namespace

namespace {

/// A patch counted from 1, "r4c5" for "r3c4"; nullopt if the token is no patch.
std::optional<std::string> patchText(std::string_view token) {
    const std::size_t column = token.find('c');
    if (!token.starts_with('r') || column == std::string_view::npos) return std::nullopt;
    const auto row = service::wholeIn(token.substr(1, column - 1));
    const auto own = service::wholeIn(token.substr(column + 1));
    if (!row || !own) return std::nullopt;
    return "r" + numberText(*row + 1) + "c" + numberText(*own + 1);
}

}  // namespace

std::vector<std::string> groupNames(const model::Run& run, const Groups& groups) {
    std::vector<int> groupOf(run.tokens(), -1);
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const int token : groups[group]) groupOf[token] = static_cast<int>(group);
    std::vector<std::string> texts = groupTexts(groupsFrom(groupOf), run.encoding.tokens);
    texts.resize(groups.size());
    const bool isPicture = run.picture.width > 0;
    for (std::size_t group = 0; isPicture && group < groups.size(); ++group)
        if (const auto first = patchText(run.encoding.tokens[groups[group].front()])) {
            const auto last = patchText(run.encoding.tokens[groups[group].back()]);
            texts[group] = groups[group].size() > 1 && last ? *first + "–" + *last : *first;
        }
    std::vector<std::string> names;
    for (auto text = texts.begin(); text != texts.end(); ++text) {
        const bool isOne = std::ranges::count(texts, *text) == 1;
        const auto place = std::count(texts.begin(), text, *text) + 1;
        names.push_back(isOne ? *text : *text + " (" + numberText(place) + ")");
    }
    return names;
}

std::string shownAnswer(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return withVisibleControls(
        withVisibleBlank(first == std::string::npos ? text : text.substr(first), "␣"));
}

Verdict verdictOf(const service::RunQuestion& asked, const RunOverview& overview,
                  const Groups& groups, std::span<const service::GroupTest> tested, bool isHidden) {
    const VerdictBuilder speaker(asked, overview, groups, tested, isHidden);
    Verdict made;
    made.naming = nameGroup(overview.evidence, speaker.lead(), overview.noise(asked.target));
    made.keeps = speaker.keeps();
    if (speaker.reportsElsewhere())
        made.elsewhere = elsewhere(overview.evidence, made.naming, speaker.mostUnmoved());
    made.sentences = speaker.sentences(made.naming, made.elsewhere);
    return made;
}

}  // namespace hw::why
