// SPDX-License-Identifier: MIT
// Attention flow across encoder and decoder, compared with independent exact arithmetic and its own properties.
#include "core/flow/flow_across.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numeric>

#include "core/flow/flow_capacities.h"
#include "core/flow/flow_ranges.h"
#include "core/method_references.h"
#include "core/support.h"

namespace hw {
namespace {

using test::Json;
using test::MethodReference;
using test::methodReferences;

Settings asReferences(double residual) {
    Settings settings;
    settings.residual = residual;
    settings.normalise = Normalise::none;
    return settings;
}

/// All flows from the tokens above a decoder layer. Each cut is measured again.
FlowTable flowsFrom(const Example& example, const Settings& settings, int layer) {
    REQUIRE(checkMethod(example, Part::cross, Method::flow, settings).has_value());
    const auto graph = flowNetwork(example, Part::cross, settings);
    REQUIRE(graph.has_value());
    const FlowPlaces places = flowPlaces(example, Part::cross, settings);
    REQUIRE(graph->layers() == places.layers());
    FlowRequest request;
    request.firstLayer = request.lastLayer = places.above(layer);
    for (int token = 0; token < places.decoderTokens; ++token)
        request.sources.push_back(places.source(token));
    request.verifyCuts = true;
    FlowSolver solver(*graph);
    REQUIRE(solver.begin(request).has_value());
    while (!solver.step(100000)) {}
    CHECK(solver.counts().failedCuts == 0);
    return solver.takeTable();
}

const Example& anExample() {
    static const std::vector<MethodReference> references = methodReferences("encoder_decoder_flow");
    return references.front().example;
}

TEST_CASE("flow across encoder and decoder equals exact integer arithmetic") {
    const auto references = methodReferences("encoder_decoder_flow");
    REQUIRE(references.size() >= 4);
    for (const MethodReference& reference : references) {
        INFO(reference.name);
        const Settings settings = asReferences(reference.settings["residual"].number);
        for (const Json& one : reference.values.items) {
            const int layer = static_cast<int>(one["layer"].number) - 1;
            const int token = static_cast<int>(one["token"].number);
            const FlowTable table = flowsFrom(reference.example, settings, layer);
            std::vector<double> expected = one["to_encoder"].numbers();
            const std::vector<double> decoder = one["to_decoder"].numbers();
            expected.insert(expected.end(), decoder.begin(), decoder.end());
            REQUIRE(table.sinks.size() == expected.size());
            for (int sink = 0; sink < std::ssize(expected); ++sink) {
                INFO("layer " << layer << ", token " << token << ", sink " << sink);
                CHECK(std::abs(table.values[table.index(0, token, sink)] - expected[sink]) < 1e-9);
            }
        }
    }
}

TEST_CASE("a flow across never cuts an edge that only hands on, and its cuts name both sides") {
    const Settings settings;
    const auto graph = flowNetwork(anExample(), Part::cross, settings);
    REQUIRE(graph.has_value());
    const FlowPlaces places = flowPlaces(anExample(), Part::cross, settings);
    const int top = places.above(anExample().decoder->cross.layers - 1);
    CHECK(top == graph->layers() - 1);
    int seen = 0;
    for (int sink = 0; sink < places.tokens(); ++sink) {
        const auto flow = maxFlow(*graph, top, places.source(places.decoderTokens - 1), sink);
        REQUIRE(flow.has_value());
        CHECK(verify(*graph, *flow));
        for (const MinimumCut* cut : {&flow->nearSource, &flow->nearSink}) {
            for (const FlowEdge& edge : cut->edges) {
                CHECK(edge.capacity <= 1.0 + 1e-12);
                const AcrossEdge in = edgeAcross(places, edge);
                seen |= 1 << static_cast<int>(in.stack);
                const bool ofDecoder = in.stack != AcrossEdge::Stack::encoder;
                CHECK(in.query >= 0);
                CHECK(in.query < (ofDecoder ? places.decoderTokens : places.encoderTokens));
                CHECK(in.key >= 0);
                CHECK(in.layer < (ofDecoder ? anExample().decoder->cross.layers
                                            : anExample().attentions.layers));
            }
        }
    }
    CHECK(seen != 0);
}

TEST_CASE("flow across is at most a to the decoder, and zero to tokens that come later") {
    for (const double a : {0.0, 0.3, 0.5, 1.0}) {
        Settings settings;
        settings.residual = a;
        const int last = anExample().decoder->cross.layers - 1;
        const FlowTable table = flowsFrom(anExample(), settings, last);
        const FlowPlaces places = flowPlaces(anExample(), Part::cross, settings);
        for (int token = 0; token < places.decoderTokens; ++token) {
            for (int sink = 0; sink < places.tokens(); ++sink) {
                const double value = table.values[table.index(0, token, sink)];
                CHECK(value <= 1.0 + 1e-12);
                if (sink < places.encoderTokens) {
                    if (a == 1.0) CHECK(value == 0.0);
                    continue;
                }
                CHECK(value <= a + 1e-12);
                const int to = sink - places.encoderTokens;
                if (to > token) CHECK(value == 0.0);
                if (to == token) CHECK((value > 0.0) == (a > 0.0));
            }
        }
    }
}

TEST_CASE("a side without self-attention hands on what it gets") {
    Example example = anExample();
    Settings settings;
    const int last = example.decoder->cross.layers - 1;
    example.decoder->attentions = {};
    const FlowTable table = flowsFrom(example, settings, last);
    const FlowPlaces places = flowPlaces(example, Part::cross, settings);
    // In the decoder a token reaches only itself, over its residual edges.
    for (int token = 0; token < places.decoderTokens; ++token) {
        for (int to = 0; to < places.decoderTokens; ++to)
            CHECK(table.values[table.index(0, token, places.source(to))] ==
                  (to == token ? settings.residual : 0.0));
    }
    example = anExample();
    example.attentions = {};
    const FlowTable bare = flowsFrom(example, settings, 0);
    // One layer above inputs. The flow to the encoder is the cross-attention itself. Nothing comes from other tokens
    // through the decoder, because there is no layer below.
    const Matrix cross = fuseHeads(example.decoder->cross, 0, settings);
    for (int token = 0; token < places.decoderTokens; ++token) {
        for (int to = 0; to < places.encoderTokens; ++to)
            CHECK(std::abs(bare.values[bare.index(0, token, to)] -
                           0.5 * static_cast<double>(cross(token, to))) < 1e-6);
    }
    example.decoder->attentions = {};
    CHECK_FALSE(checkMethod(example, Part::cross, Method::flow, settings).has_value());
}

TEST_CASE("layers that take no part hand on, and a start layer leaves those below out") {
    Settings settings;
    settings.layers = {0};
    const Example& example = anExample();
    const int last = example.decoder->cross.layers - 1;
    REQUIRE(last > 0);
    const FlowTable first = flowsFrom(example, settings, 0);
    const FlowTable top = flowsFrom(example, settings, last);
    CHECK(top.values == first.values);
    settings = {};
    settings.startLayer = last;
    const FlowTable late = flowsFrom(example, settings, last);
    settings.startLayer = 0;
    settings.layers = {last};
    const FlowTable only = flowsFrom(example, settings, last);
    CHECK(late.values == only.values);
}

TEST_CASE("permuting the source text permutes the flows from across") {
    Example example = anExample();
    const int n = example.attentions.keys;
    const auto turned = [n](int token) { return n - 1 - token; };
    AttentionTensor self = example.attentions;
    AttentionTensor cross = example.decoder->cross;
    const auto put = [&](AttentionTensor& to, const AttentionTensor& from, bool rows) {
        for (int layer = 0; layer < from.layers; ++layer) {
            for (int head = 0; head < from.heads; ++head) {
                std::vector<float> room;
                const MatrixView matrix = from.matrix(layer, head, room);
                const std::size_t begin =
                    (std::size_t{1} * layer * from.heads + head) * from.matrixSize();
                for (int q = 0; q < from.queries; ++q) {
                    for (int k = 0; k < from.keys; ++k)
                        to.values[begin + (rows ? turned(q) : q) * from.keys + turned(k)] =
                            matrix(q, k);
                }
            }
        }
    };
    put(self, example.attentions, true);
    put(cross, example.decoder->cross, false);
    const int last = cross.layers - 1;
    const FlowTable before = flowsFrom(example, {}, last);
    example.attentions = self;
    example.decoder->cross = cross;
    const FlowTable after = flowsFrom(example, {}, last);
    for (int token = 0; token < std::ssize(before.sources); ++token) {
        for (int sink = 0; sink < std::ssize(before.sinks); ++sink) {
            const int there = sink < n ? turned(sink) : sink;
            CHECK(std::abs(before.values[before.index(0, token, sink)] -
                           after.values[after.index(0, token, there)]) < 1e-12);
        }
    }
}

TEST_CASE("what stands at its ceiling across both sides is counted for those within reach") {
    Settings settings;
    const FlowTable table = flowsFrom(anExample(), settings, 0);
    const FlowPlaces places = flowPlaces(anExample(), Part::cross, settings);
    const auto graph = flowNetwork(anExample(), Part::cross, settings);
    for (int token = 0; token < places.decoderTokens; ++token) {
        const Saturation found = saturationAcross(*graph, places, table, 0, token);
        int reached = 0;
        for (int sink = 0; sink < places.tokens(); ++sink)
            reached += table.values[table.index(0, token, sink)] > 0.0;
        CHECK(found.sinks == reached);
        CHECK(found.atCeiling <= found.sinks);
        CHECK(tiedSinks(*graph, table, 0, token, true) <= reached);
    }
}

TEST_CASE("ranges across both sides hold their flows") {
    int known = 0, narrow = 0;
    for (const MethodReference& reference : methodReferences("encoder_decoder_flow")) {
        for (const double residual : {0.0, 0.2, 0.5, 0.9}) {
            const Settings settings = asReferences(residual);
            const FlowPlaces places = flowPlaces(reference.example, Part::cross, settings);
            const auto graph = *flowNetwork(reference.example, Part::cross, settings);
            for (int token = 0; token < places.decoderTokens; ++token) {
                const int source = places.source(token), last = graph.layers() - 1;
                FlowRanges ranges(graph, source, last);
                while (!ranges.step(1 << 20)) {}
                const FlowTable flows = *maxFlows(graph, {0, last, {source}, {}});
                for (int layer = 0; layer <= last; ++layer) {
                    for (int sink = 0; sink < places.tokens(); ++sink) {
                        const double flow = flows.values[flows.index(layer, 0, sink)];
                        REQUIRE(ranges.least(layer, sink) <= flow);
                        REQUIRE(flow <= ranges.most(layer, sink));
                        known += flow > 0.0 ? 1 : 0;
                        narrow += flow > 0.0 && ranges.least(layer, sink) > 0.5 * flow ? 1 : 0;
                    }
                }
            }
        }
    }
    CHECK(known > 1000);
    CHECK(3 * narrow > known);
}

}  // namespace
}  // namespace hw
