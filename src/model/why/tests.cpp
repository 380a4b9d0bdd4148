// SPDX-License-Identifier: MIT
// Tests of words: the question and the answer with groups of tokens hidden, masked, deleted or replaced.
#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <utility>

#include "core/number_text.h"
#include "model/run/read_out.h"
#include "model/service/ask_parts.h"
#include "model/session/token_scores.h"

namespace hw::service {

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

Result<std::vector<TestedGroup>> testedGroups(const AskedRun& asked, const std::string& blank,
                                              const std::vector<std::vector<int>>& groups) {
    TestedGroups own;
    TestedGroups& known = asked.tested == nullptr ? own : *asked.tested;
    std::vector<std::vector<int>> missing;
    for (const std::vector<int>& group : groups)
        if (!known.contains({blank, group})) missing.push_back(group);
    std::vector<TestedGroup> made(missing.size());
    model::BlankRuns how{.progress = asked.progress};
    if (asked.session.answering().spec.head.task != model::Task::embedding)
        how.see = [&](int run, std::span<const float> outputs) {
            const auto best = asked.session.topOf({outputs.begin(), outputs.end()}, 1);
            if (best.empty()) return;
            const model::Choice& answer = best.front();
            made[run].answer = answer.index;
            made[run].text = answer.name;
            made[run].probability =
                answer.isScore ? std::numeric_limits<double>::quiet_NaN() : answer.probability;
            if (answer.isScore)
                made[run].text += ' ' + numberText(std::round(answer.logit * 100) / 100);
        };
    const auto values =
        model::blankedGroups({asked.session, asked.base, asked.target}, blank, missing, how);
    if (!values) return std::unexpected(values.error());
    for (std::size_t i = 0; i < missing.size(); ++i) {
        made[i].value = (*values)[i];
        known.insert_or_assign({blank, missing[i]}, std::move(made[i]));
    }
    std::vector<TestedGroup> all;
    for (const std::vector<int>& group : groups) all.push_back(known.at({blank, group}));
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

Result<std::string> blankedAnswer(const AskedRun& asked) {
    const auto groups = groupsIn(asked.arguments.text("groups"), asked.base.tokens());
    if (!groups) return badAsk();
    const std::string given = asked.arguments.text("blank");
    const std::string name = given.empty() ? std::string(model::usualBlank) : given;
    const auto tested = testedGroups(asked, name, *groups);
    if (!tested) return std::unexpected(tested.error());
    JsonWriter json;
    json.beginObject()
        .field("value", model::valueOf(asked.subject(), asked.target))
        .field("blank", name);
    writeBlanks(json, asked.session);
    json.key("values").beginArray();
    for (const TestedGroup& one : *tested) json.value(one.value);
    json.endArray().key("answers").beginArray();
    for (const TestedGroup& one : *tested)
        if (one.answer < 0)
            json.null();
        else
            json.beginObject()
                .field("text", one.text)
                .field("probability", one.probability)
                .endObject();
    return json.endArray().endObject().take();
}

}  // namespace hw::service
