// SPDX-License-Identifier: MIT
// A question about a word that the model writes in several tokens. The word is appended to the text, so that each of
// its tokens is read out after the ones before it.
#include <algorithm>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "model/service/effects.h"

namespace hw::service {
namespace {

/// "Kraków" of "lp:Kraków". Empty if the question has another kind, or another place.
std::string_view plainWord(std::string_view text, std::optional<model::TargetKind> kind) {
    constexpr std::string_view logProbability = "lp:";
    if (text.starts_with(logProbability)) {
        text.remove_prefix(logProbability.size());
        kind = model::TargetKind::logProbability;
    }
    if (text.size() > 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    const bool isOther = kind && *kind != model::TargetKind::logProbability;
    return isOther || text.find('@') != text.npos ? std::string_view() : text;
}

/// The text followed by the word. nullopt if its tokens do not continue those of the text, or the word is only one
/// token.
std::optional<TextTarget> continueWith(const model::Session& session, const model::Run& run,
                                       std::string_view word) {
    const model::Tokenizer* tokenizer = session.tokenizer();
    if (word.empty() || tokenizer == nullptr || run.output ||
        session.facts().task() != model::Task::nextWord)
        return std::nullopt;
    const bool isSpaced = run.text.empty() || run.text.back() == ' ' || run.text.back() == '\n';
    const std::string text = run.text + (isSpaced ? "" : " ") + std::string(word);
    auto encoding = tokenizer->encode(text, {}, !run.isMessage);
    const auto& before = run.encoding;
    const auto count = before.ids.size();
    if (!encoding || encoding->ids.size() < count + 2 ||
        !std::equal(before.ids.begin(), before.ids.end(), encoding->ids.begin()))
        return std::nullopt;
    std::copy(before.special.begin(), before.special.end(), encoding->special.begin());
    encoding->ofTemplate = before.ofTemplate;
    if (!encoding->ofTemplate.empty()) encoding->ofTemplate.resize(encoding->ids.size());
    TextTarget made;
    made.target = {.kind = model::TargetKind::logProbability,
                   .index = encoding->ids[count],
                   .position = static_cast<int>(count) - 1};
    made.target.rest.assign(encoding->ids.begin() + static_cast<std::ptrdiff_t>(count) + 1,
                            encoding->ids.end());
    model::Run longer;
    longer.text = text;
    longer.isMessage = run.isMessage;
    longer.before = run.before;
    longer.encoding = std::move(*encoding);
    auto traced = session.traced(std::move(longer));
    if (!traced) return std::nullopt;
    made.longer = std::move(*traced);
    return made;
}

}  // namespace

Result<TextTarget> parseTextTarget(const model::Session& session, const model::Run& run,
                                   std::string_view text, std::optional<model::TargetKind> kind) {
    auto target = targetNamed(session, run, text, kind);
    if (target) return TextTarget{std::move(*target), std::nullopt};
    auto made = continueWith(session, run, plainWord(text, kind));
    if (!made) return std::unexpected(std::move(target.error()));
    return std::move(*made);
}

}  // namespace hw::service
