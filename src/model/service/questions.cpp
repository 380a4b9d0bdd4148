// SPDX-License-Identifier: MIT
// All questions about a run: names, arguments with types and ranges, and the functions that answer them.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/choice_names.h"
#include "core/localized_text.h"
#include "core/model/settings.h"
#include "core/refusal.h"
#include "core/report/ranked_tokens.h"
#include "io/write/json_writer.h"
#include "model/experiment/experiment.h"
#include "model/experiment/rankings.h"
#include "model/patches/patch_effects.h"
#include "model/service/cut_run.h"
#include "model/service/question_parts.h"
#include "model/service/recipe.h"

namespace hw::service {
namespace {

using model::UnitKind;

constexpr std::array swapParts{ChoiceName{"streams"}, ChoiceName{"heads"}};

struct Question {
    std::string_view name;
    std::span<const Field> arguments;
    Result<std::string> (*answer)(const RunQuestion&) = nullptr;
    Result<std::string> (*ofUnits)(const UnitQuestion&) = nullptr;  ///< for questions about units
};

constexpr double mostTokens = 1e6;
constexpr double longestList = 4e6;
constexpr double mostEffects = 4096;
constexpr double mostLayers = 1000;
constexpr Field kind{.name = "kind",
                     .kind = FieldKind::choice,
                     .choices = choiceNames<UnitKind>(),
                     .isNeeded = true};
constexpr Field rule{.name = "rule",
                     .kind = FieldKind::choice,
                     .choices = choiceNames<model::CutRule>(),
                     .isNeeded = true};
constexpr Field among{
    .name = "among", .kind = FieldKind::choice, .choices = choiceNames<RankingScope>()};
constexpr Field draws{
    .name = "draws", .kind = FieldKind::whole, .most = model::mostDraws, .isNeeded = true};

constexpr Field count(std::string_view name, double least, double most) {
    return {.name = name, .kind = FieldKind::whole, .least = least, .most = most, .isNeeded = true};
}
constexpr Field list(std::string_view name) {
    return {.name = name, .most = longestList, .isNeeded = true};
}

constexpr std::array lensArguments{count("position", 0, mostTokens), count("count", 1, 100)};
constexpr std::array experimentArguments{kind, Field{.name = "ranking", .isNeeded = true}, rule,
                                         draws, among};
constexpr std::array aloneArguments{kind, rule, count("count", 0, mostTokens), among};
constexpr std::array decideArguments{kind, rule, count("most", 1, mostDeciding), among};
constexpr std::array cutSetArguments{list("edges"), list("residuals"),
                                     count("input", 0, mostTokens), rule, draws};
constexpr std::array swapArguments{
    Field{.name = "what", .kind = FieldKind::choice, .choices = swapParts, .isNeeded = true},
    list("text"), Field{.name = "pair", .most = longestList}, Field{.name = "aligned"}};
constexpr std::array effectFields{Field{.name = "kind",
                                        .kind = FieldKind::choice,
                                        .choices = choiceNames<CutKind>(),
                                        .isNeeded = true},
                                  list("text")};
constexpr FieldTable effectTable{effectFields};
constexpr std::array effectsArguments{
    Field{.name = "cuts", .kind = FieldKind::list, .most = mostEffects, .fields = &effectTable},
    Field{.name = "rule", .kind = FieldKind::choice, .choices = choiceNames<Rule>()},
    Field{.name = "scores"}, among,
    Field{.name = "steps", .kind = FieldKind::whole, .least = 1, .most = 10000}};
constexpr std::array measureChoices{ChoiceName{"no"}, ChoiceName{"yes"}};
constexpr std::array whyArguments{
    Field{.name = "by"}, Field{.name = "groups", .most = longestList},
    Field{.name = "measure", .kind = FieldKind::choice, .choices = measureChoices},
    Field{.name = "layers", .kind = FieldKind::whole, .most = mostLayers},
    Field{.name = "sinks", .kind = FieldKind::choice, .choices = choiceNames<SinkUse>()}};
constexpr std::array contactsArguments{
    Field{.name = "first", .kind = FieldKind::whole, .most = mostTokens},
    Field{.name = "second", .kind = FieldKind::whole, .most = mostTokens}};
constexpr std::array soundArguments{
    Field{.name = "position", .kind = FieldKind::whole, .most = mostTokens}};
constexpr std::array blankedArguments{Field{.name = "blank"}, list("groups")};

constexpr std::array patchesArguments{
    Field{.name = "method",
          .kind = FieldKind::choice,
          .choices = choiceNames<model::PatchMethod>(),
          .isNeeded = true},
    Field{.name = "seconds", .kind = FieldKind::whole, .least = 1, .most = 600},
    Field{.name = "layer", .kind = FieldKind::whole, .most = mostLayers}};
constexpr std::array circuitMeasures{ChoiceName{"no"}, ChoiceName{"yes"}, ChoiceName{"scores"},
                                     ChoiceName{"size"}, ChoiceName{"edge"}};
constexpr std::array circuitArguments{
    Field{.name = "text", .most = longestList},
    Field{.name = "pairs", .most = longestList},
    Field{.name = "score"},
    Field{.name = "metric"},
    Field{.name = "edges", .kind = FieldKind::whole, .most = longestList},
    Field{.name = "measure", .kind = FieldKind::choice, .choices = circuitMeasures},
    Field{.name = "size", .kind = FieldKind::whole, .most = 9},
    Field{.name = "edge"}};

constexpr std::array questions{
    Question{"lens", lensArguments, lensAnswer},
    Question{"experiment", experimentArguments, {}, experimentAnswer},
    Question{"alone", aloneArguments, {}, aloneAnswer},
    Question{"decide", decideArguments, {}, decideAnswer},
    Question{"cutset", cutSetArguments, {}, cutSetAnswer},
    Question{"effects", effectsArguments, effectsAnswer},
    Question{"swap", swapArguments, swapAnswer},
    Question{"blanked", blankedArguments, blankedAnswer},
    Question{"why", whyArguments, whyAnswer},
    Question{"contacts", contactsArguments, contactsAnswer},
    Question{"sound", soundArguments, soundAnswer},
    Question{"patches", patchesArguments, patchesAnswer},
    Question{"circuit", circuitArguments, circuitAnswer},
};

std::string listed(const std::vector<std::string_view>& names) {
    std::string list;
    for (const std::string_view name : names) list.append(list.empty() ? "" : ", ").append(name);
    return list;
}

const Question* questionNamed(std::string_view name) {
    const auto found = std::ranges::find(questions, name, &Question::name);
    return found == questions.end() ? nullptr : &*found;
}

}  // namespace

std::unexpected<Problem> badAsk() {
    return refusal(Code::badArgument, "model", "The model’s program doesn’t know this request."_tr,
                   "Reload the page to load matching versions."_tr);
}

std::unexpected<Problem> noToken(std::string_view argument, int token, int tokens) {
    return refusal(Code::badArgument, std::string(argument),
                   formatText("There is no token {} (the text has {})."_tr, {token, tokens}),
                   "Tokens count from 0."_tr);
}

std::optional<int> wholeIn(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::vector<int> numbersIn(std::string_view text, char separator) {
    std::vector<int> numbers;
    for (const auto piece : std::views::split(text, separator))
        if (!piece.empty()) numbers.push_back(numberIn(std::string_view(piece)));
    return numbers;
}

Result<void> checkQuestion(std::string_view name, const Values& arguments) {
    const Question* question = questionNamed(name);
    return question == nullptr ? badAsk() : arguments.check(question->arguments, "arguments");
}

std::span<const Field> argumentsOf(std::string_view question) {
    return questionNamed(question)->arguments;
}

const Field& argumentOf(std::string_view question, std::string_view argument) {
    return *std::ranges::find(argumentsOf(question), argument, &Field::name);
}

std::vector<std::string_view> questionNames() {
    std::vector<std::string_view> names;
    for (const Question& one : questions) names.push_back(one.name);
    return names;
}

Result<std::vector<std::string>> argumentsJson(std::string_view question,
                                               std::span<const std::string> given) {
    const auto wrong = [](std::string place, std::string finding, std::string remedy) {
        return refusal(Code::badArgument, std::move(place), std::move(finding), std::move(remedy));
    };
    const Question* asked = questionNamed(question);
    if (asked == nullptr)
        return wrong(std::string(question), "Unknown question.",
                     "Use one of: " + listed(questionNames()) + ".");
    std::vector<JsonWriter> objects(1);
    objects.front().beginObject();
    for (const std::string& one : given) {
        const std::string name = one.substr(0, one.find('='));
        const auto field = std::ranges::find(asked->arguments, name, &Field::name);
        if (name.size() == one.size() || field == asked->arguments.end() ||
            field->kind == FieldKind::list) {
            std::vector<std::string_view> names;
            for (const Field& argument : asked->arguments)
                if (argument.kind != FieldKind::list) names.push_back(argument.name);
            return wrong(one, "The question " + std::string(question) + " has no such argument.",
                         "Write NAME=VALUE, where NAME is one of: " + listed(names) + ".");
        }
        const std::string value = one.substr(name.size() + 1);
        if (field->kind != FieldKind::whole && field->kind != FieldKind::choice) {
            for (JsonWriter& object : objects) object.field(name, value);
            continue;
        }
        std::vector<JsonWriter> more;
        for (const auto piece : std::views::split(value, ',')) {
            if (field->kind == FieldKind::choice) {
                for (const JsonWriter& object : objects)
                    more.push_back(JsonWriter(object).field(name, std::string_view(piece)));
                continue;
            }
            const auto number = wholeIn(std::string_view(piece));
            if (!number) return wrong(one, "This is not a whole number.", remedyFor(*field));
            for (const JsonWriter& object : objects)
                more.push_back(JsonWriter(object).field(name, *number));
        }
        objects = std::move(more);
    }
    std::vector<std::string> texts;
    for (JsonWriter& object : objects) texts.push_back(object.endObject().take());
    return texts;
}

Result<std::string> answerQuestion(std::string_view name, const RunQuestion& asked) {
    const Question* question = questionNamed(name);
    if (question->answer != nullptr) return question->answer(asked);
    const model::Subject subject = asked.subject();
    return question->ofUnits(unitQuestionOf(asked, subject));
}

Result<std::string> answerQuestion(std::string_view name, const UnitQuestion& asked) {
    const Question* question = questionNamed(name);
    if (question == nullptr || question->ofUnits == nullptr) return badAsk();
    if (auto good = asked.arguments.check(question->arguments, "arguments"); !good)
        return std::unexpected(std::move(good.error()));
    return question->ofUnits(asked);
}

}  // namespace hw::service
