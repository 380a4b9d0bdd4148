// SPDX-License-Identifier: MIT
// The question "contacts" about a run of a protein.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "io/json/json_parser.h"
#include "model/checkpoint.h"
#include "model/protein/contacts.h"
#include "model/service/run_questions.h"

namespace hw::model {
namespace {

io::Tree treeOf(const std::string& json) {
    io::JsonParser parser({.exactNumbers = true});
    REQUIRE(parser.push(json));
    auto tree = parser.finish();
    REQUIRE(tree);
    return std::move(*tree);
}

Result<std::string> answered(const Session& session, const Run& run, const std::string& arguments) {
    const io::Tree tree = treeOf(arguments);
    const service::Values values(tree, io::Tree::root);
    if (auto good = service::checkQuestion("contacts", values); !good)
        return std::unexpected(good.error());
    const Progress none;
    return service::answerQuestion("contacts", {session, run, run, {}, false, values, none});
}

}  // namespace

TEST_CASE("the answer about contacts has each pair once, and the heads' terms of one") {
    std::vector<Part> parts = test::partsOf(HW_TEST_DATA "/model/families/esm");
    parts.push_back(test::part("vocab.txt",
                               "<cls>\n<pad>\n<eos>\n<unk>\nL\nA\nG\nV\nS\n<mask>\nR\nT\nI\nD\nP\n"
                               "K\nQ\nN\nF\nY\nM\nH\nW\nC\n"));
    const auto session = Session::open(parts);
    INFO((session ? "" : sentence(session.error())));
    REQUIRE(session);
    CHECK_FALSE(session->facts().takesPairs);
    const auto run = session->run("LAG<mask>KT");
    REQUIRE(run);
    const std::vector<float> map = contactMap(session->network(), run->trace);
    const auto all = answered(*session, *run, "{}");
    REQUIRE(all);
    const io::Tree told = treeOf(*all);
    CHECK(told.number(told.find(0, "residues")) == 6);
    const std::vector<double> pairs = told.doubles(told.find(0, "probabilities"));
    REQUIRE(pairs.size() == 15);
    CHECK(pairs[0] == Catch::Approx(map[1]).margin(5e-5));
    CHECK(pairs[5] == Catch::Approx(map[6 + 2]).margin(5e-5));
    CHECK(pairs[14] == Catch::Approx(map[4 * 6 + 5]).margin(5e-5));
    CHECK(told.find(0, "terms") == io::none);
    const auto one = answered(*session, *run, R"({"first": 1, "second": 4})");
    REQUIRE(one);
    const io::Tree pair = treeOf(*one);
    CHECK(pair.size(pair.find(0, "terms")) == 2);
    const double logit = pair.number(pair.find(0, "logit"));
    CHECK(1 / (1 + std::exp(-logit)) == Catch::Approx(map[1 * 6 + 4]).margin(1e-5));
    CHECK_FALSE(answered(*session, *run, R"({"first": 1, "second": 6})"));
    CHECK_FALSE(answered(*session, *run, R"({"third": 1})"));
    const auto other = Session::open(test::partsOf(HW_TEST_DATA "/model/distilbert_cls"));
    REQUIRE(other);
    const auto words = other->run("a");
    REQUIRE(words);
    CHECK_FALSE(answered(*other, *words, "{}"));
}

}  // namespace hw::model
