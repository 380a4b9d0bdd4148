// SPDX-License-Identifier: MIT
// Deciding edges, rankings, experiments and sets of cuts, tested against their definitions.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <numeric>

#include "model/ask/cut_value_cache.h"
#include "model/experiment/cut_set.h"
#include "model/experiment/decide.h"
#include "model/experiment/experiment.h"
#include "model/experiment/rankings.h"
#include "model/reference.h"
#include "model/session/token_scores.h"

namespace hw::model {

TEST_CASE("what decides changes the answer, and none of it is in vain") {
    const Reference reference(GENERATE("distilbert_cls", "qwen3"));
    const UnitKind unit = GENERATE(UnitKind::edge, UnitKind::head, UnitKind::token);
    const CutRule rule = GENERATE(CutRule::zero, CutRule::renormalise);
    const Trace trace = reference.run(reference.text);
    const auto found = findWhatDecides(Subject(reference.network, trace), {.index = 0},
                                       {.unit = unit, .rule = rule});
    REQUIRE(found);
    CHECK(found->lead > 0);
    if (!found->isFound) return;  // an answer, too
    const auto answer = [&](const std::vector<Unit>& units) {
        Edits edits{.rule = rule};
        for (const Unit& one : units) addCut(edits, one);
        const auto cut = forward(reference.network, {reference.text}, {.edits = {&edits, 1}});
        REQUIRE(cut);
        Workspace workspace;
        const int last = reference.text.length() - 1;
        const ReadOut out =
            readOut(reference.network, cut->batch, cut->last(), {&last, 1}, {}, workspace);
        return static_cast<int>(std::ranges::max_element(out.row(0)) - out.row(0).begin());
    };
    CHECK(answer({}) == found->before);
    CHECK(answer(found->units) == found->after);
    CHECK(found->before != found->after);
    for (std::size_t i = 0; i < found->units.size() && found->units.size() > 1; ++i) {
        std::vector<Unit> rest = found->units;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(answer(rest) == found->before);
    }
}

TEST_CASE("an experiment sets a ranking beside random units of equal weight") {
    const Reference reference("distilbert_cls");
    const Trace trace = reference.run(reference.text);
    const auto gradients = backward(reference.network, trace, {&reference.target, 1});
    REQUIRE(gradients);
    const std::vector<Unit> all =
        unitsOf({reference.network, trace}, *gradients, UnitKind::edge, CutRule::zero);
    std::vector<Unit> ranking = all;
    std::ranges::stable_sort(ranking, {}, &Unit::predicted);
    const auto made =
        experiment(Subject(reference.network, trace), reference.target, ranking, all, {.most = 16});
    REQUIRE(made);
    CHECK(made->counts == std::vector{1, 2, 4, 8, 16});
    CHECK(made->ranked[4] < made->value);
    // The edges that the gradients rank first lower the logit more than as much weight elsewhere.
    CHECK(made->area > 0);
    CHECK(made->p <= 2.0 / 21);
    for (std::size_t i = 0; i < made->counts.size(); ++i)
        CHECK((made->randomLow[i] <= made->randomMean[i] &&
               made->randomMean[i] <= made->randomHigh[i]));
    // The first point is the run with only that edge cut.
    Edits edits;
    addCut(edits, ranking.front());
    const auto one = editedValues(reference.network, trace, {edits}, reference.target);
    REQUIRE(one);
    CHECK(one->front() == made->ranked[0]);
    // Draws are not made twice, and the numbers are the same. For another question nothing is known.
    CutValueCache known;
    int runs = 0;
    const auto with = [&](const Target& target, int draws) {
        runs = 0;
        const auto again = experiment(
            Subject(reference.network, trace), target, ranking, all,
            {.most = 16, .draws = draws, .known = &known, .progress = [&](double) { ++runs; }});
        REQUIRE(again);
        return again->random;
    };
    CHECK(with(reference.target, 20) == made->random);
    CHECK(runs > 0);
    CHECK(with(reference.target, 20) == made->random);
    CHECK(runs == 0);
    Target other = reference.target;
    other.kind = TargetKind::probability;
    CHECK(with(other, 20) != made->random);
    CHECK(runs > 0);
    // The same cuts in another order are one run. All runs equal the single ones, number by number.
    const std::vector<std::vector<Unit>> lists{{all[3], all[40]},
                                               {all[7]},
                                               {all[40], all[3]},
                                               {all[90]},
                                               {all[60], all[8]},
                                               {all[55]},
                                               {all[21]},
                                               {all[7]},
                                               {all[70]},
                                               {all[33]},
                                               {}};
    const auto together =
        Subject(reference.network, trace).values(lists, CutRule::renormalise, reference.target);
    REQUIRE(together);
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const Cut cut = cutOf({reference.network, trace}, lists[i], CutRule::renormalise);
        const auto alone =
            textValues(reference.network, {cut.text}, {cut.edits.encoder}, {reference.target});
        REQUIRE(alone);
        CHECK((*together)[i] == alone->front());
    }
}

