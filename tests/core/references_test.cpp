// SPDX-License-Identifier: MIT
// Results, compared with float64 references of independent code, on real attention.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "core/methods/method_stack.h"
#include "core/methods/rollout.h"
#include "core/methods/steps/effective_attention.h"
#include "core/reference_json.h"
#include "core/support.h"

namespace hw::test {
namespace {

// The reference has six digits, and float32 keeps seven.
constexpr double tolerance = 1e-6;

Example exampleFrom(const Json& data) {
    Example example;
    const bool decoded = data.has("decoder");
    const Json& self = decoded ? data["encoder"] : data;
    example.tokens = self["tokens"].texts();
    example.attentions = tensorFrom(self["attentions"]);
    if (data.has("gradients")) example.gradients = tensorFrom(data["gradients"]);
    if (decoded) {
        example.decoder =
            Decoder{data["decoder"]["tokens"].texts(), tensorFrom(data["decoder"]["attentions"]),
                    tensorFrom(data["cross"]["attentions"])};
        if (data["cross"].has("gradients")) {
            example.gradients = tensorFrom(self["gradients"]);
            example.decoder->gradients = tensorFrom(data["decoder"]["gradients"]);
            example.decoder->crossGradients = tensorFrom(data["cross"]["gradients"]);
        }
    }
    return example;
}

std::vector<Matrix> stackOf(const Example& example, Part part, Method method,
                            const Settings& settings = {}) {
    auto stack = computeStack(example, part, method, settings);
    REQUIRE(stack.has_value());
    return std::move(*stack);
}

void requireRows(const std::vector<Matrix>& stack, const Json& rows, int source) {
    REQUIRE(stack.size() == rows.size());
    for (std::size_t layer = 0; layer < stack.size(); ++layer) {
        REQUIRE(distance(rowOf(stack[layer], source), rows[layer].numbers()) < tolerance);
    }
}

void requireMatrix(const Matrix& matrix, const Json& expected) {
    REQUIRE(distance(valuesOf(matrix), expected.numbers()) < tolerance);
}

void checkSelf(const Example& example, const Json& expected) {
    const int source = static_cast<int>(expected["source"].number);
    const std::vector<Matrix> rolled = stackOf(example, Part::encoder, Method::rollout);
    requireRows(rolled, expected["rollout_source_rows"], source);
    requireRows(stackOf(example, Part::encoder, Method::raw), expected["raw_mean_source_rows"],
                source);
    for (std::size_t layer = 0; layer < expected["rollout"].size(); ++layer) {
        requireMatrix(rolled[layer], expected["rollout"][layer]);
    }
    for (const auto& [row, values] : expected["rollout_last_layer_rows"].members) {
        REQUIRE(distance(rowOf(rolled.back(), std::stoi(row)), values.numbers()) < tolerance);
    }
}

void checkGradients(const Example& example, const Json& expected) {
    const int source = static_cast<int>(expected["source"].number);
    const std::vector<Matrix> after = stackOf(example, Part::encoder, Method::gradientRollout);
    requireRows(after, expected["gradient_rollout"], source);
    requireMatrix(after.back(), expected["gradient_rollout_last_matrix"]);
    Settings settings;
    settings.gradientNormalise = GradientNormalise::rowsFirst;
    requireRows(stackOf(example, Part::encoder, Method::gradientRollout, settings),
                expected["gradient_rollout_rows_first"], source);
    const std::vector<Matrix> relevance = stackOf(example, Part::encoder, Method::relevance);
    requireRows(relevance, expected["relevance"], source);
    requireMatrix(relevance.back(), expected["relevance_last_matrix"]);
}

void checkEncoderDecoder(const Example& example, const Json& expected) {
    requireMatrix(stackOf(example, Part::encoder, Method::rollout).back(), expected["R_enc"]);
    requireMatrix(stackOf(example, Part::decoder, Method::rollout).back(), expected["R_dec"]);
    const std::vector<Matrix> joined = stackOf(example, Part::cross, Method::rollout);
    const std::vector<Matrix> raw = stackOf(example, Part::cross, Method::raw);
    REQUIRE(joined.size() == expected["joined_by_cross_layer"].members.size());
    for (std::size_t layer = 0; layer < joined.size(); ++layer) {
        const std::string name = std::to_string(layer + 1);
        requireMatrix(joined[layer], expected["joined_by_cross_layer"][name]);
        requireMatrix(raw[layer], expected["cross_mean_by_layer"][name]);
    }
    requireMatrix(joined.back(), expected["joined"]);
}

/// Relevance has no upper limit. The largest value counts as 1.
void requireRelevance(const Matrix& matrix, const Json& expected) {
    const std::vector<double> values = expected.numbers();
    const double largest = *std::max_element(values.begin(), values.end());
    REQUIRE(largest > 0);
    REQUIRE(distance(valuesOf(matrix), values) < tolerance * largest);
}

void checkRelevanceAcross(const Example& example, const Json& expected) {
    requireRelevance(stackOf(example, Part::encoder, Method::relevance).back(),
                     expected["relevance_enc"]);
    requireRelevance(stackOf(example, Part::decoder, Method::relevance).back(),
                     expected["relevance_dec"]);
    const std::vector<Matrix> across = stackOf(example, Part::cross, Method::relevance);
    REQUIRE(across.size() == expected["relevance_cross"].size());
    for (std::size_t layer = 0; layer < across.size(); ++layer)
        requireRelevance(across[layer], expected["relevance_cross"][layer]);
}

/// Checks the contents of the reference. Returns false if none of them is known.
bool checkAgainst(const Reference& reference) {
    const Example example = exampleFrom(reference.data);
    const Json& expected = reference.expected;
    if (expected.has("joined")) {
        checkEncoderDecoder(example, expected);
    } else if (expected.has("relevance_cross")) {
        checkRelevanceAcross(example, expected);
    } else if (expected.has("gradient_rollout")) {
        checkGradients(example, expected);
    } else if (expected.has("rollout_source_rows")) {
        checkSelf(example, expected);
    } else {
        return false;
    }
    return true;
}

TEST_CASE("raw attention, rollout, gradient methods and joined rollout equal their references") {
    const std::vector<std::string> references = committedReferences();
    REQUIRE(references.size() >= 6);
    for (const std::string& path : references) {
        INFO(path);
        REQUIRE(checkAgainst(loadReference(path)));
    }
}

TEST_CASE("the references beside the checkout agree as well, where they are present") {
    const std::vector<std::string> references =
        sharedReferences({"demos", "gradients", "encoder_decoder", "third_party"});
    CHECK((references.empty() == std::string(HW_SHARED_DATA).empty()));
    for (const std::string& path : references) {
        INFO(path);
        REQUIRE(checkAgainst(loadReference(path)));
    }
}

TEST_CASE("rollout of 12 layers and 128 tokens agrees with float64 to 1e-6") {
    const AttentionTensor w = randomAttention(12, 4, 128, 31);
    const std::size_t n = 128;
    std::vector<double> rolled;
    std::vector<float> room;
    for (int layer = 0; layer < 12; ++layer) {
        std::vector<double> a(n * n);
        for (std::size_t i = 0; i < n * n; ++i) {
            for (int head = 0; head < 4; ++head) {
                a[i] +=
                    static_cast<double>(w.row(layer, head, static_cast<int>(i / n), room)[i % n]) /
                    8.0;
            }
            if (i / n == i % n) a[i] += 0.5;
        }
        std::vector<double> next(n * n);
        for (std::size_t i = 0; i < n && !rolled.empty(); ++i) {
            for (std::size_t k = 0; k < n; ++k) {
                for (std::size_t j = 0; j < n; ++j)
                    next[i * n + j] += a[i * n + k] * rolled[k * n + j];
            }
        }
        rolled = rolled.empty() ? a : next;
    }
    CHECK(distance(valuesOf(rollout(w, Settings{}).back()), rolled) < tolerance);
}

}  // namespace
}  // namespace hw::test
