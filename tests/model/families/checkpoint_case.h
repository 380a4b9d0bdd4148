// SPDX-License-Identifier: MIT
// One text of a checkpoint. Compares a forward and backward pass with the real library's results.
#pragma once

#include "model/checkpoint.h"

namespace hw::model {

inline void close(const test::Expected& expected, const std::string& name,
                  std::string_view quantity, std::span<const float> found,
                  std::span<const float> counts = {}) {
    const std::vector<float> wanted = expected.tensor(name);
    INFO(name);
    const double allowed = expected.allowed(quantity, test::largestOf(wanted));
    CHECK(test::largestDifference(found, wanted, counts) <= allowed);
}

inline TextInput inputOf(const test::Expected& expected, io::NodeId node) {
    return {expected.whole(node, "ids"), expected.whole(node, "type_ids")};
}

/// `input` is the case's ids, or its picture.
inline void checkCase(const Network& network, const test::Expected& expected, io::NodeId node,
                      TextInput input) {
    const std::string name = expected.text(node, "name");
    INFO(name);
    // T5's decoder is not run here, only its encoder.
    const bool isEncoderAlone = expected.has(name + ".encoder.attention");
    const std::string front = name + (isEncoderAlone ? ".encoder." : ".");
    if (network.spec.types == 0) input.types.clear();
    const auto trace = forward(network, {input}, {.keepsRecords = true});
    REQUIRE(trace);
    const std::vector<float> attention = test::concatenate(trace->weights);
    close(expected, front + "attention", "attention", attention);
    if (expected.has(front + "hidden"))
        close(expected, front + "hidden", "hidden", test::concatenate(trace->streams));
    if (isEncoderAlone) return;

    const Target target = targetOf(expected, node);
    Workspace workspace;
    const int position = target.position < 0 ? input.length() - 1 : target.position;
    const bool isVector = target.kind == TargetKind::cosine;
    const std::string numbers = name + (isVector ? ".embedding" : ".logits");
    // Some references have the outputs of every token.
    const bool isEach = network.spec.head.task == Task::discriminator ||
                        (network.spec.head.task == Task::tokenClasses &&
                         std::cmp_greater(expected.tensor(numbers).size(), network.outputs()));
    const ReadOut out =
        readOut(network, trace->batch, trace->last(),
                isEach ? std::span<const int>() : std::span(&position, 1), {}, workspace);
    close(expected, numbers, isVector ? "embedding" : "logits", out.values);

    const auto gradients = backward(network, *trace, {&target, 1});
    REQUIRE(gradients);
    CHECK(
        std::abs(gradients->value - expected.number(expected.json.find(node, "target"), "value")) <=
        expected.allowed("value", std::abs(gradients->value)));
    close(expected, name + ".attention_gradient", "attention_gradient",
          test::concatenate(gradients->weights), attention);
    close(expected, name + ".stream_gradient", "stream_gradient", gradients->streams[0]);
    if (expected.has(name + ".input_gradient")) {
        std::vector<float> rows = gradients->embeddings;  // of the table's rows
        if (const int dropped = network.spec.droppedWord; dropped >= 0)
            for (std::size_t i = 0; i < rows.size(); ++i)
                rows[i] *= input.ids[i / network.spec.embeddingWidth] == dropped
                               ? 0
                               : wordFactor(network.spec, input);
        close(expected, name + ".input_gradient", "input_gradient", rows);
    }
    // Without the stored activations, layers are run again.
    const auto light = forward(network, {input});
    REQUIRE(light);
    const auto again = backward(network, *light, {&target, 1});
    REQUIRE(again);
    CHECK(test::concatenate(again->weights) == test::concatenate(gradients->weights));
}

}  // namespace hw::model
