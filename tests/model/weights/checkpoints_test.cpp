// SPDX-License-Identifier: MIT
// Every checkpoint next to the checkout (../shared/data/models). Their headers open and all of their weights are read.
// GGUF's weights are compared with those of ggml's own reader. Passes if there are none.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <filesystem>
#include <string>

#include "model/json_reference.h"
#include "model/support.h"
#include "model/weights/weight.h"

using namespace hw;
using namespace hw::model;
namespace fs = std::filesystem;

namespace {

const std::string models = std::string(HW_SHARED_DATA) + "/models";

bool isThere() { return !std::string(HW_SHARED_DATA).empty() && fs::is_directory(models); }

std::vector<Part> partsOf(const fs::path& folder) {
    std::vector<Part> parts;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("expected")) continue;
        parts.push_back(test::partOf(entry.path().string()));
    }
    return parts;
}

void readAll(const ModelFiles& files) {
    for (const StoredTensor& tensor : files.tensors) {
        CAPTURE(tensor.name);
        if (tensor.type == TensorType::other) {
            CHECK(tensor.typeName == "I64");  // position_ids of the first BERT files
        } else if (tensor.type == TensorType::i8) {
            CHECK(loadWeight(files, tensor));
        } else {
            CHECK(loadVector(files, tensor));
        }
    }
}

}  // namespace

TEST_CASE("every checkpoint beside the checkout is read") {
    if (!isThere()) return;
    int found = 0;
    for (const char* folder : {"", "/ship"}) {
        for (const auto& entry : fs::directory_iterator(models + folder)) {
            if (!fs::exists(entry.path() / "config.json")) continue;
            if (!fs::exists(entry.path() / "model.safetensors") &&
                !fs::exists(entry.path() / "model.safetensors.index.json")) {
                continue;
            }
            CAPTURE(entry.path().string());
            const auto files = readModelFiles(partsOf(entry.path()));
            if (!files) FAIL(sentence(files.error()));
            CHECK_FALSE(files->tensors.empty());
            readAll(*files);
            ++found;
        }
    }
    CHECK(found >= 30);
}

TEST_CASE("the int8 checkpoints are near those that they were made of") {
    if (!isThere()) return;
    for (const char* name : {"agreement", "copycat", "digits"}) {
        const std::string folder = models + "/ship/" + name;
        const Part config = test::partOf(folder + "/config.json");
        const auto small =
            readModelFiles({config, test::partOf(folder + "/model.int8.safetensors")});
        const auto large = readModelFiles({config, test::partOf(folder + "/model.safetensors")});
        REQUIRE(small);
        REQUIRE(large);
        readAll(*small);
        int compared = 0;
        for (const StoredTensor& tensor : small->tensors) {
            if (tensor.type != TensorType::i8) continue;
            CAPTURE(tensor.name);
            const auto values = loadVector(*small, tensor);
            REQUIRE(large->find(tensor.name));
            const auto exact = loadVector(*large, *large->find(tensor.name));
            REQUIRE(values);
            REQUIRE(exact);
            REQUIRE(values->size() == exact->size());
            const auto columns = static_cast<std::size_t>(tensor.shape.back());
            for (std::size_t row = 0; row < values->size(); row += columns) {
                float most = 0.0F;
                float difference = 0.0F;
                for (std::size_t i = row; i < row + columns; ++i) {
                    most = std::max(most, std::abs((*exact)[i]));
                    difference = std::max(difference, std::abs((*exact)[i] - (*values)[i]));
                }
                CHECK(difference <= most / 200);
            }
            ++compared;
        }
        CHECK(compared > 8);
    }
}

TEST_CASE("GGUF files give the values of ggml's own reader") {
    if (!isThere()) return;
    const io::Tree expected = test::JsonReference(models + "/gguf/expected.json").json;
    for (const io::NodeId file : expected.children(expected.find(io::Tree::root, "files"))) {
        const std::string name(expected.string(expected.find(file, "file")));
        CAPTURE(name);
        const auto files = readModelFiles({test::partOf(models + "/gguf/" + name)});
        if (!files) FAIL(sentence(files.error()));
        const auto tensors = expected.children(expected.find(file, "tensors"));
        CHECK(files->tensors.size() == tensors.size());
        for (const io::NodeId node : tensors) {
            const std::string_view tensorName = expected.string(expected.find(node, "name"));
            CAPTURE(tensorName);
            const StoredTensor* tensor = files->find(tensorName);
            REQUIRE(tensor);
            CHECK(tensor->typeName == expected.string(expected.find(node, "type")));
            const std::vector<double> shape = expected.doubles(expected.find(node, "shape"));
            REQUIRE(shape.size() == tensor->shape.size());
            for (std::size_t i = 0; i < shape.size(); ++i) {
                CHECK(shape[i] == static_cast<double>(tensor->shape[i]));
            }
            const auto values = loadVector(*files, *tensor);
            REQUIRE(values);
            const std::vector<double> first = expected.doubles(expected.find(node, "first"));
            double sum = 0.0;
            double size = 0.0;
            for (std::size_t i = 0; i < values->size(); ++i) {
                if (i < first.size()) {
                    CHECK(std::abs((*values)[i] - first[i]) <= 1e-6 * std::abs(first[i]));
                }
                sum += (*values)[i];
                size += std::abs((*values)[i]);
            }
            CHECK(std::abs(sum - expected.number(expected.find(node, "sum"))) <= 1e-6 * size);
        }
    }
}
