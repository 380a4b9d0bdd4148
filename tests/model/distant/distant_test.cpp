// SPDX-License-Identifier: MIT
// Questions about a model that another program runs. With our own network as that program, the answers equal those
// without messages.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/write/json_writer.h"
#include "model/ask/subject.h"
#include "model/distant/distant.h"
#include "model/reference.h"
#include "model/service/run_questions.h"

namespace hw::service {
namespace {

using model::StackView;
using model::Unit;

/// The other program has a network and answers its requests.
struct Other {
    explicit Other(const std::string& name)
        : reference(name),
          trace(reference.run(reference.text)),
          subject(reference.network, trace) {}

    static void add(std::vector<float>& numbers, const std::vector<std::vector<float>>& layers) {
        for (const std::vector<float>& layer : layers)
            numbers.insert(numbers.end(), layer.begin(), layer.end());
    }

    Message question(std::string_view name, std::string_view arguments) const {
        const StackView stack = subject.stacks().front();
        JsonWriter json;
        json.beginObject().field("name", name).key("arguments").raw(arguments);
        json.key("target").beginObject().field("kind", "logit");
        json.field("index", reference.target.index).field("minus", -1).endObject();
        json.field("isUsual", true).field("value", subject.value(reference.target));
        json.array("read", subject.read(reference.target)).key("stacks").beginArray().beginObject();
        json.field("layers", stack.layers).field("heads", stack.heads);
        json.field("queries", stack.queries).field("keys", stack.keys).endObject().endArray();
        json.array("tokens", tokens()).key("specialTokens").beginArray().value("t0").endArray();
        Message message{json.field("firstPatch", -1).endObject().take(), {}};
        add(message.numbers, stack.weights);
        return message;
    }

    std::vector<std::string> tokens() const {
        std::vector<std::string> names;
        for (int i = 0; i < reference.text.length(); ++i) names.push_back("t" + std::to_string(i));
        return names;
    }

    static std::vector<Unit> unitsIn(const io::Tree& tree, io::NodeId list) {
        const std::vector<double> numbers =
            tree.is(list, io::Kind::numbers) ? tree.doubles(list) : std::vector<double>();
        std::vector<Unit> units;
        for (std::size_t i = 0; i + 5 < numbers.size(); i += 6) {
            const auto number = [&](std::size_t at) { return static_cast<int>(numbers[i + at]); };
            Unit unit{static_cast<model::UnitKind>(number(0)),
                      {number(2), number(3), number(4), number(5)}};
            unit.stack = static_cast<model::Stack>(number(1));
            units.push_back(unit);
        }
        return units;
    }

    Message answer(const std::string& request) {
        const auto tree = treeOf(request);
        REQUIRE(tree);
        const Values given(*tree, io::Tree::root);
        const std::string call = given.text("call");
        calls.insert(call);
        JsonWriter json;
        json.beginObject();
        if (call == "name")
            return {
                json.field("name", "o" + std::to_string(given.whole("output"))).endObject().take(),
                {}};
        if (call == "without")
            return {json.field("blank", "hide").field("value", 0.25).endObject().take(), {}};
        const auto rule = given.choice<model::CutRule>("rule");
        model::Target target = reference.target;
        target.kind = given.object("target").choice<model::TargetKind>("kind");
        target.index = given.object("target").whole("index");
        target.minus = given.object("target").whole("minus");
        if (call == "values") {
            std::vector<std::vector<Unit>> lists;
            const io::NodeId cuts = tree->find(io::Tree::root, "cuts");
            // Lists of equal length are a block of numbers.
            if (tree->is(cuts, io::Kind::numbers)) {
                const std::vector<Unit> all = unitsIn(*tree, cuts);
                const std::size_t size = all.size() / tree->size(cuts);
                for (std::size_t i = 0; i < all.size(); i += size)
                    lists.emplace_back(all.begin() + i, all.begin() + i + size);
            } else {
                for (const io::NodeId list : tree->children(cuts))
                    lists.push_back(unitsIn(*tree, list));
            }
            const auto values = subject.values(lists, rule, target);
            REQUIRE(values);
            return {json.array("values", *values).endObject().take(), {}};
        }
        const std::vector<Unit> cut = unitsIn(*tree, tree->find(io::Tree::root, "cut"));
        if (call == "outputs") {
            auto outputs = subject.outputs(cut, rule, target, {});
            REQUIRE(outputs);
            return {"{}", std::move(*outputs)};
        }
        REQUIRE(call == "slopes");
        const auto runGradients =
            subject.runGradients(cut, rule, target, model::UnitKind::edge, {});
        REQUIRE(runGradients);
        Message message{json.key("patches").beginArray().endArray().endObject().take(), {}};
        add(message.numbers, runGradients->stacks.front().weights);
        add(message.numbers, runGradients->stacks.front().runGradients);
        return message;
    }

