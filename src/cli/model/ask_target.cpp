// SPDX-License-Identifier: MIT
#include "cli/model/ask_target.h"

#include <string>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/model/model_run.h"
#include "core/number_text.h"
#include "model/session/token_scores.h"

namespace hw::cli {
namespace {

/// The cosine with another sentence's vector.
Result<model::Target> cosineWith(const model::Session& session, std::string_view text) {
    if (text.empty())
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "target",
                    .finding = "This model gives one vector for a text.",
                    .remedy = "Name the text to compare with: --target \"another sentence\".",
                    .byte = {}});
    const auto other = session.run(text);
    if (!other) return std::unexpected(other.error());
    model::Target target;
    target.kind = model::TargetKind::cosine;
    target.other = session.outputs(*other, 0);
    return target;
}

/// The next word " are" of "are": as most tokenizers write it within a sentence; -1 if that is no single token.
int nextWordNamed(const model::Session& session, std::string_view name) {
    const model::Tokenizer* tokenizer = session.tokenizer();
    if (tokenizer == nullptr || session.facts().task() != model::Task::nextWord) return -1;
    return model::onlyToken(*tokenizer, " " + std::string(name));
}

/// A number, a text in quotes, a text.
Result<int> outputOf(const model::Session& session, std::string_view text) {
    const bool isQuoted = text.size() > 2 && text.front() == '"' && text.back() == '"';
    if (isQuoted) text = text.substr(1, text.size() - 2);
    const auto number = wholeNumber(text);
    if (!isQuoted && number && *number >= 0 && *number < session.answering().outputs())
        return *number;
    if (const int word = nextWordNamed(session, text); word >= 0) return word;
    return session.outputNamed(text);
}

/// "are", or "are-is": a hyphen may be part of a word, so every one is tried.
Result<std::pair<int, int>> outputsNamed(const model::Session& session, std::string_view text) {
    const auto whole = outputOf(session, text);
    if (whole) return std::pair(*whole, -1);
    for (std::size_t at = text.find('-', 1); at != std::string_view::npos && at + 1 < text.size();
         at = text.find('-', at + 1)) {
        const auto first = outputOf(session, text.substr(0, at));
        const auto second = outputOf(session, text.substr(at + 1));
        if (first && second) return std::pair(*first, *second);
    }
    return std::unexpected(whole.error());
}

}  // namespace

Result<model::Target> readTarget(const model::Session& session, const model::Run& run,
                                 std::string_view text, std::string_view as) {
    if (session.facts().task() == model::Task::embedding) return cosineWith(session, text);
    model::Target target;
    target.position = lookedAt(session, run);
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        if (const auto position = wholeNumber(text.substr(at + 1))) {
            target.position = *position < 0 ? run.answeringTokens() + *position : *position;
            text = text.substr(0, at);
        }
    }
    if (target.position < 0 || target.position >= run.answeringTokens())
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "position",
                                       .finding = "There is no such token; the text has " +
                                                  numberText(run.answeringTokens()) + ".",
                                       .remedy = "Tokens count from 0.",
                                       .byte = {}});
    if (!as.empty()) target.kind = fromName<model::TargetKind>(as).value_or(target.kind);
    if (text.empty()) {
        // A change of all logits alike, as by a broken sink, is no change of the answer.
        const auto top = session.top(run, target.position, as.empty() ? 2 : 1);
        target.index = top.empty() ? 0 : top.front().index;
        if (top.size() > 1) target.minus = top[1].index;
        return target;
    }
    const auto outputs = outputsNamed(session, text);
    if (!outputs) return std::unexpected(outputs.error());
    std::tie(target.index, target.minus) = *outputs;
    if (as.empty() && target.minus < 0 && session.answering().outputs() > 1)
        target.kind = model::TargetKind::logProbability;
    return target;
}

Compared comparedText(const model::Session& session, GivenText text, const ModelOptions& options) {
    if (session.facts().task() != model::Task::embedding || !text.pair || !options.target.empty())
        return {std::move(text), options.target};
    std::string second = std::move(*text.pair);
    text.pair.reset();
    return {std::move(text), std::move(second)};
}

Result<Question> askRun(const model::Session& session, const model::Run& run,
                        std::string_view target, std::string_view as) {
    if (run.output)
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "model",
                                       .finding = "This is not done with a model that translates.",
                                       .remedy = "Take ask, or a method.",
                                       .byte = {}});
    auto asked = readTarget(session, run, target, as);
    if (!asked) return std::unexpected(std::move(asked.error()));
    const bool isKept = !run.trace.records.empty() && run.trace.firstLayer == 0;
    auto trace = isKept
                     ? Result<model::Trace>(run.trace)
                     : model::forward(session.network(), run.trace.texts, {.keepsRecords = true});
    if (!trace) return std::unexpected(std::move(trace.error()));
    auto gradients = model::backward(session.network(), *trace, {&*asked, 1});
    if (!gradients) return std::unexpected(std::move(gradients.error()));
    return Question{std::move(*asked), std::move(*trace), std::move(*gradients)};
}

}  // namespace hw::cli
