// SPDX-License-Identifier: MIT
// Every family, compared with the real library's results for a checkpoint of some kilobytes
// (tests/model/make/families.py). Covers forward and backward passes, cut weights by both rules, heads, the lens.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "io/json/json_parser.h"
#include "model/ask/lens.h"
#include "model/families/checkpoint_case.h"
#include "model/pair.h"
#include "model/sight/patch_rows.h"
#include "model/sound/sound_rows.h"

namespace hw::model {
namespace {

const std::string familyFolder = HW_TEST_DATA "/model/families";

std::vector<std::string> checkpoints() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(familyFolder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

enum class Change { zeroed, renormalised, heads };

Edits changed(Change change, int layer, int head, const std::vector<int>& cut, bool isCross) {
    Edits edits;
    if (change == Change::renormalised) edits.rule = CutRule::renormalise;
    if (change == Change::heads) {
        edits.heads = {{layer, head}};
    } else {
        (isCross ? edits.cross : edits.edges) = {{layer, head, cut[0], cut[1]}};
    }
    return edits;
}

/// The number after one change in each head of each layer. `value` is that of a run with such edits.
template <class Value>
void checkChanges(const test::Expected& expected, io::NodeId node, const Spec& spec,
                  const std::string& front, const Value& value) {
    const std::vector<int> cut = expected.whole(node, "cut");
    const bool isCross = front == "t.cross.";
    for (const auto& [name, change] :
         {std::pair{"zeroed", Change::zeroed}, std::pair{"renormalised", Change::renormalised},
          std::pair{"heads", Change::heads}}) {
        // Heads of cross-attention cannot be cut.
        if (isCross && change == Change::heads) continue;
        std::vector<float> found;
        for (int layer = 0; layer < spec.layerCount(); ++layer)
            for (int head = 0; head < spec.heads; ++head)
                found.push_back(
                    static_cast<float>(value(changed(change, layer, head, cut, isCross))));
        close(expected, front + name, name, found);
    }
}

void checkLens(const Network& network, const test::Expected& expected, const Trace& trace,
               int position, const std::string& name) {
    if (network.head.out.empty()) return;
    const int outputs = network.outputs();
    const auto guesses = lens(network, trace, {&position, 1}, outputs);
    REQUIRE(guesses);
    std::vector<float> logits;
    for (const std::vector<LensGuess>& layer : *guesses) {
        std::vector<float> row(outputs);
        for (int i = 0; i < outputs; ++i) row[layer[0].largest[i]] = layer[0].logits[i];
        logits.insert(logits.end(), row.begin(), row.end());
    }
    close(expected, name, "lens", logits);
}

void checkAlone(const test::Expected& expected, io::NodeId node, const std::string& path) {
    const auto network = test::openNetwork(test::partsOf(path));
    INFO((network ? "" : sentence(network.error())));
    REQUIRE(network);
    const TextInput input = network->spec.picture
                                ? pictureInput(*network, expected.tensor("t.pixels"))
                                : inputOf(expected, node);
    checkCase(*network, expected, node, input);
    const Target target = targetOf(expected, node);
    const auto trace = forward(*network, {input});
    REQUIRE(trace);
    checkChanges(expected, node, network->spec, "t.", [&](const Edits& edits) {
        const auto values = editedValues(*network, *trace, {edits}, target);
        REQUIRE(values);
        return values->front();
    });
    checkLens(*network, expected, *trace,
              target.position < 0 ? input.length() - 1 : target.position, "t.lens");
}

void checkPair(const test::Expected& expected, io::NodeId node, const std::string& path) {
    Pair pair(path);
    const TextInput input = pair.encoder.spec.sound
                                ? soundInput(pair.encoder, expected.tensor("t.features"))
                                : TextInput{expected.whole(node, "ids")};
    const std::vector<int> written = expected.whole(node, "decoder_ids");
    const Target target = targetOf(expected, node);
    const Trace read = pair.encoded(input);
    const Trace trace = pair.decoded(written);
    close(expected, "t.encoder.attention", "attention", test::concatenate(read.weights));
    close(expected, "t.encoder.hidden", "hidden", test::concatenate(read.streams));
    close(expected, "t.decoder.attention", "attention", test::concatenate(trace.weights));
    close(expected, "t.decoder.hidden", "hidden", test::concatenate(trace.streams));
    close(expected, "t.cross.attention", "attention", test::concatenate(trace.cross));
    const int last = static_cast<int>(written.size()) - 1;
    close(expected, "t.logits", "logits", pair.logits(trace, last));
    const auto second = backward(pair.decoder, trace, {&target, 1});
    REQUIRE(second);
    const auto first =
        backwardFrom(pair.encoder, read,
                     backwardEncoderStates(pair.encoder, read, pair.norm, second->encoderStates));
    REQUIRE(first);
    constexpr const char* gradient = "attention_gradient";
    close(expected, "t.encoder.attention_gradient", gradient, test::concatenate(first->weights));
    close(expected, "t.decoder.attention_gradient", gradient, test::concatenate(second->weights),
          test::concatenate(trace.weights));
    close(expected, "t.cross.attention_gradient", gradient, test::concatenate(second->cross));
    close(expected, "t.encoder.stream_gradient", "stream_gradient", first->streams[0]);
    close(expected, "t.decoder.stream_gradient", "stream_gradient", second->streams[0]);
    const auto value = [&](const Edits& edits) {
        return valuesOf(pair.decoder, pair.decoded(written, edits), target).front();
    };
    checkChanges(expected, node, pair.decoder.spec, "t.decoder.", value);
    checkChanges(expected, node, pair.decoder.spec, "t.cross.", value);
    checkLens(pair.decoder, expected, trace, last, "t.decoder.lens");
    checkChanges(expected, node, pair.encoder.spec, "t.encoder.", [&](const Edits& edits) {
        auto changedRead = forward(pair.encoder, {input}, {.edits = {&edits, 1}});
        REQUIRE(changedRead);
        pair.encoderStates =
            std::make_shared<EncoderStates>(encoderStatesOf(pair.encoder, *changedRead, pair.norm));
        return valuesOf(pair.decoder, pair.decoded(written), target).front();
    });
}

}  // namespace

TEST_CASE("each family gives the library's numbers, with changes and gradients") {
    const std::string path = familyFolder + "/" + GENERATE(from_range(checkpoints()));
    INFO(path);
    const test::Expected expected(path);
    for (const io::NodeId node : expected.cases())
        if (expected.whole(node, "decoder_ids").empty()) {
            checkAlone(expected, node, path);
        } else {
            checkPair(expected, node, path);
        }
}

TEST_CASE("the tower of CLIP that reads texts gives the library's vector") {
    const auto files = readModelFiles(test::partsOf(familyFolder + "/clip"));
    REQUIRE(files);
    auto spec = readTextTower(*files);
    REQUIRE(spec);
    const auto network = loadNetwork(*files, std::move(**spec));
    REQUIRE(network);
    const auto trace = forward(*network, {{{1, 9, 14, 23}}});
    REQUIRE(trace);
    Workspace workspace;
    const ReadOut out = readOut(*network, trace->batch, trace->last(), {}, {}, workspace);
    close(test::Expected(familyFolder + "/clip"), "t.words", "embedding", out.values);
}

TEST_CASE("text_config_dict and vision_config_dict of CLIP win, with the library's defaults") {
    std::string config = test::readBytes(familyFolder + "/clip/config.json");
    const auto replace = [&](const std::string& from, const std::string& to) {
        const std::size_t at = config.find(from);
        REQUIRE(at != config.npos);
        config.replace(at, from.size(), to);
    };
    // text_config has another value, and vision_config is missing.
    replace("\"text_config\": {",
            "\"text_config\": {\"hidden_size\": 96, \"hidden_act\": "
            "\"relu\"},\n\"text_config_dict\": {");
    replace("\"vision_config\": {", "\"vision_config_dict\": {");
    std::vector<Part> parts = test::partsOf(familyFolder + "/clip");
    for (Part& part : parts)
        if (part.name == "config.json") part = test::part("config.json", config);
    const auto files = readModelFiles(parts);
    REQUIRE(files);
    const auto text = readTextTower(*files);
    const auto vision = readSpec(*files);
    REQUIRE((text && *text && vision));
    CHECK((*text)->width == 8);
    CHECK((*text)->activation == Activation::quickGelu);
    CHECK(vision->width == 8);
    CHECK(vision->notes.empty());

    config =
        R"({"model_type": "clip", "text_config": {"hidden_size": 96}, "text_config_dict": {"num_hidden_layers": 2},)"
        R"( "vision_config": {"hidden_size": 96}, "vision_config_dict": {"image_size": 64}})";
    ModelFiles bare;
    io::JsonParser parser({.exactNumbers = true});
    REQUIRE(parser.push(config));
    bare.config = *parser.finish();
    const auto words = readTextTower(bare);
    REQUIRE((words && *words));
    // CLIPTextConfig(num_hidden_layers=2).
    CHECK((*words)->width == 512);
    CHECK((*words)->mlpWidth == 2048);
    CHECK((*words)->heads == 8);
    CHECK((*words)->layerCount() == 2);
    CHECK((*words)->vocabulary == 49408);
}

TEST_CASE("no family is without a checkpoint") {
    std::set<std::string> there;
    for (const std::string& name : checkpoints()) {
        if (name.contains("gguf")) continue;
        const test::JsonReference config(familyFolder + "/" + name + "/config.json");
        there.insert(config.text(0, "model_type"));
    }
#define HW_FAMILY_TYPE(name) std::string(name##Family.type),
    for (const std::string& type : {HW_FAMILIES(HW_FAMILY_TYPE)}) {
        INFO(type);
        CHECK(there.contains(type));
    }
#undef HW_FAMILY_TYPE
}

}  // namespace hw::model
