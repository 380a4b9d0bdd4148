// SPDX-License-Identifier: MIT
// A checkpoint with what hooks in the real library found of it (tests/model/make/interventions.py).
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/run/run.h"

namespace hw::model {

struct Reference {
    explicit Reference(const std::string& name) {
        auto opened = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/" + name));
        REQUIRE(opened);
        network = std::move(*opened);
        io::JsonParser parser({.exactNumbers = true});
        REQUIRE(parser.push(test::readBytes(HW_TEST_DATA "/model/interventions.json")));
        auto parsed = parser.finish();
        REQUIRE(parsed);
        tree = std::move(*parsed);
        node = tree.find(0, name);
        text = {whole("ids"), {}};
        other = {whole("other"), {}};
        target.index = static_cast<int>(tree.number(tree.find(node, "index")));
    }
    std::vector<int> whole(const char* key) const {
        std::vector<int> list;
        for (const double number : tree.doubles(tree.find(node, key)))
            list.push_back(static_cast<int>(number));
        return list;
    }
    void near(std::span<const double> found, io::NodeId list, double allowed) const {
        const std::vector<double> wanted = tree.doubles(list);
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

    Network network;
    io::Tree tree;
    io::NodeId node = 0;
    TextInput text;
    TextInput other;
    Target target;
};

}  // namespace hw::model
