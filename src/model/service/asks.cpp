// SPDX-License-Identifier: MIT
#include "model/service/asks.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <ranges>
#include <vector>

#include "core/words.h"
#include "io/write/json_writer.h"
#include "model/ask/lens.h"
#include "model/service/ask_parts.h"
#include "model/session/token_scores.h"

namespace hw::service {
namespace {

/// Numbers of cut runs of the run that was asked about last: with few draws first, then with many, among which are those; single cuts are
/// searched, drawn and shown one by one.
model::KnownCuts& knownCuts() {
    static model::KnownCuts known;
    return known;
}

Result<Tested> without(const AskedRun& asked, int token, bool isAnswers) {
    const std::string_view name =
        isAnswers ? model::insertingBlank(asked.session) : model::usualBlank;
    const model::Questioned question{asked.session, asked.base, asked.target};
    const auto values = model::blankedGroups(question, name, {{token}});
    if (!values) return std::unexpected(values.error());
    return Tested{std::string(name), values->front()};
}

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

AskedUnits unitsAsked(const AskedRun& asked, const model::Runner& runner) {
    const model::Session& session = asked.session;
    const model::Run& base = asked.base;
    const model::Spec& spec = session.network().spec;
    return {.runner = runner,
            .target = asked.target,
            .isUsual = asked.isUsual,
            .arguments = asked.arguments,
            .progress = asked.progress,
            .searched = asked.searched,
            .known = &knownCuts(),
            .spec = spec,
            .firstPatch = spec.picture ? spec.leadingTokens() : -1,
            .nameOf = [&session](int output) { return session.nameOf(output); },
            .example =
                [&session, &base] {
                    return session.decoder() != nullptr ? session.translated(base, nullptr, false)
                                                        : session.toExample(base);
                },
            .without = [&asked](int token,
                                bool isAnswers) { return without(asked, token, isAnswers); }};
}

Result<std::string> lensAnswer(const AskedRun& asked) {
    const int position = asked.arguments.whole("position");
    const int count = asked.arguments.whole("count");
    if (position >= asked.run.answeringTokens()) return badAsk();
    const auto made = model::lens(asked.session.answering(), asked.run.answering(), {&position, 1},
                                  count, asked.progress);
    if (!made) return std::unexpected(made.error());
    JsonWriter json;
    json.beginObject().field("position", position);
    const model::LensGuess& last = made->back().front();
    json.field("final", asked.session.nameOf(last.largest.front()));
    json.key("layers").beginArray();
    for (const auto& layer : *made) {
        const model::LensGuess& guess = layer.front();
        json.beginObject();
        json.field("probability", guess.probability).field("rank", guess.rank);
        json.key("answers").beginArray();
        for (const int output : guess.largest) json.value(asked.session.nameOf(output));
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

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

std::unexpected<Problem> badAsk() {
    return std::unexpected(
        Problem{Code::badArgument, "model",
                "The page asked something that the model's program doesn't know."_tr,
                "Reload the page, so that all its parts are of one version."_tr, std::nullopt});
}

int numberIn(std::string_view text) {
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : -1;
}

}  // namespace hw::service
