// SPDX-License-Identifier: MIT
// Every checkpoint of text models, compared with the real library's results (shared/data/models/README.md).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "model/families/checkpoint_case.h"
#include "model/shared_models.h"

namespace hw::model {
namespace {

using test::Expected;

void checkCheckpoint(const std::string& folder) {
    INFO(folder);
    const auto network = test::openNetwork(test::partsOf(folder));
    INFO((network ? "" : sentence(network.error())));
    REQUIRE(network);
    const Expected expected(folder);
    for (const io::NodeId node : expected.cases())
        checkCase(*network, expected, node, inputOf(expected, node));
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
            const std::vector<float> attention = test::concatenate(trace->weights);
            close(expected, own + "attention", "attention", attention);
            if (isVector) continue;
            const Target target = targetOf(expected, node);
            const auto gradients = backward(*network, *trace, {&target, 1});
            REQUIRE(gradients);
            close(expected, own + "attention_gradient", "attention_gradient",
                  test::concatenate(gradients->weights), attention);
        }
    }
}

}  // namespace hw::model
