// SPDX-License-Identifier: MIT
// Results of independent code, read from JSON and looked up by key.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/json_parser.h"
#include "model/support.h"

namespace hw::test {

class JsonReference {
public:
    explicit JsonReference(const std::string& path) {
        CAPTURE(path);
        io::JsonParser parser({.exactNumbers = true});
        REQUIRE(parser.push(readBytes(path)));
        auto tree = parser.finish();
        REQUIRE(tree);
        json = std::move(*tree);
    }
    std::string text(io::NodeId node, std::string_view key) const {
        const io::NodeId found = json.find(node, key);
        return found == io::none ? std::string() : std::string(json.string(found));
    }
    double number(io::NodeId node, std::string_view key, double fallback = -1) const {
        const io::NodeId found = json.find(node, key);
        return found == io::none ? fallback : json.number(found);
    }
    std::vector<double> numbers(io::NodeId node, std::string_view key) const {
        const io::NodeId found = json.find(node, key);
        return found == io::none ? std::vector<double>() : json.doubles(found);
    }
    std::vector<int> whole(io::NodeId node, std::string_view key) const {
        std::vector<int> list;
        for (const double number : numbers(node, key)) list.push_back(static_cast<int>(number));
        return list;
    }
    /// The "ids" of each entry of a list, by its "text".
    std::map<std::string, std::vector<int>> idsByText(std::string_view list) const {
        std::map<std::string, std::vector<int>> ids;
        for (const io::NodeId node : json.children(json.find(0, list)))
            ids[text(node, "text")] = whole(node, "ids");
        return ids;
    }

    io::Tree json;
};

}  // namespace hw::test
