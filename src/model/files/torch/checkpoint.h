// SPDX-License-Identifier: MIT
// Internal parts of model/files/torch: the tensors in a pickle's dictionary, and the storages with their numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/files/stored_tensor.h"
#include "model/files/torch/pickle.h"

namespace hw::model {

struct StorageType {
    std::string_view maker;
    std::string_view name;  ///< safetensors' name for it
    std::uint64_t bytes;
    TensorType stored;
};
/// By the constructor's name, "FloatStorage"; null for an unknown type.
const StorageType* storageType(std::string_view maker);

/// The place of a storage's bytes. In a zip they follow the local header at `place` and end before `end`; otherwise end
/// is 0.
struct Storage {
    std::uint64_t place = 0;
    std::uint64_t bytes = 0;
    std::uint64_t end = 0;
    std::shared_ptr<StorageCheck> check = nullptr;
};

class Checkpoint {
public:
    Checkpoint(const PickleReader& pickle, const std::string& name)
        : pickle_(pickle), name_(name) {}

    /// By their keys.
    std::map<std::string_view, Storage> storages;

    /// Errors: notRecognised without a dictionary of tensors; syntax for a tensor outside its storage or that repeats
    /// numbers.
    Result<std::vector<StoredTensor>> read(std::uint32_t root, std::uint64_t fileBytes) const;

private:
    bool hasTensors(const PickleValue& dict) const;
    const std::vector<std::uint32_t>* dictionary(std::uint32_t root) const;
    std::optional<std::vector<std::int64_t>> sizes(std::uint32_t index) const;
    Result<StoredTensor> tensorOf(std::string_view key, const PickleValue& value) const;
    std::optional<std::uint64_t> firstNumber(const PickleValue& value, std::uint64_t held) const;
    bool placeTensor(StoredTensor& tensor, const std::vector<std::int64_t>& strides,
                     const PickleValue& value, const Storage& storage, std::uint64_t width) const;

    const PickleReader& pickle_;
    const std::string& name_;
};

Problem damagedTorch(const std::string& name, std::string finding);
Problem noCheckpoint(const std::string& name);

}  // namespace hw::model
