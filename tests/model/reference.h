// SPDX-License-Identifier: MIT
// A checkpoint with the results of hooks in the real library (tests/model/make/interventions.py).
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/run/run.h"

namespace hw::model {

struct Reference : test::JsonReference {
    explicit Reference(const std::string& name)
        : JsonReference(HW_TEST_DATA "/model/interventions.json"), node(json.find(0, name)) {
        auto opened = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/" + name));
        REQUIRE(opened);
        network = std::move(*opened);
        text = {whole(node, "ids"), {}};
        other = {whole(node, "other"), {}};
        target.index = static_cast<int>(number(node, "index"));
    }
    void near(std::span<const double> found, io::NodeId list, double allowed) const {
        const std::vector<double> wanted = json.doubles(list);
        REQUIRE(found.size() == wanted.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CAPTURE(i, found[i], wanted[i]);
            CHECK(std::abs(found[i] - wanted[i]) <= allowed);
        }
    }
    Trace run(const TextInput& input) const {
        auto trace = forward(network, {input}, {.keepsRecords = true});
        REQUIRE(trace);
        return std::move(*trace);
    }

    io::NodeId node;
    Network network;
    TextInput text;
    TextInput other;
    Target target;
};

}  // namespace hw::model
