// SPDX-License-Identifier: MIT
// Units of a pair of encoder and decoder, compared with hooks in the real library
// (tests/model/make/translation_units.py). Covers words hidden from both, heads of cross-attention, streams and heads
// of another source. Rankings are compared with core's results for the same attention.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "model/ask/patching.h"
#include "model/ask/relevance.h"
#include "model/experiment/decide.h"
#include "model/experiment/experiment.h"
#include "model/experiment/flow_ranking.h"
#include "model/experiment/rankings.h"
#include "model/pair.h"

namespace hw::model {
namespace {

constexpr double allowedByUnit = 1e-4;

struct Units : test::JsonReference {
    explicit Units(const std::string& name)
        : JsonReference(HW_TEST_DATA "/model/translation_units.json"),
          node(json.find(0, name)),
          pair(HW_TEST_DATA "/model/" + name) {
        text = pair.encoded(whole(node, "ids"));
        output = pair.decoded(whole(node, "read"));
        target = {.index = static_cast<int>(number(node, "index")),
                  .position = output.batch.length(0) - 1};
        auto both = backward(subject(), target);
        REQUIRE(both);
        gradients = std::move(*both);
    }
    Subject subject() const { return {pair.encoder, text, pair.decoder, output, pair.norm}; }
    std::vector<Unit> units(UnitKind kind, CutRule rule = CutRule::zero) const {
        return unitsOf(subject(), gradients, kind, rule);
    }
    /// Each unit cut by itself.
    std::vector<double> alone(const std::vector<Unit>& some, CutRule rule) const {
        std::vector<std::vector<Unit>> lists;
        for (const Unit& unit : some) lists.push_back({unit});
        const auto values = subject().values(lists, rule, target);
        REQUIRE(values);
        return *values;
    }
    /// The page's data of this run, with gradients where `has` them.
    Example example() const {
        const auto tensor = [](const std::vector<std::vector<float>>& layers, int heads,
                               int queries, int keys) {
            AttentionTensor made;
            made.layers = static_cast<int>(layers.size());
            made.heads = heads;
            made.queries = queries;
            made.keys = keys;
            for (const auto& layer : layers)
                made.values.insert(made.values.end(), layer.begin(), layer.end());
            return made;
        };
        const int n = text.batch.length(0);
        const int m = output.batch.length(0);
        const int heads = pair.encoder.spec.heads;
        const int others = pair.decoder.spec.heads;
        Example made;
        made.tokens.assign(n, "a");
        made.attentions = tensor(text.weights, heads, n, n);
        made.gradients = tensor(gradients.encoder.weights, heads, n, n);
        hw::Decoder decoder;
        decoder.tokens.assign(m, "b");
        decoder.attentions = tensor(output.weights, others, m, m);
        decoder.gradients = tensor(gradients.decoder.weights, others, m, m);
        decoder.cross = tensor(output.cross, others, m, n);
        decoder.crossGradients = tensor(gradients.decoder.cross, others, m, n);
        made.decoder = std::move(decoder);
        return made;
    }

    io::NodeId node;
    Pair pair;
    Trace text;
    Trace output;
    Target target;
    PairGradients gradients;
};

void close(const std::vector<double>& found, const std::vector<double>& wanted) {
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        CAPTURE(i);
        CHECK(std::abs(found[i] - wanted[i]) < allowedByUnit);
    }
}

const char* const names[] = {"t5_small", "t5_tied", "bart_small", "marian_small"};

}  // namespace

TEST_CASE("words hidden from encoder and decoder, and heads across, are cut as in the library") {
    const Units given(GENERATE(from_range(names)));
    // Hidden tokens are masked before the softmax, with any rule for edges.
    for (const CutRule rule : {CutRule::zero, CutRule::renormalise})
        close(given.alone(given.units(UnitKind::token, rule), rule),
              given.numbers(given.json.find(given.node, "tokens"), "renormalise"));
    std::vector<Unit> across = given.units(UnitKind::head);
    const auto all = given.alone(across, CutRule::zero);
    std::erase_if(across, [](const Unit& unit) { return unit.stack != Stack::cross; });
    close(given.alone(across, CutRule::zero), given.numbers(given.node, "heads"));
    // Also by the rows that have no key left.
    close(given.alone(across, CutRule::renormalise), given.numbers(given.node, "heads"));
    CHECK(std::abs(valueOf(given.subject(), given.target) - given.number(given.node, "value")) <
          allowedByUnit);
}

TEST_CASE("streams and heads of another source are swapped as in the library") {
    const Units given(GENERATE(from_range(names)));
    const auto other = ChangedRun::of(given.subject(), {given.whole(given.node, "other")}, {});
    REQUIRE(other);
    const auto aligned = alignByPlace(given.text.batch.length(0), given.text.batch.length(0));
    const auto streams = patchStreams(other->subject(), given.subject(), aligned, given.target);
    REQUIRE(streams);
    close({streams->clean, streams->changed},
          {given.number(given.node, "clean"), given.number(given.node, "value")});
    close(streams->values, given.numbers(given.node, "streams"));
    const auto heads = patchHeads(other->subject(), given.subject(), aligned, given.target);
    REQUIRE(heads);
    close(heads->values, given.numbers(given.node, "swapped"));
    // A position that is the same in both changes nothing, and has no prediction.
    CHECK(std::abs(streams->predicted[0] - streams->changed) < 1e-5);
}

