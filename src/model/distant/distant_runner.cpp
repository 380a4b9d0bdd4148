// SPDX-License-Identifier: MIT
#include "model/distant/distant_runner.h"

#include <array>
#include <memory>

#include "core/choice_names.h"
#include "core/refusal.h"

namespace hw::service {
namespace {

using model::StackView;
using model::Target;
using model::Unit;
using model::UnitKind;

constexpr std::array slopesFields{numbersField("patches")};
constexpr std::array valuesFields{numbersField("values")};

std::vector<StackView> viewsOf(const std::vector<Layers>& stacks) {
    std::vector<StackView> views;
    views.reserve(stacks.size());
    for (const Layers& stack : stacks) views.push_back(stack.view());
    return views;
}

void writeUnits(JsonWriter& json, std::span<const Unit> units) {
    json.beginArray();
    for (const Unit& unit : units) {
        const model::Edge& place = unit.place;
        json.beginArray();
        for (const int number : {static_cast<int>(unit.kind), static_cast<int>(unit.stack),
                                 place.layer, place.head, place.query, place.key})
            json.value(number);
        json.endArray();
    }
    json.endArray();
}

}  // namespace

std::unexpected<Problem> badMessage(std::string_view place) {
    return refusal(Code::badArgument, std::string(place), "The numbers don't match their sizes.",
                   "Use the same version of both programs.");
}

Result<CheckedMessage> checkMessage(Message message, std::span<const Field> fields) {
    auto tree = treeOf(message.json);
    if (!tree) return std::unexpected(std::move(tree.error()));
    if (auto good = checkFields(*tree, io::Tree::root, fields, {}); !good)
        return std::unexpected(std::move(good.error()));
    return CheckedMessage{std::move(*tree), std::move(message.numbers)};
}

Result<CheckedMessage> answerTo(const Exchange& exchange, JsonWriter& request,
                                std::span<const Field> fields) {
    auto given = exchange(request.endObject().take());
    if (!given) return std::unexpected(std::move(given.error()));
    return checkMessage(std::move(*given), fields);
}

bool take(std::span<const float>& numbers, std::vector<Layers>& stacks,
          std::vector<std::vector<float>> Layers::* part) {
    for (Layers& stack : stacks)
        for (int layer = 0; layer < stack.layers; ++layer) {
            if (numbers.size() < stack.size()) return false;
            const auto own = numbers.first(stack.size());
            (stack.*part).emplace_back(own.begin(), own.end());
            numbers = numbers.subspan(own.size());
        }
    return true;
}

std::vector<StackView> DistantRunner::stacks() const { return viewsOf(stacks_); }

Result<std::vector<float>> DistantRunner::outputs(std::span<const Unit> cut, model::CutRule rule,
                                                  const Target& target,
                                                  const model::Stop& /*stop*/) const {
    JsonWriter json = beginRequest("outputs", rule, target);
    writeUnits(json.key("cut"), cut);
    auto given = answerTo(exchange_, json);
    if (!given) return std::unexpected(std::move(given.error()));
    if (given->numbers.empty()) return badMessage("outputs");
    return std::move(given->numbers);
}

Result<model::RunGradients> DistantRunner::runGradients(std::span<const Unit> cut,
                                                        model::CutRule rule, const Target& target,
                                                        UnitKind kind,
                                                        const model::Stop& /*stop*/) const {
    JsonWriter json = beginRequest("slopes", rule, target);
    json.field("isPatch", kind == UnitKind::patch);
    writeUnits(json.key("cut"), cut);
    const auto given = answerTo(exchange_, json, slopesFields);
    if (!given) return std::unexpected(given.error());
    const auto kept = std::make_shared<std::vector<Layers>>();
    for (const Layers& one : stacks_)
        kept->push_back({one.stack, one.layers, one.heads, one.queries, one.keys});
    std::span<const float> numbers = given->numbers;
    if (!take(numbers, *kept, &Layers::weights) || !take(numbers, *kept, &Layers::runGradients))
        return badMessage("slopes");
    model::RunGradients made{viewsOf(*kept), {}, kept};
    const auto patches = given->values().numbers("patches");
    for (std::size_t at = 0; at + 1 < patches.size(); at += 2)
        made.patches.push_back(
            {UnitKind::patch, {0, 0, 0, static_cast<int>(patches[at])}, patches[at + 1], 1});
    return made;
}

Result<std::vector<double>> DistantRunner::values(const std::vector<std::vector<Unit>>& lists,
                                                  model::CutRule rule, const Target& target,
                                                  const model::CutRuns& /*how*/) const {
    if (lists.empty()) return std::vector<double>();
    JsonWriter json = beginRequest("values", rule, target);
    json.key("cuts").beginArray();
    for (const std::vector<Unit>& list : lists) writeUnits(json, list);
    json.endArray();
    const auto given = answerTo(exchange_, json, valuesFields);
    if (!given) return std::unexpected(given.error());
    auto values = given->values().numbers("values");
    if (values.size() != lists.size()) return badMessage("values");
    return values;
}

JsonWriter DistantRunner::beginRequest(std::string_view call, model::CutRule rule,
                                       const Target& target) const {
    JsonWriter json;
    json.beginObject().field("call", call).field("rule", nameOf(rule));
    json.key("target")
        .beginObject()
        .field("kind", nameOf(target.kind))
        .field("index", target.index)
        .field("minus", target.minus)
        .endObject();
    if (done_) json.field("done", *done_);
    return json;
}

}  // namespace hw::service
