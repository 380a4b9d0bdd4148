// SPDX-License-Identifier: MIT
#include "model/distant/distant.h"

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "core/choice_names.h"
#include "core/tokens/shown_problem.h"
#include "model/distant/distant_runner.h"
#include "model/service/run_questions.h"

namespace hw::service {
namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double mostLayers = 1e4;
constexpr double mostTokens = 1e6;

constexpr Field count(std::string_view name, double least = 1, double most = mostTokens) {
    return {.name = name, .kind = FieldKind::whole, .least = least, .most = most, .isNeeded = true};
}
constexpr Field real(std::string_view name) {
    return {.name = name, .kind = FieldKind::real, .least = -1e300, .most = 1e300};
}
constexpr Field texts(std::string_view name, bool isNeeded) {
    return {.name = name, .kind = FieldKind::texts, .most = mostTokens, .isNeeded = isNeeded};
}
constexpr std::array stackFields{count("layers", 1, mostLayers), count("heads", 1, mostLayers),
                                 count("queries"), count("keys")};
constexpr FieldTable stackTable{stackFields};
constexpr std::array targetFields{Field{.name = "kind",
                                        .kind = FieldKind::choice,
                                        .choices = choiceNames<model::TargetKind>(),
                                        .isNeeded = true},
                                  count("index", -1), count("minus", -1)};
constexpr FieldTable targetTable{targetFields};
constexpr std::array questionFields{
    Field{.name = "name", .isNeeded = true},
    Field{.name = "arguments", .kind = FieldKind::any, .isNeeded = true},
    Field{.name = "target", .kind = FieldKind::object, .fields = &targetTable, .isNeeded = true},
    Field{.name = "isUsual", .kind = FieldKind::truth, .isNeeded = true},
    real("value"),
    numbersField("read"),
    Field{.name = "stacks",
          .kind = FieldKind::list,
          .most = 3,
          .fields = &stackTable,
          .isNeeded = true},
    texts("tokens", true),
    texts("specialTokens", true),
    texts("decoderTokens", false),
    count("firstPatch", -1)};
constexpr std::array nameFields{Field{.name = "name", .isNeeded = true}};
constexpr std::array withoutFields{Field{.name = "blank", .isNeeded = true}, real("value")};

Result<std::vector<Layers>> stacksIn(const CheckedMessage& question) {
    std::vector<Layers> stacks;
    for (const Values& one : question.values().list("stacks"))
        stacks.push_back({static_cast<model::Stack>(stacks.size()), one.whole("layers"),
                          one.whole("heads"), one.whole("queries"), one.whole("keys")});
    std::span<const float> numbers = question.numbers;
    if ((stacks.size() != 1 && stacks.size() != 3) || !take(numbers, stacks, &Layers::weights))
        return badMessage("stacks");
    return stacks;
}

AttentionTensor tensorOf(const Layers& stack) {
    AttentionTensor tensor;
    tensor.layers = stack.layers;
    tensor.heads = stack.heads;
    tensor.queries = stack.queries;
    tensor.keys = stack.keys;
    for (const std::vector<float>& layer : stack.weights)
        tensor.values.insert(tensor.values.end(), layer.begin(), layer.end());
    return tensor;
}

Example exampleOf(const Values& asked, const std::vector<Layers>& stacks) {
    Example example;
    example.tokens = asked.texts("tokens");
    example.specialTokens = asked.texts("specialTokens");
    example.attentions = tensorOf(stacks.front());
    if (stacks.size() > 1)
        example.decoder = Decoder{.tokens = asked.texts("decoderTokens"),
                                  .attentions = tensorOf(stacks[1]),
                                  .cross = tensorOf(stacks[2])};
    return example;
}

Result<std::string> toldName(const Exchange& exchange, int output) {
    JsonWriter json;
    json.beginObject().field("call", "name").field("output", output);
    const auto given = answerTo(exchange, json, nameFields);
    if (!given) return std::unexpected(given.error());
    return given->values().text("name");
}

Result<TokenTest> toldWithout(const Exchange& exchange, int token, bool isAnswers) {
    JsonWriter json;
    json.beginObject().field("call", "without").field("token", token);
    const auto given = answerTo(exchange, json.field("isAnswers", isAnswers), withoutFields);
    if (!given) return std::unexpected(given.error());
    return TokenTest{given->values().text("blank"), given->values().real("value", noNumber)};
}

Result<std::string> answer(Message question, const Exchange& exchange) {
    const auto asked = checkMessage(std::move(question), questionFields);
    if (!asked) return std::unexpected(asked.error());
    const Values values = asked->values();
    auto stacks = stacksIn(*asked);
    if (!stacks) return std::unexpected(std::move(stacks.error()));
    const Example example = exampleOf(values, *stacks);
    std::vector<double> read = values.numbers("read");
    const Layers& answering = (*stacks)[stacks->size() / 2];
    if (std::cmp_not_equal(read.size(), answering.queries) ||
        std::cmp_not_equal(example.tokens.size(), stacks->front().keys))
        return badMessage("tokens");
    model::Spec spec;
    spec.heads = stacks->front().heads;
    spec.layers.resize(stacks->front().layers);
    DistantRunner runner(exchange, std::move(*stacks), values.real("value", noNumber),
                         std::move(read));
    const model::Progress progress = [&](double done) { runner.searched(done); };
    return answerQuestion(
        values.text("name"),
        UnitQuestion{
            .runner = runner,
            .target = {.kind = values.object("target").choice<model::TargetKind>("kind"),
                       .index = values.object("target").whole("index"),
                       .minus = values.object("target").whole("minus")},
            .isUsual = values.truth("isUsual"),
            .arguments = values.object("arguments"),
            .progress = progress,
            .spec = std::move(spec),
            .firstPatch = values.whole("firstPatch"),
            .nameOf = [&](int output) { return toldName(exchange, output); },
            .example = [&] { return example; },
            .without = [&](int token,
                           bool isAnswers) { return toldWithout(exchange, token, isAnswers); },
        });
}

}  // namespace

std::string answerDistant(Message question, const Exchange& exchange) {
    const auto made = answer(std::move(question), exchange);
    JsonWriter json;
    json.beginObject();
    if (made) return json.key("answer").raw(*made).endObject().take();
    const Problem problem = shortened(made.error());
    json.key("problem").beginObject().field("place", problem.place);
    json.field("finding", problem.finding).field("remedy", problem.remedy);
    return json.endObject().endObject().take();
}

}  // namespace hw::service
