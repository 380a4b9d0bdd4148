// SPDX-License-Identifier: MIT
// The prompts of a sentence encoder's authors ("query: "), and their limit of tokens.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/localized_text.h"
#include "model/files/shards.h"
#include "model/network/key_kinds.h"
#include "model/session/session.h"

namespace hw::model {

Result<void> Session::takePrompt(std::optional<std::string_view> name) {
    const std::string_view wanted = name.value_or(facts_.spec.usualPrompt);
    prompt_.clear();
    if (wanted.empty()) return {};
    std::vector<std::string> names;
    for (const auto& [own, text] : facts_.spec.prompts) {
        names.push_back(own);
        if (own != wanted) continue;
        prompt_ = text;
        return {};
    }
    return std::unexpected(Problem{Code::badArgument, std::string(wanted),
                                   std::string("The model has no prompt with this name."_tr),
                                   names.empty()
                                       ? std::string("It has no prompts."_tr)
                                       : formatText("Available: {}."_tr, {nameList(names)}),
                                   std::nullopt});
}

std::string Session::shownName() const {
    return nameWithout(name_.empty() ? facts_.spec.familyName : name_, facts_.spec.ignoredKeys);
}

std::string Session::cutNote(const Run& run) const {
    if (run.encoding.whole == 0) return {};
    return formatText(tokenizer_ && tokenizer_->cutsLeft()
                          ? "The model reads the last {} of {} tokens."_tr
                          : "The model reads the first {} of {} tokens."_tr,
                      {run.tokens(), run.encoding.whole});
}

int Session::promptTokens(std::string_view text) const {
    if (!facts_.spec.head.skipsPrompt || !tokenizer_) return 0;
    std::string_view prompt;
    for (const auto& [name, own] : facts_.spec.prompts)
        if (own.size() > prompt.size() && text.starts_with(own)) prompt = own;
    const auto encoding = tokenizer_->encode(prompt);
    if (prompt.empty() || !encoding || encoding->ids.empty()) return 0;
    const int count = static_cast<int>(encoding->size());
    return tokenizer_->isSpecial(encoding->ids.back()) ? count - 1 : count;
}

}  // namespace hw::model