TEST_CASE("what gradients foresee of a unit is what they foresee of its cuts") {
    const Units given(GENERATE(from_range(names)));
    const CutRule rule = GENERATE(CutRule::zero, CutRule::renormalise);
    for (const UnitKind kind : {UnitKind::edge, UnitKind::token})
        for (const Unit& unit : given.units(kind, rule)) {
            const Cut cut = cutOf(given.subject(), {&unit, 1}, rule);
            const double wanted = firstOrder(given.pair.encoder, given.text,
                                             given.gradients.encoder, cut.edits.encoder) +
                                  firstOrder(given.pair.decoder, given.output,
                                             given.gradients.decoder, cut.edits.decoder);
            CHECK(std::abs(unit.predicted - wanted) < 1e-5 * std::max(1.0, std::abs(wanted)));
        }
    for (const Unit& unit : given.units(UnitKind::head)) {
        const Cut cut = cutOf(given.subject(), {&unit, 1}, CutRule::zero);
        const double wanted =
            firstOrder(given.pair.encoder, given.text, given.gradients.encoder, cut.edits.encoder) +
            firstOrder(given.pair.decoder, given.output, given.gradients.decoder,
                       cut.edits.decoder);
        CHECK(std::abs(unit.predicted - wanted) < 1e-5 * std::max(1.0, std::abs(wanted)));
    }
}

TEST_CASE("rankings of a source's words are those of rollout, relevance and flow across") {
    const Units given(GENERATE(from_range(names)));
    const Example example = given.example();
    const Settings settings;
    const int n = given.text.batch.length(0);
    const int at = given.target.position;
    const auto relevance = computeStack(example, hw::Part::cross, Method::relevance, settings);
    REQUIRE(relevance);
    const std::vector<double> own = relevanceAcross(stacksOf(given.subject(), given.gradients), at);
    const auto rollout = computeStack(example, hw::Part::cross, Method::rollout, settings);
    REQUIRE(rollout);
    std::vector<double> read(given.output.batch.length(0), 0.0);
    read[at] = 1;
    const auto rolled = rolledAcross(given.subject().stacks(), read);
    for (int key = 0; key < n; ++key) {
        CHECK(std::abs(own[key] - relevance->back()(at, key)) < 1e-5);
        double mean = 0;
        for (const auto& layer : *rollout) mean += layer(at, key) / rollout->size();
        CHECK(std::abs(rolled.encoder.front()[key] - mean) < 1e-6);
    }
    // For edges, all edges across together carry the row that is read, and the residual is not among them.
    const auto edges = given.units(UnitKind::edge);
    const auto flows = flowScores(example, read, edges);
    REQUIRE(flows);
    CHECK(*std::ranges::max_element(*flows) > 0);
    const auto words = given.units(UnitKind::token);
    const auto ofWords = flowScores(example, read, words);
    REQUIRE(ofWords);
    REQUIRE(ofWords->size() == static_cast<std::size_t>(n));
    double into = 0;
    double across = 0;
    for (const double flow : *ofWords) into += flow;
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (edges[i].stack == Stack::cross) across += (*flows)[i];
    // Everything that reaches the words comes over cross-attention.
    CHECK(std::abs(into - across) < 1e-4 * std::max(1.0, into));
    for (const Ranking ranking : rankingsOf(UnitKind::edge))
        CHECK(ranked(given.subject(), given.gradients, given.target, edges, ranking).size() ==
              edges.size());
}

TEST_CASE("an experiment and what decides work across encoder and decoder") {
    const Units given(GENERATE(from_range(names)));
    const UnitKind kind = GENERATE(UnitKind::edge, UnitKind::head, UnitKind::token);
    const auto all = given.units(kind);
    const auto order =
        ranked(given.subject(), given.gradients, given.target, all, Ranking::gradients);
    const auto made =
        experiment(given.subject(), given.target, order, all, {.most = 8, .draws = 9});
    REQUIRE(made);
    const Cut cut = cutOf(given.subject(), {order.data(), 2}, CutRule::zero);
    const auto again = ChangedRun::of(given.subject(), cut.text, cut.edits);
    REQUIRE(again);
    CHECK(std::abs(made->ranked[1] - valueOf(again->subject(), given.target)) < 1e-5);

    const auto found = findWhatDecides(
        given.subject(), {.index = 0, .position = given.target.position}, {.unit = kind});
    REQUIRE(found);
    if (!found->isFound) return;
    const Cut decisive = cutOf(given.subject(), found->units, CutRule::zero);
    const auto turned = ChangedRun::of(given.subject(), decisive.text, decisive.edits);
    REQUIRE(turned);
    const auto logits = given.pair.logits(turned->subject().answers(), given.target.position);
    CHECK(std::ranges::max_element(logits) - logits.begin() == found->after);
    CHECK(found->before != found->after);
}

}  // namespace hw::model