    model::Reference reference;
    model::Trace trace;
    model::Subject subject;
    std::set<std::string> calls;
};

Result<std::string> answeredHere(const Other& other, const std::string& name,
                                 const std::string& arguments) {
    const auto tree = treeOf(arguments);
    REQUIRE(tree);
    const model::Progress nobody;
    const StackView stack = other.subject.stacks().front();
    return answerQuestion(
        name, UnitQuestion{.runner = other.subject,
                           .target = other.reference.target,
                           .isUsual = true,
                           .arguments = Values(*tree, io::Tree::root),
                           .progress = nobody,
                           .spec = other.reference.network.spec,
                           .nameOf = [](int output) { return "o" + std::to_string(output); },
                           .example =
                               [&] {
                                   Example example;
                                   example.tokens = other.tokens();
                                   example.specialTokens = {"t0"};
                                   AttentionTensor& weights = example.attentions;
                                   weights.layers = stack.layers;
                                   weights.heads = stack.heads;
                                   weights.queries = weights.keys = stack.keys;
                                   Other::add(weights.values, stack.weights);
                                   return example;
                               },
                           .without = [](int, bool) { return TokenTest{"hide", 0.25}; }});
}

TEST_CASE("a model that another program runs gets the answers of our own") {
    Other other(GENERATE("distilbert_cls", "qwen3"));
    const auto [name, arguments] = GENERATE(table<std::string, std::string>({
        {"experiment", R"({"kind":"edge","ranking":"rollout","rule":"zero","draws":3})"},
        {"experiment", R"({"kind":"token","ranking":"flow","rule":"zero","draws":3})"},
        {"experiment", R"({"kind":"head","ranking":"search","rule":"zero","draws":0})"},
        {"alone", R"({"kind":"edge","rule":"renormalise","count":20})"},
        {"alone", R"({"kind":"token","rule":"zero","count":9,"among":"all"})"},
        {"decide", R"({"kind":"edge","rule":"zero","most":4})"},
        {"cutset",
         R"({"edges":"1:*:2>1; 2:*:2>2","residuals":"2:2","input":1,"rule":"zero","draws":4})"},
    }));
    CAPTURE(name, arguments);
    const auto wanted = answeredHere(other, name, arguments);
    REQUIRE(wanted);
    const std::string made = answerDistant(
        other.question(name, arguments),
        [&](const std::string& request) -> Result<Message> { return other.answer(request); });
    CHECK(made == "{\"answer\":" + *wanted + "}");
    CHECK(other.calls.contains("values"));
}

TEST_CASE("what is no message, and what ends it, are problems") {
    Other other("distilbert_cls");
    const auto ends = [](const std::string&) -> Result<Message> {
        return std::unexpected(Problem{Code::cancelled, "", "gone", "", std::nullopt});
    };
    const std::string arguments = R"({"kind":"edge","rule":"zero","count":2})";
    const auto said = [&](Message message) { return answerDistant(std::move(message), ends); };
    CHECK(said(other.question("alone", arguments)).find("gone") != std::string::npos);
    CHECK(said(other.question("lens", "{}")).starts_with("{\"problem\""));
    CHECK(said(other.question("alone", "[]")).starts_with("{\"problem\""));
    CHECK(said({"{}", {}}).find("missing") != std::string::npos);
    Message few = other.question("alone", arguments);
    few.numbers.pop_back();
    CHECK(said(std::move(few)).find("sizes") != std::string::npos);
    // Fewer numbers than requested.
    const std::string fewer = answerDistant(other.question("alone", arguments),
                                            [&](const std::string& request) -> Result<Message> {
                                                Message message = other.answer(request);
                                                if (!message.numbers.empty())
                                                    message.numbers.pop_back();
                                                return message;
                                            });
    CHECK(fewer.find("slopes") != std::string::npos);
}

}  // namespace
}  // namespace hw::service
