// SPDX-License-Identifier: MIT
// Attention flow, compared with exact integer arithmetic on the printed digits, by independent code, on real attention.
// The references are printed with ten digits.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/flow/flow_capacities.h"
#include "core/flow/flow_graphs.h"
#include "core/flow/max_flow.h"
#include "core/matrix/matrix.h"
#include "core/reference_json.h"

namespace hw::test {
namespace {

Settings referenceSettings() {
    Settings settings;
    settings.normalise = Normalise::none;
    return settings;
}

double largestDifference(const AttentionGraph& graph, const Json& expected) {
    const int source = static_cast<int>(expected["source"].number);
    const std::vector<double> sinks = expected["flow"]["sinks"].numbers();
    const std::vector<double> layers = expected["flow"]["layers"].numbers();
    FlowSolver solver(graph);
    double largest = 0.0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const int layer = static_cast<int>(layers[i]) - 1;  // printed from 1
        FlowRequest request{layer, layer, {source}, {}, true};
        for (const double sink : sinks) request.sinks.push_back(static_cast<int>(sink));
        REQUIRE(solver.begin(request).has_value());
        while (!solver.step(100000)) {}
        const std::vector<double> values = expected["flow"]["values"][i].numbers();
        REQUIRE(values.size() == sinks.size());
        for (std::size_t t = 0; t < values.size(); ++t) {
            largest = std::max(largest, std::abs(values[t] - solver.table().values[t]));
        }
    }
    REQUIRE(solver.counts().failedCuts == 0);
    return largest;
}

// All references with flow, committed or next to the checkout.
std::vector<std::string> flowReferences() {
    std::vector<std::string> found;
    for (const auto& paths : {committedReferences(), sharedReferences({"demos", "third_party"})}) {
        for (const std::string& path : paths) {
            if (loadReference(path).expected.has("flow")) found.push_back(path);
        }
    }
    return found;
}

}  // namespace

TEST_CASE("flow of real attention, read as float32, equals the exact references to 1e-9") {
    const std::vector<std::string> references = flowReferences();
    REQUIRE_FALSE(references.empty());
    for (const std::string& path : references) {
        const Reference reference = loadReference(path);
        CAPTURE(reference.name);
        const auto graph =
            flowNetwork(tensorFrom(reference.data["attentions"]), referenceSettings());
        REQUIRE(graph.has_value());
        REQUIRE(largestDifference(*graph, reference.expected) < 1e-9);
    }
}

TEST_CASE("flow of fused float32 matrices stays within the error of float32") {
    for (const std::string& path : flowReferences()) {
        const Reference reference = loadReference(path);
        CAPTURE(reference.name);
        const AttentionTensor tensor = tensorFrom(reference.data["attentions"]);
        std::vector<Matrix> matrices;
        for (int layer = 0; layer < tensor.layers; ++layer) {
            Matrix matrix(tensor.queries, tensor.keys);
            const std::vector<double> values = exactAttention(tensor, referenceSettings(), layer);
            for (std::size_t i = 0; i < values.size(); ++i)
                valuesOf(matrix)[i] = static_cast<float>(values[i]);
            matrices.push_back(std::move(matrix));
        }
        const auto graph =
            AttentionGraph::fromMatrices(std::vector<MatrixView>(matrices.begin(), matrices.end()));
        REQUIRE(graph.has_value());
        REQUIRE(largestDifference(*graph, reference.expected) < 2e-7);
    }
}

TEST_CASE("printed values come back from float32") {
    for (const double printed :
         {0.0434948, 1.44967e-07, 0.998800, 0.1, 123456.0, 0.3, 9.99999e-12, 0.33333334}) {
        CAPTURE(printed);
        REQUIRE(printedValue(static_cast<float>(printed)) == printed);
    }
    flow_graphs::Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const float value = static_cast<float>(std::exp(-30.0 * random.uniform()));
        const double printed = printedValue(value);
        REQUIRE(static_cast<float>(printed) == value);
    }
    REQUIRE(printedValue(0.0F) == 0.0);
    REQUIRE(printedValue(-0.25F) == -0.25);
    REQUIRE(std::isnan(printedValue(std::nanf(""))));
    REQUIRE(printedValue(1e-40F) == static_cast<double>(1e-40F));
    REQUIRE(printedValue(3e30F) == static_cast<double>(3e30F));
}

TEST_CASE(
    "rows become 1 in double when the settings say so, and an empty row becomes the identity") {
    AttentionTensor tensor{1, 1, 2, 2, {0.2F, 0.2F, 0.0F, 0.0F}};
    Settings settings;
    settings.residual = 0.0;
    REQUIRE(exactAttention(tensor, settings, 0) == std::vector<double>{0.5, 0.5, 0.0, 1.0});
    settings.residual = 0.5;
    settings.normalise = Normalise::none;
    REQUIRE(exactAttention(tensor, settings, 0) == std::vector<double>{0.6, 0.1, 0.0, 0.5});
}

}  // namespace hw::test