TEST_CASE("a search lowers the number at least as far as the gradients' own ranking") {
    const Reference reference(GENERATE("distilbert_cls", "qwen3"));
    const UnitKind kind = GENERATE(UnitKind::edge, UnitKind::head);
    const Trace trace = reference.run(reference.text);
    const auto gradients = backward(reference.network, trace, {&reference.target, 1});
    REQUIRE(gradients);
    const std::vector<Unit> all =
        unitsOf({reference.network, trace}, *gradients, kind, CutRule::zero);
    const auto found = findWhatDecides(Subject(reference.network, trace), reference.target,
                                       {.unit = kind, .most = 4, .endsWithChange = false});
    REQUIRE(found);
    REQUIRE(found->units.size() == 4);
    const auto searched = experiment(Subject(reference.network, trace), reference.target,
                                     found->units, all, {.draws = 0});
    const auto order =
        ranked({reference.network, trace}, *gradients, reference.target, all, Ranking::gradients);
    const auto own = experiment(Subject(reference.network, trace), reference.target, order, all,
                                {.most = 4, .draws = 0});
    REQUIRE(searched);
    REQUIRE(own);
    CHECK(searched->ranked.front() <= own->ranked.front() + 1e-5);
    CHECK(std::abs(searched->ranked.back() - found->leadAfter) < 1e-4);
}

TEST_CASE("rankings say what they say they do") {
    const Reference reference("distilbert_cls");
    const Spec& spec = reference.network.spec;
    const Trace trace = reference.run(reference.text);
    const auto gradients = backward(reference.network, trace, {&reference.target, 1});
    REQUIRE(gradients);
    const int n = reference.text.length();
    const auto order = [&](UnitKind kind, Ranking ranking) {
        return ranked({reference.network, trace}, *gradients, reference.target,
                      unitsOf({reference.network, trace}, *gradients, kind, CutRule::zero),
                      ranking);
    };
    const auto edges = order(UnitKind::edge, Ranking::attention);
    CHECK(std::ranges::is_sorted(edges, std::ranges::greater{}, &Unit::weight));
    const auto predicted = order(UnitKind::head, Ranking::gradients);
    CHECK(std::ranges::is_sorted(predicted, {}, &Unit::predicted));
    // Rollout is the product of (mean + I) / 2, here by matrices instead of row by row.
    std::vector<double> rollout(std::size_t{1} * n * n, 0.0);
    for (int i = 0; i < n; ++i) rollout[std::size_t{1} * i * n + i] = 1;
    for (int layer = 0; layer < spec.layerCount(); ++layer) {
        std::vector<double> next(rollout.size(), 0.0);
        for (int query = 0; query < n; ++query)
            for (int middle = 0; middle < n; ++middle) {
                double share = query == middle ? 0.5 : 0;
                for (int head = 0; head < spec.heads; ++head)
                    share += 0.5 / spec.heads *
                             trace.weights[layer][(std::size_t{1} * head * n + query) * n + middle];
                for (int key = 0; key < n; ++key)
                    next[std::size_t{1} * query * n + key] +=
                        share * rollout[std::size_t{1} * middle * n + key];
            }
        rollout = std::move(next);
    }
    const std::vector<double> read = readAt(spec, reference.target, trace.batch);
    CHECK(std::abs(std::accumulate(read.begin(), read.end(), 0.0) - 1) < 1e-12);
    const auto rows = rolledRows(Subject(reference.network, trace).stacks().front(), read);
    for (int key = 0; key < n; ++key) {
        double wanted = 0;
        for (int query = 0; query < n; ++query)
            wanted += read[query] * rollout[std::size_t{1} * query * n + key];
        CHECK(std::abs(rows.front()[key] - wanted) < 1e-6);
    }
    const auto tokens = order(UnitKind::token, Ranking::rollout);
    for (std::size_t i = 1; i < tokens.size(); ++i)
        CHECK(rows.front()[tokens[i - 1].place.key] >= rows.front()[tokens[i].place.key]);
}

TEST_CASE("what is read of several rows is their mean, in one table and through all") {
    const std::vector<float> table{0.5F, 0.5F, 0, 1, 0, 1, 0, 0.25F, 0.75F};
    CHECK(readRow(table, std::vector<double>{0, 1, 0}) == std::vector<double>{1, 0, 1});
    CHECK(readRow(table, std::vector<double>{0, 0.5, 0.5}) ==
          std::vector<double>{0.5, 0.125, 0.875});
    // Rows are divided by their sums. The second's is 2.
    CHECK(rolledRow(table, {0, 0.5, 0.5}) == std::vector<double>{0.25, 0.125, 0.625});
    std::vector<float> twice = table;
    twice.insert(twice.end(), table.begin(), table.end());
    const std::vector<double> first = rolledRow(table, {0, 0.5, 0.5});
    CHECK(rolledRow(twice, {0, 0.5, 0.5}) == rolledRow(table, first));
}

TEST_CASE(
    "a set of edges is cut in all heads, with and without its residuals, beside random sets") {
    const Reference reference(GENERATE("distilbert_cls", "qwen3"));
    const Spec& spec = reference.network.spec;
    const Trace trace = reference.run(reference.text);
    const CutSet set{.input = 1, .edges = {{0, 2, 1}, {1, 2, 2}}, .residuals = {{1, 2}}};
    const Subject subject(reference.network, trace);
    const auto made = cutSetEffect(subject, reference.target, set, {.blanked = -3, .draws = 9});
    REQUIRE(made);
    Edits edits;
    for (int head = 0; head < spec.heads; ++head)
        edits.edges.insert(edits.edges.end(), {{0, head, 2, 1}, {1, head, 2, 2}});
    Edits whole = edits;
    whole.residuals = {{1, 2}};
    const auto values = editedValues(reference.network, trace, {whole, edits}, reference.target);
    REQUIRE(values);
    CHECK(std::abs(made->cut - (*values)[0]) < 1e-5);
    CHECK(std::abs(made->withoutResiduals - (*values)[1]) < 1e-5);
    CHECK(made->random.size() == 9);
    CHECK(made->removed(-3) == 1);
    const auto again = cutSetEffect(subject, reference.target, set, {.blanked = -3, .draws = 9});
    REQUIRE(again);
    CHECK(again->random == made->random);
}

}  // namespace hw::model
