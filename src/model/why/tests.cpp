// SPDX-License-Identifier: MIT
// Tests of words: the question and the answer with groups of tokens hidden, masked, deleted or replaced.
#include <algorithm>
#include <ranges>
#include <utility>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "model/run/read_out.h"
#include "model/service/question_parts.h"
#include "model/session/token_scores.h"
#include "model/why/word_runs.h"

namespace hw::service {

std::unexpected<Problem> badGroups() {
    return refusal(Code::badArgument, "groups", "These are not groups of the text’s tokens."_tr,
                   "Write them as 1;2-3;5,8, with tokens from 0."_tr);
}

std::optional<std::vector<std::vector<int>>> groupsIn(std::string_view text, int tokens) {
    constexpr std::size_t mostGroups = 65536;
    std::vector<std::vector<int>> groups;
    for (const auto part : std::views::split(text, ';')) {
        std::vector<int>& group = groups.emplace_back();
        for (const auto span : std::views::split(part, ',')) {
            const std::string_view ends(span.begin(), span.end());
            const std::size_t dash = ends.find('-');
            const int first = numberIn(ends.substr(0, dash));
            const int last =
                dash == std::string_view::npos ? first : numberIn(ends.substr(dash + 1));
            if (first < 0 || last < first || last >= tokens) return std::nullopt;
            for (int token = first; token <= last; ++token) group.push_back(token);
        }
        if (group.empty()) return std::nullopt;
        std::ranges::sort(group);
        group.erase(std::ranges::unique(group).begin(), group.end());
        if (groups.size() > mostGroups) return std::nullopt;
    }
    if (groups.empty()) return std::nullopt;
    return groups;
}

Result<std::vector<GroupTest>> testedGroups(const RunQuestion& asked, const std::string& blank,
                                            const std::vector<std::vector<int>>& groups) {
    GroupTests own;
    RunQuestion known = asked;
    if (known.tested == nullptr) known.tested = &own;
    const auto good = why::Runs(known, {.by = blank, .groups = groups}).toTheEnd(asked.progress);
    if (!good) return std::unexpected(good.error());
    std::vector<GroupTest> all;
    for (const std::vector<int>& group : groups)
        all.push_back(known.tested->tests.at({blank, group}));
    return all;
}

void writeBlanks(JsonWriter& json, const model::Session& session) {
    json.key("blanks").beginArray();
    for (const model::BlankName& one : model::blankNames(session))
        json.beginObject()
            .field("name", one.name)
            .field("inserted", one.inserted)
            .field("warning", model::blankWarning(one))
            .endObject();
    json.endArray();
}

namespace {

std::string blankIn(const RunQuestion& asked) {
    const std::string given = asked.arguments.text("blank");
    return given.empty() ? std::string(model::usualBlank) : given;
}

}  // namespace

Result<std::string> blankedAnswer(const RunQuestion& asked) {
    const auto groups = groupsIn(asked.arguments.text("groups"), asked.base.tokens());
    if (!groups) return badGroups();
    const std::string name = blankIn(asked);
    const auto tested = testedGroups(asked, name, *groups);
    if (!tested) return std::unexpected(tested.error());
    JsonWriter json;
    json.beginObject()
        .field("value", model::valueOf(asked.subject(), asked.target))
        .field("blank", name);
    writeBlanks(json, asked.session);
    json.key("values").beginArray();
    for (const GroupTest& one : *tested) json.value(one.value);
    json.endArray().key("answers").beginArray();
    for (const GroupTest& one : *tested)
        if (one.answer < 0)
            json.null();
        else
            json.beginObject()
                .field("text", one.text)
                .field("probability", one.probability)
                .endObject();
    return json.endArray().endObject().take();
}

std::unique_ptr<WordRuns> wordRunsFor(std::string_view question, const RunQuestion& asked) {
    std::optional<why::WhyRequest> request;
    if (question == "why") request = why::whyRequestIn(asked);
    if (question == "blanked")
        if (auto groups = groupsIn(asked.arguments.text("groups"), asked.base.tokens()))
            request = {.by = blankIn(asked), .groups = std::move(*groups)};
    if (!request || !request->measures) return nullptr;
    return std::make_unique<why::Runs>(why::withPlainTarget(asked), std::move(*request));
}

}  // namespace hw::service
