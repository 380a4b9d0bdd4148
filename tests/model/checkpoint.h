// SPDX-License-Identifier: MIT
// Opens a checkpoint and compares it with the real library's results (shared/data/models, tests/data/model).
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/families/family.h"
#include "model/files/model_files.h"
#include "model/files/safetensors_header.h"
#include "model/json_reference.h"
#include "model/network/network.h"
#include "model/run/run.h"
#include "model/support.h"

namespace hw::test {

/// expected.json and expected.safetensors of a folder.
class Expected : public JsonReference {
public:
    explicit Expected(const std::string& folder) : JsonReference(folder + "/expected.json") {
        CAPTURE(folder);
        tensors.parts = {partOf(folder + "/expected.safetensors")};
        auto header = model::readSafetensorsHeader(*tensors.parts[0].bytes, "expected.safetensors");
        REQUIRE(header);
        tensors.tensors = std::move(header->tensors);
        std::ranges::sort(tensors.tensors, {}, &model::StoredTensor::name);
    }
    bool has(const std::string& name) const { return tensors.find(name) != nullptr; }
    std::vector<float> tensor(const std::string& name) const {
        INFO(name);
        const auto* found = tensors.find(name);
        REQUIRE(found != nullptr);
        auto values = model::loadVector(tensors, *found);
        REQUIRE(values);
        return *values;
    }
    std::vector<io::NodeId> cases() const { return json.children(json.find(0, "cases")); }
    /// Ten times the library's own difference between float32 and float64, or 5e-5 of the largest value (see the README
    /// there).
    double allowed(std::string_view quantity, double largest) const {
        const io::NodeId own = json.find(0, "f32_difference", quantity, "difference");
        return std::max(5e-5 * largest, own == io::none ? 0 : 10 * json.number(own));
    }

    model::ModelFiles tensors;
};

/// The question that a case's gradients belong to.
inline model::Target targetOf(const Expected& expected, io::NodeId node) {
    const io::NodeId target = expected.json.find(node, "target");
    model::Target made;
    made.index = static_cast<int>(expected.number(target, "index", 0));
    made.position = static_cast<int>(expected.number(target, "position", -1));
    if (expected.text(target, "kind") != "cosine") return made;
    made.kind = model::TargetKind::cosine;
    made.other = expected.tensor(expected.text(target, "other") + ".embedding");
    return made;
}

/// The files of a folder, as a user would drop them.
inline std::vector<model::Part> partsOf(const std::string& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.is_regular_file() && !entry.path().filename().string().starts_with("expected"))
            paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    std::vector<model::Part> parts;
    for (const std::string& path : paths) parts.push_back(partOf(path));
    return parts;
}

inline Result<model::Network> openNetwork(std::vector<model::Part> parts) {
    const auto files = model::readModelFiles(std::move(parts));
    if (!files) return std::unexpected(files.error());
    auto spec = model::readSpec(*files);
    if (!spec) return std::unexpected(spec.error());
    return model::loadNetwork(*files, std::move(*spec));
}

/// The largest difference where `counts` is true.
inline double largestDifference(std::span<const float> a, std::span<const float> b,
                                std::span<const float> counts = {}) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!counts.empty() && counts[i] == 0) continue;
        const double difference = std::abs(static_cast<double>(a[i]) - b[i]);
        most = difference > most || std::isnan(difference) ? difference : most;
    }
    return most;
}

inline double largestOf(std::span<const float> values) {
    double most = 0;
    for (const float value : values) most = std::max(most, std::abs(static_cast<double>(value)));
    return most;
}

/// All of them, concatenated.
inline std::vector<float> concatenate(const std::vector<std::vector<float>>& parts) {
    std::vector<float> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

}  // namespace hw::test
