// SPDX-License-Identifier: MIT
// An encoder with its decoder, run in the same way by the tests of both.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint.h"
#include "model/run/read_out.h"

namespace hw::model {

struct Pair {
    explicit Pair(const std::string& folder) {
        auto read = readModelFiles(test::partsOf(folder));
        REQUIRE(read);
        files = std::move(*read);
        auto spec = readSpec(files);
        INFO((spec ? "" : sentence(spec.error())));
        REQUIRE(spec);
        auto other = readDecoder(files);
        INFO((other ? "" : sentence(other.error())));
        REQUIRE(other);
        REQUIRE(*other);
        auto first = loadNetwork(files, std::move(*spec));
        INFO((first ? "" : sentence(first.error())));
        REQUIRE(first);
        auto second = loadNetwork(files, std::move(**other));
        INFO((second ? "" : sentence(second.error())));
        REQUIRE(second);
        encoder = std::move(*first);
        decoder = std::move(*second);
    }

    Trace encoded(std::vector<int> ids) { return encoded(TextInput{std::move(ids)}); }
    Trace encoded(TextInput input) {
        auto trace = forward(encoder, {std::move(input)}, {.keepsRecords = true});
        REQUIRE(trace);
        encoderStates = std::make_shared<EncoderStates>(encoderStatesOf(encoder, *trace, norm));
        return std::move(*trace);
    }
    Trace decoded(std::vector<int> ids, const Edits& edits = {}) const {
        auto trace =
            forward(decoder, {{std::move(ids)}},
                    {.edits = {&edits, 1}, .keepsRecords = true, .encoderStates = encoderStates});
        INFO((trace ? "" : sentence(trace.error())));
        REQUIRE(trace);
        return std::move(*trace);
    }
    std::vector<float> logits(const Trace& trace, int position) const {
        Workspace workspace;
        return readOut(decoder, trace.batch, trace.last(), {&position, 1}, {}, workspace).values;
    }

    ModelFiles files;
    Network encoder;
    Network decoder;
    NormRecord norm;
    std::shared_ptr<const EncoderStates> encoderStates;
};

}  // namespace hw::model
