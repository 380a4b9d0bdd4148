// SPDX-License-Identifier: MIT
// Spearman's table of 60 sentences, compared with independent float64 code, with flow computed as whole numbers.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>

#include "core/flow/max_flow.h"
#include "core/methods/method_stack.h"
#include "core/methods/output_choice.h"
#include "core/methods/steps/effective_attention.h"
#include "core/reference_json.h"
#include "core/report/faithfulness.h"
#include "core/support.h"

namespace hw::test {
namespace {

using Profiles = std::map<std::string, std::vector<double>>;

std::vector<double> flowProfile(const AttentionTensor& attentions, int source) {
    std::vector<Matrix> effective;
    std::vector<MatrixView> views;
    for (int layer = 0; layer < attentions.layers; ++layer) {
        effective.push_back(effectiveAttention(attentions, {}, layer));
    }
    for (const Matrix& matrix : effective) views.push_back(matrix);
    const auto graph = AttentionGraph::fromMatrices(views);
    REQUIRE(graph.has_value());
    FlowRequest request;
    request.lastLayer = attentions.layers - 1;
    request.sources = {source};
    const auto table = maxFlows(*graph, request);
    REQUIRE(table.has_value());
    return table->values;
}

Profiles profilesOf(const Example& example) {
    const int source = outputTokenOf(example);
    Profiles profiles;
    for (const Method method : {Method::raw, Method::rollout}) {
        const auto stack = computeStack(example, Part::encoder, method, {});
        REQUIRE(stack.has_value());
        const Matrix rows = profile(*stack, {OutputJoin::sum, {source}});
        profiles[method == Method::raw ? "raw" : "rollout"].assign(rows.data(),
                                                                   rows.data() + rows.size());
    }
    profiles["flow"] = flowProfile(example.attentions, source);
    return profiles;
}

Example exampleFrom(const Json& data) {
    Example example;
    example.tokens = data["tokens"].texts();
    example.outputToken = static_cast<int>(data["source"].number);
    example.attentions = tensorFrom(data["attentions"]);
    for (const auto& [name, scores] : data["importance"].members) {
        if (scores.size() > 0) example.importance.push_back({name, scores.numbers()});
    }
    return example;
}

RankOptions ranksFor(const std::string& method) {
    return {TieRanks::average, method == "flow" ? 1e-9 : 0.0};
}

void checkTable(const Json& data, const Json& expected) {
    using Cells = std::map<std::string, std::vector<MeanSpread>>;
    std::map<std::string, Cells> tables;  // excluded tokens, "method/importance", layers
    const std::vector<std::string> cls{"[CLS]"};
    for (std::size_t index = 0; index < data["examples"].size(); ++index) {
        const Example example = exampleFrom(data["examples"][index]);
        const std::vector<bool> without = keptTokens(example.tokens, cls);
        for (const auto& [method, rows] : profilesOf(example)) {
            for (const Importance& scores : example.importance) {
                for (const std::string which : {"cls_excluded", "cls_included"}) {
                    const bool excluded = which == "cls_excluded";
                    const auto layers =
                        correlateLayers(rows, scores.values,
                                        excluded ? without : std::vector<bool>{}, ranksFor(method));
                    auto& cells = tables[which][method + "/" + scores.name];
                    cells.resize(layers.size());
                    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
                        cells[layer].add(layers[layer]);
                        if (!excluded) continue;
                        const double known =
                            expected["per_example_cls_excluded"][method][scores.name][layer][index]
                                .number;
                        INFO(method << ", " << scores.name << ", layer " << layer << ", example "
                                    << index);
                        REQUIRE(std::abs(layers[layer] - known) < 1e-7);
                    }
                }
            }
        }
    }
    for (const auto& [which, methods] : expected["spearman"].members) {
        for (const auto& [method, scores] : methods.members) {
            for (const auto& [name, layers] : scores.members) {
                const auto& cells = tables[which][method + "/" + name];
                REQUIRE(cells.size() == layers.size());
                for (std::size_t layer = 0; layer < cells.size(); ++layer) {
                    INFO(which << ", " << method << ", " << name << ", layer " << layer);
                    REQUIRE(cells[layer].constant() == 0);
                    REQUIRE(std::abs(cells[layer].mean() - layers[layer]["mean"].number) < 1e-8);
                    REQUIRE(std::abs(cells[layer].deviation() - layers[layer]["sd_ddof0"].number) <
                            1e-8);
                    REQUIRE(std::abs(cells[layer].sampleDeviation() -
                                     layers[layer]["sd_ddof1"].number) < 1e-8);
                }
            }
        }
    }
}

TEST_CASE(
    "Spearman's table of six sentences, and of all 60 where they are present, equals its "
    "reference") {
    std::vector<std::pair<std::string, std::size_t>> tables{
        {std::string(HW_TEST_DATA) + "/references/agreement/agreement_6", 6}};
    const std::string shared = HW_SHARED_DATA;
    if (!shared.empty()) tables.emplace_back(shared + "/agreement_60", 60);
    for (const auto& [path, examples] : tables) {
        const Reference reference = loadReference(path);
        REQUIRE(reference.data["examples"].size() == examples);
        checkTable(reference.data, reference.expected);
    }
}

}  // namespace
}  // namespace hw::test
