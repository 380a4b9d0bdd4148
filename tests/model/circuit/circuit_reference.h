// SPDX-License-Identifier: MIT
// The references of shared/data/circuits, by hooks in the real library.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/circuit/pair_runs.h"
#include "model/shared_models.h"

namespace hw::circuit {

/// The folder, or empty if there is none.
inline std::string sharedCircuits() {
    const std::string folder = std::string(HW_SHARED_DATA) + "/circuits";
    return test::sharedModels().empty() || !std::filesystem::is_directory(folder) ? "" : folder;
}

struct CircuitReference : test::JsonReference {
    explicit CircuitReference(const std::string& name)
        : JsonReference(sharedCircuits() + "/" + name + ".json"), folder(folderOf()) {
        auto opened = test::openNetwork(test::partsOf(folder));
        REQUIRE(opened);
        network = std::move(*opened);
        auto made = Components::of(network);
        REQUIRE(made);
        parts.emplace(std::move(*made));
    }
    CircuitReference(const CircuitReference&) = delete;

    io::NodeId pairNode(int index) const { return json.children(json.find(0, "pairs"))[index]; }
    int pairs() const { return static_cast<int>(json.children(json.find(0, "pairs")).size()); }
    Pair pair(int index) const {
        const io::NodeId node = pairNode(index);
        return {{whole(json.find(node, "clean"), "ids")},
                {whole(json.find(node, "corrupt"), "ids")},
                {.answer = {static_cast<int>(number(node, "answer"))},
                 .against = {static_cast<int>(number(node, "against"))},
                 .position = static_cast<int>(number(node, "position"))}};
    }
    PairRuns runs(int index) const {
        auto made = PairRuns::of(*parts, pair(index));
        INFO((made ? "" : sentence(made.error())));
        REQUIRE(made);
        return std::move(*made);
    }
    /// Whether all numbers are within `share` of the list's largest.
    void near(const std::vector<double>& found, const std::vector<double>& wanted,
              double share = 5e-5) const {
        REQUIRE(found.size() == wanted.size());
        double largest = 0;
        for (const double number : wanted) largest = std::max(largest, std::abs(number));
        double most = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double difference = std::abs(found[i] - wanted[i]);
            most = difference > most || std::isnan(difference) ? difference : most;
        }
        CAPTURE(most, largest);
        CHECK(most <= share * largest);
    }
    /// All numbers of a node, however deep.
    std::vector<double> all(io::NodeId node) const {
        std::vector<double> made;
        add(node, made);
        return made;
    }

    std::string folder;
    model::Network network;
    std::optional<Components> parts;

private:
    std::string folderOf() const {
        const std::string own = text(0, "model");
        const std::string beside = sharedCircuits() + "/" + own;
        return std::filesystem::is_directory(beside) ? beside : test::sharedModels() + own;
    }
    void add(io::NodeId node, std::vector<double>& to) const {
        if (json.is(node, io::Kind::number)) to.push_back(json.number(node));
        if (json.is(node, io::Kind::numbers)) {
            const std::vector<double> numbers = json.doubles(node);
            to.insert(to.end(), numbers.begin(), numbers.end());
        }
        for (const io::NodeId child : json.children(node)) add(child, to);
    }
};

}  // namespace hw::circuit
