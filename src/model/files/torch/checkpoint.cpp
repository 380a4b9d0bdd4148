// SPDX-License-Identifier: MIT
#include "model/files/torch/checkpoint.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {

namespace {

using Kind = PickleValue::Kind;

constexpr std::size_t mostDimensions = 64;
/// Tied tables are listed two to four times. More repeats than this are no model.
constexpr std::uint64_t mostRepeats = 8;
constexpr StorageType storageTypes[] = {
    {"FloatStorage", "F32", 4, TensorType::f32},      {"HalfStorage", "F16", 2, TensorType::f16},
    {"BFloat16Storage", "BF16", 2, TensorType::bf16}, {"DoubleStorage", "F64", 8, TensorType::f64},
    {"LongStorage", "I64", 8, TensorType::other},     {"IntStorage", "I32", 4, TensorType::other},
    {"ShortStorage", "I16", 2, TensorType::other},    {"CharStorage", "I8", 1, TensorType::i8},
    {"ByteStorage", "U8", 1, TensorType::other},      {"BoolStorage", "BOOL", 1, TensorType::other},
};

}  // namespace

const StorageType* storageType(std::string_view maker) {
    const auto found = std::ranges::find(storageTypes, maker, &StorageType::maker);
    return found == std::end(storageTypes) ? nullptr : found;
}

Problem damagedTorch(const std::string& name, std::string finding) {
    return {Code::syntax, name, std::move(finding), "Copy or download the file again."_tr,
            std::nullopt};
}

Problem noCheckpoint(const std::string& name) {
    return {Code::notRecognised, name, "This PyTorch file has no dictionary of tensors."_tr,
            "Save the tensors with torch.save(model.state_dict(), \"pytorch_model.bin\")."_tr,
            std::nullopt};
}

Result<std::vector<StoredTensor>> Checkpoint::read(std::uint32_t root,
                                                   std::uint64_t fileBytes) const {
    const std::vector<std::uint32_t>* items = dictionary(root);
    if (items == nullptr) return std::unexpected(noCheckpoint(name_));
    // The last one of equal names counts, as in Python.
    std::map<std::string_view, std::uint32_t> tensors;
    for (std::size_t i = 0; i + 1 < items->size(); i += 2) {
        const PickleValue& key = pickle_[(*items)[i]];
        const bool isTensor = pickle_[(*items)[i + 1]].kind == Kind::tensor;
        if (key.kind == Kind::text && isTensor) tensors[key.text] = (*items)[i + 1];
    }
    std::vector<StoredTensor> found;
    std::uint64_t all = 0;
    for (const auto& [key, index] : tensors) {
        auto tensor = tensorOf(key, pickle_[index]);
        if (!tensor) return std::unexpected(tensor.error());
        all += tensor->bytes;
        if (all / mostRepeats > fileBytes) {
            return std::unexpected(
                damagedTorch(name_, "Its tensors are much larger than the file."_tr));
        }
        found.push_back(std::move(*tensor));
    }
    return found;
}

bool Checkpoint::hasTensors(const PickleValue& dict) const {
    for (std::size_t i = 1; i < dict.items.size(); i += 2) {
        if (pickle_[dict.items[i]].kind == Kind::tensor) return true;
    }
    return false;
}

/// The dictionary of tensors, either the root, or one inside it that training scripts add.
const std::vector<std::uint32_t>* Checkpoint::dictionary(std::uint32_t root) const {
    const PickleValue& top = pickle_[root];
    if (top.kind != Kind::dict) return nullptr;
    if (hasTensors(top)) return &top.items;
    for (const std::string_view wanted : {"state_dict", "model_state_dict", "model", "module"}) {
        for (std::size_t i = 0; i + 1 < top.items.size(); i += 2) {
            const PickleValue& inner = pickle_[top.items[i + 1]];
            const bool isIt = pickle_[top.items[i]].text == wanted && inner.kind == Kind::dict;
            if (isIt && hasTensors(inner)) return &inner.items;
        }
    }
    return nullptr;
}

/// Whole numbers of at least 0; nullopt for anything else.
std::optional<std::vector<std::int64_t>> Checkpoint::sizes(std::uint32_t index) const {
    std::vector<std::int64_t> found;
    if (pickle_[index].items.size() > mostDimensions) return std::nullopt;
    for (const std::uint32_t item : pickle_[index].items) {
        const PickleValue& value = pickle_[item];
        if (value.kind != Kind::number || value.number < 0) return std::nullopt;
        found.push_back(value.number);
    }
    return found;
}

