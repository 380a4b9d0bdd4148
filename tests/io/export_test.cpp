// SPDX-License-Identifier: MIT
#include "io/write/export.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

namespace hw {
namespace {

const std::vector<std::string> tokens{"a", "b\"c"};
const std::vector<float> floats{0.1F, 0.25F, 1e-30F, NAN};
const std::vector<double> doubles{0.1, 1.0 / 3.0};

ExportResult oneLayer() {
    ExportResult result;
    result.queries = tokens;
    result.keys = tokens;
    result.layers = {{2, 2, 2, floats, {}, {}}};
    return result;
}

TEST_CASE("a result is written as JSON with layers from 1 and shortest numbers") {
    CHECK(
        resultJson(oneLayer()) ==
        R"({"method":"rollout","settings":{"preset":"abnar-zuidema-2020","fusion":"mean","heads":null,)"
        R"("residual":0.5,"residualKind":"weighted","discard":0,"discardScope":"matrix","protect":"nothing",)"
        R"("order":"residual-first","normalise":"rows","startLayer":1},"tokens":["a","b\"c"],)"
        R"("layers":[{"layer":3,"values":[[0.1,0.25],[1e-30,null]]}]})");
}

TEST_CASE("a chosen output makes each layer one row, in double where the numbers are") {
    ExportResult result = oneLayer();
    result.method = Method::flow;
    result.relative = true;
    result.output = OutputChoice{OutputJoin::sum, {1}};
    result.layers = {{0, 1, 2, {}, doubles, "\"certificates\":[]"}};
    const std::string json = resultJson(result);
    CHECK(json.find(R"("relative":true,"output":{"join":"sum","tokens":[1]})") !=
          std::string::npos);
    CHECK(json.ends_with(R"({"layer":1,"values":[0.1,0.3333333333333333],"certificates":[]}]})"));
}

TEST_CASE("queries are written when they are not the keys") {
    ExportResult result = oneLayer();
    const std::vector<std::string> queries{"x", "y"};
    result.queries = queries;
    CHECK(resultJson(result).find(R"("tokens":["a","b\"c"],"queries":["x","y"])") !=
          std::string::npos);
}

TEST_CASE("settings that are not the usual ones are all written") {
    Settings settings;
    settings.heads = {1, 3};
    settings.headWeights = {0.5, 2};
    settings.protect = DiscardProtect::token;
    settings.protectedToken = 4;
    settings.startLayer = 2;
    JsonWriter json;
    writeSettings(json, settings);
    CHECK(
        json.text() ==
        R"({"preset":null,"fusion":"mean","heads":[1,3],"headWeights":[0.5,2],"residual":0.5,)"
        R"("residualKind":"weighted","discard":0,"discardScope":"matrix","protect":"token","protectedToken":4,)"
        R"("order":"residual-first","normalise":"rows","startLayer":3})");
}

TEST_CASE("gradient methods name how gradients were used") {
    ExportResult result = oneLayer();
    result.method = Method::relevance;
    CHECK(resultJson(result).find(
              R"("gradients":{"form":"positive-product","normalise":"after-residual"})") !=
          std::string::npos);
}

TEST_CASE("CSV has a line a query, and nothing where there is no number") {
    CHECK(resultCsv(oneLayer()) ==
          "layer,query,token,a,\"b\"\"c\"\r\n3,0,a,0.1,0.25\r\n3,1,\"b\"\"c\",1e-30,\r\n");
}

TEST_CASE("CSV of a chosen output has a line a layer") {
    ExportResult result = oneLayer();
    result.output = OutputChoice{OutputJoin::mean, {}};
    result.layers = {{0, 1, 2, {}, doubles, {}}, {1, 1, 2, std::span(floats).first(2), {}, {}}};
    CHECK(resultCsv(result) == "layer,a,\"b\"\"c\"\r\n1,0.1,0.3333333333333333\r\n2,0.1,0.25\r\n");
}

TEST_CASE("cells of CSV are quoted only where they must be") {
    CHECK(csvCell("plain") == "plain");
    CHECK(csvCell("") == "");
    CHECK(csvCell("a,b") == "\"a,b\"");
    CHECK(csvCell("say \"hi\"") == "\"say \"\"hi\"\"\"");
    CHECK(csvCell("two\nlines") == "\"two\nlines\"");
}

TEST_CASE("a table of correlations is written by score, method and layer") {
    MeanSpread cell;
    cell.add(0.25);
    cell.add(0.75);
    MeanSpread constant;
    constant.add(std::numeric_limits<double>::quiet_NaN());
    const std::vector<ExportScores> scores{
        {"blankout", {{0, 0, {cell, constant}}, {2, 1, {cell}}}}};
    CHECK(
        scoresJson(2, scores) ==
        R"({"examples":2,"importance":{"blankout":{"raw":[{"layer":1,"mean":0.5,"sd":0.25},)"
        R"({"layer":2,"mean":0,"sd":0,"constant":1}],"flow":[{"layer":2,"mean":0.5,"sd":0.25}]}}})");
    CHECK(scoresCsv(2, scores) ==
          "importance,method,layer,examples,mean,sd,low,high,p,p_of_table\r\n"
          "blankout,raw,1,2,0.5,0.25,,,,\r\nblankout,raw,2,2,0,0,,,,\r\n"
          "blankout,flow,2,2,0.5,0.25,,,,\r\n");
}

}  // namespace
}  // namespace hw
