// SPDX-License-Identifier: MIT
// Contributions and predictions in files. They are read, checked, saved and linked.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/report/check_report.h"
#include "io/link/pack.h"
#include "io/support.h"
#include "io/write/analysis_file.h"

namespace hw::test {
namespace {

const std::string matrices =
    R"([[[0.5,0.25,0.25],[0.125,0.75,0.125],[0,0.5,0.5]],[[0.75,0.25,0],[0.25,0.5,0.25],[0.375,0,0.625]]])";
const std::string attention =
    R"([[[[1,0,0],[0.5,0.5,0],[0.2,0.3,0.5]],[[0,1,0],[1,0,0],[0,0,1]]],[[[1,0,0],[0.4,0.6,0],[0.1,0.2,0.7]],[[1,0,0],[0,1,0],[0,0,1]]]])";

std::string file(const std::string& more) {
    return R"({"format":"headwaters/1","tokens":["a","b","c"])" + more + "}";
}

Document must(const std::string& text, const OpenOptions& options = {}) {
    auto document = open(text, options);
    INFO((document ? "" : sentence(document.error())));
    REQUIRE(document.has_value());
    return std::move(*document);
}

std::string writtenFile(const Document& document) {
    std::string text;
    for (SavePlace place; !place.done;)
        text += savedText(document, {"Headwaters", "", "", "v=1"}, place);
    return text;
}

bool says(const std::vector<std::string>& lines, std::string_view part) {
    return std::ranges::any_of(
        lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

bool warns(const Document& document, std::string_view part) {
    return std::ranges::any_of(document.warnings, [&](const Problem& warning) {
        return warning.finding.find(part) != std::string::npos;
    });
}

Document predicting(const std::string& fields) {
    return must(file("," + fields + R"(,"attentions":)" + attention));
}

/// -1 for none, because NaN equals nothing.
std::vector<float> surely(const Document& document, std::size_t example = 0) {
    std::vector<float> all = document.examples[example].predictedProbability;
    for (float& each : all)
        if (std::isnan(each)) each = -1;
    return all;
}

using Texts = std::vector<std::string>;
using Floats = std::vector<float>;

}  // namespace

TEST_CASE("contributions are read with and without attention beside them") {
    const Document both = must(file(R"(,"contributionKind":"alti","contributions":)" + matrices +
                                    R"(,"attentions":)" + attention));
    const Example& example = both.examples[0];
    CHECK(example.attentions.heads == 2);
    CHECK(example.contributions.layers == 2);
    CHECK(example.contributions.heads == 1);
    CHECK(example.contributions.kind == MatrixKind::contributions);
    CHECK(example.contributionKind == "alti");
    CHECK(both.warnings.empty());
    for (const std::string& text :
         {file(R"(,"contributions":)" + matrices), R"({"contributions":)" + matrices + "}"}) {
        const Document alone = must(text);
        CHECK(alone.examples[0].attentions.empty());
        CHECK(alone.examples[0].tokens.size() == 3);
        CHECK(alone.examples[0].contributions.values == example.contributions.values);
    }
    const Document global =
        must(file(R"(,"contributionKind":"DecompX","contributions":)" + matrices));
    CHECK(global.examples[0].contributions.isGlobal());
    const auto lines = checkReport(global, global.examples[0], 1);
    CHECK(std::ranges::any_of(lines, [](const CheckLine& line) {
        return line.name == "Contributions" &&
               line.text ==
                   "DecompX (Modarressi et al. 2023), global (from the input to each layer)";
    }));
}

TEST_CASE(
    "contributions that do not fit are left out with a warning, or refused where they are alone") {
    const Document small =
        must(file(R"(,"contributions":[[[1,0],[0,1]]],"attentions":)" + attention));
    CHECK(small.examples[0].contributions.empty());
    CHECK(warns(small,
                "Found 1 layer, 1 head, 2 x 2, but the attention has 2 layers, 2 heads, "
                "3 x 3. The contributions are ignored."));
    CHECK(small.warnings[0].place == "contributions");
    const Document heads =
        must(file(R"(,"contributions":)" + attention + R"(,"attentions":)" + attention));
    CHECK(heads.examples[0].contributions.empty());
    CHECK(warns(heads, "instead of one matrix per layer. The contributions are ignored."));
    const auto refused = open(file(R"(,"contributions":)" + attention));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().place.starts_with("contributions"));
    const Document joined = must(
        R"({"format":"headwaters/1","encoder":{"tokens":["a","b"],"attentions":[[[[1,0],[0,1]]]]},)"
        R"("decoder":{"tokens":["x"],"attentions":[[[[1]]]]},"cross":{"attentions":[[[[0.5,0.5]]]]},)"
        R"("contributions":[[[1,0],[0,1]]],"predicted":["y"]})");
    CHECK(joined.examples[0].contributions.empty());
    CHECK(warns(joined, "Contributions can’t be combined across encoder and decoder."));
    CHECK(joined.examples[0].predicted == std::vector<std::string>{"y"});
}

TEST_CASE("negative contributions and rows that do not sum to 1 are used, and said") {
    const Document document = must(
        file(R"(,"contributions":[[[1.5,-0.5,0],[0,1,0],[0,0,0.5]],[[1,0,0],[0,1,0],[0,0,1]]])"));
    CHECK(document.examples[0].contributions.values[1] == -0.5F);
    CHECK(warns(document, "Contributions: 1 of 6 rows have negative values"));
    CHECK(warns(document, "Contributions: 1 of 6 rows does not sum to 1"));
}

TEST_CASE("predictions are read, one a token") {
    const Document good =
        must(file(R"(,"predicted":["b","c","\u0120d"],"attentions":)" + attention));
    CHECK(good.examples[0].predicted == std::vector<std::string>{"b", "c", "\u0120d"});
    const Document bad = must(file(R"(,"predicted":["b","c"],"attentions":)" + attention));
    CHECK(bad.examples[0].predicted.empty());
    CHECK(warns(bad, "2 predictions for 3 tokens"));
}

TEST_CASE("a batch has predictions of its own for each item") {
    const std::string batch = R"({"tokens":[["a","b"],["c","d"]],"predicted":[["x","y"],["z"]],)"
                              R"("attentions":[[[[[1,0],[0,1]]],[[[1,0],[0,1]]]]]})";
    const Document both = must(batch);
    REQUIRE(both.examples.size() == 2);
    CHECK(both.examples[0].predicted == std::vector<std::string>{"x", "y"});
    CHECK(both.examples[1].predicted.empty());
    CHECK(warns(both, "1 prediction for 2 tokens"));
    OpenOptions second;
    second.batchItem = 1;
    const std::string whole =
        R"({"tokens":[["a","b"],["c","d"]],"predicted":[["x","y"],["z","w"]],)"
        R"("attentions":[[[[[1,0],[0,1]]],[[[1,0],[0,1]]]]]})";
    const Document one = must(whole, second);
    REQUIRE(one.examples.size() == 1);
    CHECK(one.examples[0].predicted == std::vector<std::string>{"z", "w"});
}

TEST_CASE("probabilities are read, one a prediction, null where unknown") {
    for (const std::string name : {"predictedProbability", "predicted_probability"}) {
        const Document read =
            predicting(R"("predicted":["x","","y"],")" + name + R"(":[0.974,null,1])");
        CHECK(read.warnings.empty());
        CHECK(surely(read) == Floats{0.974F, -1, 1});
        CHECK(read.examples[0].predicted == Texts{"x", "", "y"});
    }
    CHECK(predicting(R"("predicted":["x","","y"])").examples[0].predictedProbability.empty());
    CHECK(predicting(R"("predictedProbability":[1,1,1])").examples[0].predictedProbability.empty());
}

TEST_CASE("what is no probability of a prediction is left out and said") {
    for (const std::string bad :
         {"[0.5,0.5]", "[0.5,0.5,1.01]", "[-0.1,0.5,1]", "[97.4,0.5,1]", "\"high\"", "[]", "{}",
          "[[0.5,0.5],[0.5,0.5]]", "[\"0.5\",\"1\",\"1\"]"}) {
        INFO(bad);
        const Document read =
            predicting(R"("predicted":["x","y","z"],"predictedProbability":)" + bad);
        CHECK(read.examples[0].predictedProbability.empty());
        CHECK(read.examples[0].predicted == Texts{"x", "y", "z"});
        CHECK(warns(read, "These are not probabilities and are ignored."));
    }
}

TEST_CASE("older files have the probability behind the prediction") {
    const Document read = predicting(R"j("predicted":["plural (0.974)","","4 (1.000)"])j");
    CHECK(read.examples[0].predicted == Texts{"plural", "", "4"});
    CHECK(surely(read) == Floats{0.974F, -1, 1});
    // A lookalike belongs to the prediction, and so does everything if the field is there.
    for (const std::string word : {"f (x)", "f (2.5)", "f (0.)", "f (0.9", " (0.9)", "f(0.9)",
                                   "f (1.5)", "f (.9)", "f (0.9) "}) {
        INFO(word);
        const Document same = predicting(R"("predicted":["a","b",")" + word + R"("])");
        CHECK(same.examples[0].predicted == Texts{"a", "b", word});
        CHECK(same.examples[0].predictedProbability.empty());
    }
    const Document own =
        predicting(R"j("predicted":["f (0.9)","b","c"],"predictedProbability":[0.5,null,null])j");
    CHECK(own.examples[0].predicted[0] == "f (0.9)");
}

TEST_CASE("a batch has probabilities of its own for each item") {
    const auto batch = [](const std::string& probabilities) {
        return R"({"tokens":[["a","b"],["c","d"]],"predicted":[["x","y"],["z","w"]],)"
               R"("predictedProbability":)" +
               probabilities + R"(,"attentions":[[[[[1,0],[0,1]]],[[[1,0],[0,1]]]]]})";
    };
    const Document both = must(batch("[[0.5,0.25],[1,null]]"));
    REQUIRE(both.examples.size() == 2);
    CHECK(surely(both) == Floats{0.5F, 0.25F});
    CHECK(surely(both, 1) == Floats{1, -1});
    OpenOptions second;
    second.batchItem = 1;
    CHECK(surely(must(batch("[[0.5,0.25],[1,null]]"), second)) == Floats{1, -1});
    const Document uneven = must(batch("[[0.5],[1,null]]"));
    CHECK(uneven.examples[0].predictedProbability.empty());
    CHECK(surely(uneven, 1) == Floats{1, -1});
}

TEST_CASE("a saved analysis and a link hold the probabilities") {
    const Document document =
        predicting(R"("predicted":["plural","","4"],"predictedProbability":[0.974,null,1e-5])");
    CHECK(surely(must(writtenFile(document))) == Floats{0.974F, -1, 1e-5F});
    const auto packed = io::pack(document, {});
    REQUIRE(packed.has_value());
    const auto read = io::openPacked(packed->text);
    REQUIRE(read.has_value());
    CHECK(read->examples[0].predicted == Texts{"plural", "", "4"});
    CHECK(surely(*read) == Floats{0.974F, -1, 1e-5F});
}

TEST_CASE("a saved analysis holds contributions and predictions") {
    const Document document =
        must(file(R"(,"contributionKind":"alti","predicted":["b","c","d"],"contributions":)" +
                  matrices + R"(,"attentions":)" + attention));
    const Document read = must(writtenFile(document));
    CHECK(read.form == "saved");
    CHECK(read.examples[0].contributionKind == "alti");
    CHECK(read.examples[0].predicted == document.examples[0].predicted);
    CHECK(read.examples[0].contributions.values == document.examples[0].contributions.values);
    CHECK(read.examples[0].attentions.values == document.examples[0].attentions.values);
    const Document alone = must(writtenFile(must(file(R"(,"contributions":)" + matrices))));
    CHECK(alone.examples[0].attentions.empty());
    CHECK(alone.examples[0].contributions.values == document.examples[0].contributions.values);
}

TEST_CASE("a link holds contributions or attention, and says what it leaves out") {
    const Document document =
        must(file(R"(,"contributionKind":"alti","predicted":["b","c","d"],"contributions":)" +
                  matrices + R"(,"attentions":)" + attention));
    const auto contributed = io::pack(document, {});
    REQUIRE(contributed.has_value());
    CHECK(says(contributed->leftOut, "the attention (it has the contributions)"));
    const auto read = io::openPacked(contributed->text);
    REQUIRE(read.has_value());
    const Example& example = read->examples[0];
    CHECK(example.attentions.empty());
    CHECK(example.contributionKind == "alti");
    CHECK(example.predicted == document.examples[0].predicted);
    const auto expected =
        computeStack(document.examples[0], Part::contributions, Method::rollout, {});
    const auto found = computeStack(example, Part::contributions, Method::rollout, {});
    REQUIRE(found.has_value());
    double most = 0;
    for (std::size_t layer = 0; layer < 2; ++layer) {
        for (int i = 0; i < 9; ++i)
            most = std::max(most, std::fabs(static_cast<double>((*expected)[layer].data()[i]) -
                                            static_cast<double>((*found)[layer].data()[i])));
    }
    CHECK(most <= contributed->errorBound);
    CHECK(contributed->errorBound < 0.002);
    const auto attended = io::pack(document, {.ofContributions = false});
    REQUIRE(attended.has_value());
    CHECK(says(attended->leftOut, "the contributions (it has the attention)"));
    const auto other = io::openPacked(attended->text);
    REQUIRE(other.has_value());
    CHECK(other->examples[0].contributions.empty());
    CHECK(other->examples[0].attentions.layers == 2);
}

}  // namespace hw::test
