// SPDX-License-Identifier: MIT
#include "cli/model/why.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "cli/model/input_texts.h"
#include "cli/model/model_run.h"
#include "cli/output/table_numbers.h"
#include "core/methods/token_groups.h"
#include "core/model/settings.h"
#include "core/tokens/token_text.h"
#include "core/tokens/token_texts.h"
#include "model/service/effects.h"
#include "model/unicode/code_points.h"
#include "model/unicode/utf8.h"
#include "model/why/why_json.h"

namespace hw::cli {
namespace {

/// Layers of readUpTo in JSON.
constexpr int layersShown = 6;

/// Letters or numbers of Unicode, not marks alone. A part of a character, shown as its bytes, counts as letters.
bool hasLetters(std::string_view text) {
    using enum model::Category;
    for (std::size_t at = 0; at < text.size(); at += model::sizeOfLetter(text[at])) {
        const model::Category category =
            model::aboutCodePoint(model::letterAt(text, at)).category();
        if ((category >= Lu && category <= Lo) || (category >= Nd && category <= No)) return true;
    }
    return false;
}

}  // namespace

why::Groups testedTogether(const model::Run& run, bool byWords) {
    if (!byWords) return model::singleTokens(run.tokens());
    const std::vector<std::string>& tokens = run.encoding.tokens;
    std::vector<int> words = wordsFromTokens(tokens);
    // "bee" and ":" are tested apart, as in the page (choiceNames of web/model/run/word_tests.js).
    const TokenTexts texts(tokens);
    int marks = 0;
    for (std::size_t token = 1; token < tokens.size(); ++token) {
        const bool isSame = words[token] + marks == words[token - 1];
        if (isSame && hasLetters(texts.shown(token)) != hasLetters(texts.shown(token - 1))) ++marks;
        words[token] += marks;
    }
    const TokenGroups grouped = groupTokens(words, run.tokens());
    why::Groups groups(grouped.count);
    for (int token = 0; token < run.tokens(); ++token)
        groups[grouped.groupOf[token]].push_back(token);
    return groups;
}

Result<service::TextTarget> whyTarget(const model::Session& session, const model::Run& run,
                                      std::string_view target,
                                      std::optional<model::TargetKind> kind) {
    const bool writes = session.facts().task() == model::Task::nextWord && !run.output;
    if (target.empty() && !kind && writes) kind = model::TargetKind::logProbability;
    auto named = service::parseTextTarget(session, run, target, kind);
    if (named) named->target = why::plainTarget(std::move(named->target));
    return named;
}

namespace {

/// Terminals order names from right to left on their own, and show isolates (core/tokens/token_text.h) as escapes.
std::string withoutIsolates(std::string text) {
    for (const std::string_view mark : {std::string_view("\u2068"), std::string_view("\u2069")})
        for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at))
            text.erase(at, mark.size());
    return text;
}

std::string table(const model::Run& run, const why::WordFindings& found,
                  const model::Target& target, bool isPicture) {
    const why::Evidence& evidence = found.overview.evidence;
    const std::vector<std::string> names = why::groupNames(run, found.request.groups);
    double largest = 0;
    for (const double one : evidence.leftOut)
        if (std::isfinite(one)) largest = std::max(largest, std::abs(one));
    const int decimals = decimalsFor(largest);
    const bool votes = !evidence.routes.empty();
    std::vector<std::vector<std::string>> rows{
        {isPicture ? "patch" : "word", "lost without it", "answer without it"}};
    if (votes) rows.front().emplace_back("named by");
    const bool hasSinks =
        found.overview.sinkUse == SinkUse::include && !found.overview.sinks.empty();
    rows.front().emplace_back(hasSinks ? "attention with sinks" : "attention");
    for (std::size_t group = 0; group < names.size(); ++group) {
        const service::GroupTest& tested = found.tested[group];
        const bool isRead = std::isnan(evidence.leftOut[group]);
        const bool isAnswer =
            target.isSeveral() && found.request.groups[group].front() > found.overview.place;
        auto& row = rows.emplace_back();
        row.push_back(names[group]);
        row.push_back(isRead     ? "the answer is read here"
                      : isAnswer ? "part of the answer"
                                 : columnNumber(evidence.leftOut[group], decimals));
        std::string answer = tested.answer < 0 ? "" : why::shownAnswer(tested.text);
        if (tested.answer >= 0 && std::isfinite(tested.probability))
            answer += " " + columnNumber(tested.probability, 2);
        row.push_back(std::move(answer));
        if (votes) {
            constexpr std::array<const char*, why::tests> tests{"hidden", "routes", "direct"};
            std::string by;
            for (int test = 0; test < why::tests; ++test)
                if (found.verdict.naming.first[test] == static_cast<int>(group))
                    by += (by.empty() ? "" : ", ") + std::string(tests[test]);
            row.push_back(by);
        }
        double attention = 0;
        for (const int token : found.request.groups[group])
            attention += found.overview.attention.back()[token];
        row.push_back(!hasSinks && evidence.isSink[group] ? "sink" : columnNumber(attention, 2));
    }
    return rightAligned(rows);
}

}  // namespace

Result<std::string> whyText(const WhyOptions& options, std::vector<Problem>& warnings) {
    const ModelOptions& own = options.model;
    const auto session = openAmong(options.file, options);
    if (!session) return std::unexpected(session.error());
    const auto given = runInput(*session, givenOf(own));
    if (!given) return std::unexpected(given.error());
    warnIfCut(*session, *given, warnings);
    auto question = whyTarget(*session, *given, own.target, own.as);
    if (!question) return std::unexpected(std::move(question.error()));
    const std::optional<model::Run>& longer = question->longer;
    const model::Run& run = longer ? *longer : *given;
    const model::Progress nobody;
    const service::RunQuestion asked{.session = *session,
                                     .base = run,
                                     .run = run,
                                     .target = std::move(question->target),
                                     .arguments = {},
                                     .progress = nobody};
    const bool isTable = options.format == Format::text;
    const auto found = why::findWhy(
        asked,
        {.by = own.testWords.empty() ? std::string(model::usualBlank) : own.testWords.front(),
         .groups = testedTogether(run, options.byWords.value_or(isTable)),
         .sinks = options.settings.sinks,
         .layers = isTable ? 0 : layersShown});
    if (!found) return std::unexpected(found.error());
    if (!isTable) return why::whyJson(asked, *found, why::Form::tokens) + '\n';
    std::string text;
    for (const std::string& one : found->verdict.sentences) text += (text.empty() ? "" : " ") + one;
    return withoutIsolates(text + "\n\n" +
                           table(run, *found, asked.target, session->facts().readsPictures()));
}

}  // namespace hw::cli