Result<StoredTensor> Checkpoint::tensorOf(std::string_view key, const PickleValue& value) const {
    StoredTensor tensor;
    tensor.name = key;
    const auto misfit = [&](std::string finding) {
        return std::unexpected(damagedTorch(io::excerpt(key, 200), std::move(finding)));
    };
    const PickleValue& storage = pickle_[value.items[0]];
    const std::string_view maker = pickle_[storage.items[0]].text;
    const StorageType* type = storageType(maker);
    if (type == nullptr) {
        return std::unexpected(
            Problem{Code::badNumber, io::excerpt(key, 200),
                    formatText("The number type {} is unknown."_tr, {io::excerpt(maker)}),
                    "Convert them with tensor.float()."_tr, std::nullopt});
    }
    tensor.type = type->stored;
    tensor.typeName = type->name;
    const auto place = storages.find(pickle_[storage.items[1]].text);
    if (place == storages.end()) return misfit("The file has no data for this tensor."_tr);
    auto shape = sizes(value.items[2]);
    auto strides = sizes(value.items[3]);
    if (!shape || !strides || shape->size() != strides->size()) {
        return misfit("This tensor’s shape is impossible."_tr);
    }
    tensor.shape = std::move(*shape);
    if (!placeTensor(tensor, *strides, value, place->second, type->bytes)) {
        return misfit(formatText("This tensor’s shape ({}) does not fit its bytes."_tr,
                                 {shapeText(tensor.shape)}));
    }
    return tensor;
}

/// The offset of the tensor in the storage; nullopt if it is outside.
std::optional<std::uint64_t> Checkpoint::firstNumber(const PickleValue& value,
                                                     std::uint64_t held) const {
    const PickleValue& made = pickle_[value.items[0]];
    const std::int64_t count = pickle_[made.items[2]].number;
    const std::int64_t begin = pickle_[value.items[1]].number;
    std::uint64_t first = 0;
    if (made.items.size() > 3 && pickle_[made.items[3]].kind == Kind::list) {
        const auto& view = pickle_[made.items[3]].items;  // key, first number, count
        if (view.size() != 3 || pickle_[view[1]].number < 0) return std::nullopt;
        first = static_cast<std::uint64_t>(pickle_[view[1]].number);
    }
    if (count < 0 || begin < 0 || static_cast<std::uint64_t>(count) > held || first > held ||
        static_cast<std::uint64_t>(begin) > held - first) {
        return std::nullopt;
    }
    return first + static_cast<std::uint64_t>(begin);
}

/// False unless the tensor is within its storage and repeats no number.
bool Checkpoint::placeTensor(StoredTensor& tensor, const std::vector<std::int64_t>& strides,
                             const PickleValue& value, const Storage& storage,
                             std::uint64_t width) const {
    if (std::ranges::find(tensor.shape, 0) != tensor.shape.end()) return true;
    const std::uint64_t held = storage.bytes / width;
    const auto begin = firstNumber(value, held);
    if (!begin) return false;
    const std::uint64_t first = *begin;
    std::uint64_t elements = 1;
    std::uint64_t last = 0;
    bool isPlain = true;
    for (std::size_t axis = tensor.shape.size(); axis-- > 0;) {
        const auto size = static_cast<std::uint64_t>(tensor.shape[axis]);
        const auto stride = static_cast<std::uint64_t>(strides[axis]);
        if (size != 1 && stride != elements) isPlain = false;
        if (size > 1 && stride > held / (size - 1)) return false;
        if (size > 1) last += stride * (size - 1);
        if (elements > held / size) return false;
        elements *= size;
    }
    if (last >= held - first || elements > last + 1) return false;
    tensor.bytes = elements * width;
    tensor.storage = std::make_shared<StoragePlace>(
        StoragePlace{.header = storage.end > 0 ? storage.place : 0,
                     .size = storage.bytes,
                     .end = storage.end,
                     .span = (last + 1) * width,
                     .width = width,
                     .strides = isPlain ? std::vector<std::int64_t>{} : strides,
                     .check = storage.check});
    tensor.offset = first * width + (storage.end > 0 ? 0 : storage.place);
    return true;
}

}  // namespace hw::model
