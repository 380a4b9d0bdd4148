// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <utility>

#include "core/amount.h"
#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/weights/decode.h"
#include "model/weights/weight.h"

namespace hw::model {

namespace {

Problem notFinite(const StoredTensor& tensor) {
    return {Code::badNumber, tensor.name, "This tensor contains NaN or infinity."_tr,
            "Training failed or the file is damaged. Use another checkpoint."_tr, std::nullopt};
}

Problem unreadType(const StoredTensor& tensor) {
    const std::string name = io::excerpt(tensor.typeName);
    if (tensor.typeName.starts_with("F8_")) {
        return {
            Code::badNumber, tensor.name,
            formatText(
                "These weights are 8-bit floats ({}), which are meaningless without their scales."_tr,
                {name}),
            "Use the BF16 checkpoint, or convert with model.to(torch.bfloat16) and save_pretrained."_tr,
            std::nullopt};
    }
    return {Code::badNumber, tensor.name,
            formatText("Weights of type {} aren’t supported."_tr, {name}),
            "Save again with model.float() and save_pretrained."_tr, std::nullopt};
}

Problem badShape(const StoredTensor& tensor, std::string finding) {
    return {Code::badShape, tensor.name, std::move(finding), "Is it a checkpoint of this model?"_tr,
            std::nullopt};
}

Result<std::vector<float>> loadScales(const ModelFiles& files, const StoredTensor& tensor,
                                      int rows) {
    const StoredTensor* scale = files.find(tensor.name + ".scale");
    if (scale == nullptr) {
        return std::unexpected(
            Problem{Code::cannotRead, tensor.name,
                    formatText("This tensor’s integers need scales ({}), which are missing."_tr,
                               {tensor.name + ".scale"}),
                    "Use an F16 or F32 checkpoint."_tr, std::nullopt});
    }
    if (scale->type == TensorType::i8) return std::unexpected(unreadType(*scale));
    if (scale->count() != rows) {
        return std::unexpected(
            badShape(*scale, formatText("Expected {} scales (one per row), but found {}."_tr,
                                        {rows, shapeText(scale->shape)})));
    }
    return loadVector(files, *scale);
}

/// Allocates the floats, or returns an error. A vector cannot report that memory is short.
Result<std::vector<float>> roomFor(const StoredTensor& tensor) {
    const Amount bytes = Amount(tensor.count()) * sizeof(float);
    if (const auto probe = Bytes::room(bytes.value(), tensor.name); !probe)
        return std::unexpected(probe.error());
    return std::vector<float>(static_cast<std::size_t>(tensor.count()));
}

bool finiteRows(const Weight& weight) {
    std::vector<float> row(static_cast<std::size_t>(weight.storedColumns()));
    for (int i = 0; i < weight.storedRows(); ++i) {
        weight.unpackStored(i, 0, weight.storedColumns(), row.data());
        if (!allFinite(row.data(), row.size())) return false;
    }
    return true;
}

}  // namespace

Result<Weight> loadWeight(const ModelFiles& files, const StoredTensor& tensor, bool inOut) {
    if (tensor.type == TensorType::other) return std::unexpected(unreadType(tensor));
    const std::int64_t all = tensor.count();
    const std::int64_t rows = tensor.shape.size() < 2 ? 1 : tensor.shape[0];
    const std::int64_t columns = rows > 0 ? all / rows : 0;
    constexpr std::int64_t most = std::numeric_limits<int>::max() / 2;
    if (all == 0 || rows > most || columns > most) {
        return std::unexpected(badShape(
            tensor,
            formatText("Weight matrices can’t have the shape {}."_tr, {shapeText(tensor.shape)})));
    }
    std::vector<float> scales;
    if (tensor.type == TensorType::i8) {
        auto loaded = loadScales(files, tensor, static_cast<int>(rows));
        if (!loaded) return std::unexpected(loaded.error());
        scales = std::move(*loaded);
    }
    auto bytes = files.readTensor(tensor);
    if (!bytes) return std::unexpected(bytes.error());
    Weight weight = Weight::ofBytes(tensor.type, static_cast<int>(rows), static_cast<int>(columns),
                                    std::move(*bytes), inOut, std::move(scales));
    if (!finiteRows(weight)) return std::unexpected(notFinite(tensor));
    return weight;
}

Result<std::vector<float>> loadVector(const ModelFiles& files, const StoredTensor& tensor) {
    if (tensor.type == TensorType::i8) {
        auto weight = loadWeight(files, tensor);
        if (!weight) return std::unexpected(weight.error());
        auto values = roomFor(tensor);
        if (!values) return values;
        for (int row = 0; row < weight->rows(); ++row) {
            weight->unpackRow(row, values->data() + std::size_t{1} * row * weight->columns());
        }
        return values;
    }
    if (tensor.type == TensorType::other) return std::unexpected(unreadType(tensor));
    auto bytes = files.readTensor(tensor);
    if (!bytes) return std::unexpected(bytes.error());
    auto values = roomFor(tensor);
    if (!values) return values;
    decode(tensor.type, bytes->data(), values->size(), values->data());
    if (!allFinite(values->data(), values->size())) return std::unexpected(notFinite(tensor));
    return values;
}

}  // namespace hw::model
