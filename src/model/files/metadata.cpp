// SPDX-License-Identifier: MIT
#include "model/files/metadata.h"

namespace hw::model {

const MetaValue* Metadata::find(std::string_view key) const {
    for (const auto& [name, value] : entries) {
        if (name == key) return &value;
    }
    return nullptr;
}

std::optional<double> Metadata::number(std::string_view key) const {
    const MetaValue* value = find(key);
    if (value == nullptr ||
        (value->kind != MetaValue::Kind::number && value->kind != MetaValue::Kind::truth))
        return {};
    return value->number;
}

std::optional<bool> Metadata::truth(std::string_view key) const {
    const MetaValue* value = find(key);
    if (value == nullptr || value->kind != MetaValue::Kind::truth) return {};
    return value->number != 0;
}

std::optional<std::string_view> Metadata::text(std::string_view key) const {
    const MetaValue* value = find(key);
    if (value == nullptr || value->kind != MetaValue::Kind::text) return {};
    return value->text;
}

const NumberList* Metadata::numbers(std::string_view key) const {
    const MetaValue* value = find(key);
    return value != nullptr && value->kind == MetaValue::Kind::numbers ? &value->numbers : nullptr;
}

const TextList* Metadata::texts(std::string_view key) const {
    const MetaValue* value = find(key);
    return value != nullptr && value->kind == MetaValue::Kind::texts ? &value->texts : nullptr;
}

}  // namespace hw::model
