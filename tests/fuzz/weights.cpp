// SPDX-License-Identifier: MIT
// Any bytes as a file of weights (safetensors, GGUF, PyTorch, the index of shards). It must not crash, must read or
// refuse every tensor that the header describes, and must give the same rows one by one as in the whole tensor.
#include <cstring>
#include <vector>

#include "fuzz/targets.h"
#include "model/kernel/linear.h"
#include "model/weights/weight.h"

namespace hw::fuzz {
namespace {

/// More would be slow and find nothing else, because a header can describe many tensors of the same bytes.
constexpr std::size_t mostTensors = 64;
constexpr std::int64_t mostValues = 1 << 16;

model::Part part(std::string name, std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {std::move(name), model::inMemory({bytes.begin(), bytes.end()})};
}

void readTensor(const model::ModelFiles& files, const model::StoredTensor& tensor) {
    const auto flat = model::loadVector(files, tensor);
    if (flat) require(static_cast<std::int64_t>(flat->size()) == tensor.count());
    if (!flat) require(!flat.error().finding.empty());
    for (const bool inOut : {false, true}) {
        const auto weight = model::loadWeight(files, tensor, inOut);
        if (!weight) continue;
        require(flat.has_value());
        std::vector<float> row(static_cast<std::size_t>(weight->columns()));
        weight->unpackRow(weight->rows() - 1, row.data());
        require(std::memcmp(&row.back(), &flat->back(), sizeof(float)) == 0);
        const std::vector<float> x(row.size(), 0.0F);
        std::vector<float> y(static_cast<std::size_t>(weight->rows()));
        model::Workspace workspace;
        model::linear(x.data(), 1, *weight, nullptr, y.data(), workspace);
        for (const float value : y) require(value == 0.0F);
    }
}

/// The name for the file, according to its first bytes.
std::string nameFor(std::string_view bytes) {
    if (bytes.starts_with("GGUF")) return "model.gguf";
    const bool isTorch = bytes.starts_with("PK") || bytes.starts_with("\x80\x02");
    return isTorch ? "pytorch_model.bin" : "model.safetensors";
}

}  // namespace

int weights(std::string_view bytes) {
    const model::Part config = part("config.json", "{}");
    const bool isText = bytes.starts_with("{");
    const auto files =
        isText ? model::readModelFiles({config, part("model.safetensors.index.json", bytes),
                                        part("model-00001-of-00001.safetensors", bytes)})
               : model::readModelFiles({config, part(nameFor(bytes), bytes)});
    if (!files) {
        require(!files.error().finding.empty() && !files.error().remedy.empty());
        return 0;
    }
    std::size_t read = 0;
    for (const model::StoredTensor& tensor : files->tensors) {
        if (tensor.count() <= mostValues && ++read <= mostTensors) readTensor(*files, tensor);
    }
    return 0;
}

}  // namespace hw::fuzz
