// SPDX-License-Identifier: MIT
// What hiding, masking, deleting or replacing tokens takes from the question, each alone and in groups.
#include <algorithm>
#include <optional>
#include <ranges>
#include <vector>

#include "io/write/json_writer.h"
#include "model/service/ask_parts.h"
#include "model/session/token_scores.h"

namespace hw::service {
namespace {

/// "1;2-3;5-5,8-8": groups of tokens below `tokens`. nullopt: it is none, or more than are asked for at once.
std::optional<std::vector<std::vector<int>>> groupsIn(std::string_view text, int tokens) {
    constexpr std::size_t mostGroups = 4096;
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

}  // namespace

Result<std::string> blankedAnswer(const AskedRun& asked) {
    const auto groups = groupsIn(asked.arguments.text("groups"), asked.base.tokens());
    if (!groups) return badAsk();
    const std::string given = asked.arguments.text("blank");
    const std::string_view name = given.empty() ? model::usualBlank : given;
    const model::Questioned question{asked.session, asked.base, asked.target};
    const auto values = model::blankedGroups(question, name, *groups, asked.progress);
    if (!values) return std::unexpected(values.error());
    JsonWriter json;
    json.beginObject()
        .field("value",
               model::valuesOf(asked.session.answering(), asked.base.answering(), asked.target)
                   .front())
        .field("blank", name);
    json.key("blanks").beginArray();
    for (const model::BlankName& one : model::blankNames(asked.session))
        json.beginObject()
            .field("name", one.name)
            .field("inserted", one.inserted)
            .field("warning", model::blankWarning(one))
            .endObject();
    return json.endArray().array("values", *values).endObject().take();
}

}  // namespace hw::service
