// SPDX-License-Identifier: MIT
// Every checkpoint of text models against what the real library computes of it (shared/data/models/README.md).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "model/checkpoint.h"
#include "model/shared_models.h"

namespace hw::model {
namespace {

using test::Expected;

void close(const Expected& expected, const std::string& name, std::string_view quantity,
           std::span<const float> found, std::span<const float> counts = {}) {
    const std::vector<float> wanted = expected.tensor(name);
    INFO(name);
    const double allowed = expected.allowed(quantity, test::largestOf(wanted));
    CHECK(test::largestDifference(found, wanted, counts) <= allowed);
}

TextInput inputOf(const Expected& expected, io::NodeId node) {
    return {expected.whole(node, "ids"), expected.whole(node, "type_ids")};
}

void checkCase(const Network& network, const Expected& expected, io::NodeId node) {
    const std::string name = expected.text(node, "name");
    INFO(name);
    // T5's decoder is not run here; its encoder is.
    const bool isEncoderAlone = expected.has(name + ".encoder.attention");
    const std::string front = name + (isEncoderAlone ? ".encoder." : ".");
    TextInput input = inputOf(expected, node);
    if (network.spec.types == 0) input.types.clear();
    const auto trace = forward(network, {input}, {.keepsRecords = true});
    REQUIRE(trace);
    const std::vector<float> attention = test::joined(trace->weights);
    close(expected, front + "attention", "attention", attention);
    if (expected.has(front + "hidden"))
        close(expected, front + "hidden", "hidden", test::joined(trace->streams));
    if (isEncoderAlone) return;

    const Target target = targetOf(expected, node);
    Workspace workspace;
    const int position = target.position < 0 ? input.length() - 1 : target.position;
    const bool isDiscriminator = network.spec.head.task == Task::discriminator;
    const ReadOut out =
        readOut(network, trace->batch, trace->last(),
                isDiscriminator ? std::span<const int>() : std::span(&position, 1), {}, workspace);
    const bool isVector = target.kind == TargetKind::cosine;
    close(expected, name + (isVector ? ".embedding" : ".logits"), isVector ? "embedding" : "logits",
          out.values);

    const auto gradients = backward(network, *trace, {&target, 1});
    REQUIRE(gradients);
    CHECK(
        std::abs(gradients->value - expected.number(expected.json.find(node, "target"), "value")) <=
        expected.allowed("value", std::abs(gradients->value)));
    close(expected, name + ".attention_gradient", "attention_gradient",
          test::joined(gradients->weights), attention);
    close(expected, name + ".stream_gradient", "stream_gradient", gradients->streams[0]);
    close(expected, name + ".input_gradient", "input_gradient", gradients->embeddings);
    // Without what was kept on the way, layers are run again.
    const auto light = forward(network, {input});
    REQUIRE(light);
    const auto again = backward(network, *light, {&target, 1});
    REQUIRE(again);
    CHECK(test::joined(again->weights) == test::joined(gradients->weights));
}

void checkCheckpoint(const std::string& folder) {
    INFO(folder);
    const auto network = test::openNetwork(test::partsOf(folder));
    INFO((network ? "" : sentence(network.error())));
    REQUIRE(network);
    const Expected expected(folder);
    for (const io::NodeId node : expected.cases()) checkCase(*network, expected, node);
}

}  // namespace

TEST_CASE("attention, streams, outputs and gradients are the library's") {
    checkCheckpoint(std::string(HW_TEST_DATA "/model/") +
                    GENERATE("distilbert_cls", "qwen3", "gpt2_bare"));
}

TEST_CASE("every family of text models gives the library's numbers") {
    const std::string folder = test::sharedModels();
    if (folder.empty()) SKIP("shared/data is not beside the checkout");
    checkCheckpoint(folder + GENERATE("bert_mlm", "bert_old", "bert_cls", "sentence", "roberta_mlm",
                                      "xlmr_cls", "electra_cls", "electra_disc", "albert_mlm",
                                      "gpt2", "gpt_neo", "opt", "opt_post", "pythia", "llama",
                                      "smollm", "llama3", "mistral", "qwen2", "gemma2", "gemma3",
                                      "phi3", "modernbert_mlm", "modernbert_cls", "t5",
                                      "t5_gated"));
}

TEST_CASE("GGUF files give the numbers of their dequantised weights") {
    const std::string folder = test::sharedModels();
    if (folder.empty()) SKIP("shared/data is not beside the checkout");
    const Expected expected(folder + "gguf");
    for (const io::NodeId file : expected.json.children(expected.json.find(0, "files"))) {
        const std::string name = expected.text(file, "file");
        INFO(name);
        const auto network = test::openNetwork({test::partOf(folder + "gguf/" + name)});
        INFO((network ? "" : sentence(network.error())));
        REQUIRE(network);
        const std::string front = name.substr(0, name.size() - 5) + ".";
        for (const io::NodeId node : expected.json.children(expected.json.find(file, "cases"))) {
            const std::string own = front + expected.text(node, "name") + ".";
            const auto trace = forward(*network, {{expected.whole(node, "ids")}});
            REQUIRE(trace);
            Workspace workspace;
            const int last = trace->batch.tokens() - 1;
            const ReadOut out =
                readOut(*network, trace->batch, trace->last(), {&last, 1}, {}, workspace);
            const bool isVector = network->spec.head.task == Task::embedding;
            close(expected, own + (isVector ? "embedding" : "logits"), "logits", out.values);
            if (!expected.has(own + "attention")) continue;
            const std::vector<float> attention = test::joined(trace->weights);
            close(expected, own + "attention", "attention", attention);
            if (isVector) continue;
            const Target target = targetOf(expected, node);
            const auto gradients = backward(*network, *trace, {&target, 1});
            REQUIRE(gradients);
            close(expected, own + "attention_gradient", "attention_gradient",
                  test::joined(gradients->weights), attention);
        }
    }
}

}  // namespace hw::model
