// SPDX-License-Identifier: MIT
#include "model/session/question_title.h"

#include "core/localized_text.h"

namespace hw::model {
namespace {

/// Maximum bytes of a text to compare with, because a caption has more to show.
constexpr std::size_t longestOther = 60;

std::string shortened(std::string_view text) {
    if (text.size() <= longestOther) return std::string(text);
    std::size_t end = longestOther;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return std::string(text.substr(0, end)) + "…";
}

/// A token that starts a word includes its space.
std::string withoutSpace(const std::string& name) {
    const std::size_t first = name.find_first_not_of(' ');
    return first == std::string::npos ? name : name.substr(first);
}
std::string word(const Session& session, int output) {
    return withoutSpace(session.nameOf(output));
}

/// A word next to another. Its space is shown if the two look the same without it ("Ag", " Ag").
std::string wordBeside(const Session& session, int output, int other) {
    const std::string own = word(session, output);
    const std::string whole = session.nameOf(output);
    const bool isAlike = own == word(session, other) && whole != session.nameOf(other);
    return isAlike && whole.size() > own.size() ? "␣" + own : own;
}

}  // namespace

std::string wordOf(const Session& session, const Target& target) {
    std::string text;
    for (const Target& one : partsOf(target)) text += session.nameOf(one.index);
    return text;
}

int placeToName(const Session& session, const Run& run, const Target& target) {
    if (target.kind == TargetKind::cosine || !isPerPosition(session.answering().spec)) return -1;
    const int last = run.answeringTokens() - 1;
    const int place = target.position < 0 ? last : target.position;
    return run.output || place != session.usualPosition(run) ? place : -1;
}

std::string describeQuestion(const Session& session, const Run& run, const Target& target,
                             std::string_view other) {
    if (target.kind == TargetKind::cosine)
        return formatText("cosine with “{}”"_tr, {shortened(other)});
    std::string of =
        target.minus < 0
            ? formatText("“{}”"_tr, {withoutSpace(wordOf(session, target))})
            : formatText("“{}” against “{}”"_tr, {wordBeside(session, target.index, target.minus),
                                                  wordBeside(session, target.minus, target.index)});
    if (const int place = placeToName(session, run, target); place >= 0)
        of = run.output ? formatText("{} at token {} of the output"_tr, {of, place + 1})
                        : formatText("{} at token {}"_tr, {of, place + 1});
    switch (target.kind) {
        case TargetKind::probability: return formatText("probability of {}"_tr, {of});
        case TargetKind::logProbability: return formatText("log-probability of {}"_tr, {of});
        case TargetKind::logit:
        case TargetKind::cosine: break;
    }
    return formatText("logit of {}"_tr, {of});
}

std::string askedTitle(const std::string& title, const Session& session, const Run& run,
                       const Target& target, std::string_view other) {
    return formatText("{} · question: {}"_tr,
                      {title, describeQuestion(session, run, target, other)});
}

}  // namespace hw::model
