// SPDX-License-Identifier: MIT
// The constructors that a pickle may use, by name, for dictionaries and tensors.
#include <algorithm>
#include <utility>

#include "model/files/torch/pickle.h"

namespace hw::model {

namespace {

constexpr std::size_t mostCopied = 1'000'000;

enum class Maker : std::uint8_t { orderedDict, tensor, parameter, storage };

struct MakerName {
    std::string_view module;
    std::string_view name;
    Maker maker;
};
constexpr MakerName makers[] = {
    {"collections", "OrderedDict", Maker::orderedDict},
    {"torch._utils", "_rebuild_tensor_v2", Maker::tensor},
    {"torch._utils", "_rebuild_parameter", Maker::parameter},
};

}  // namespace

bool PickleReader::maker(std::string_view module, std::string_view name) {
    const auto known = std::ranges::find_if(
        makers, [&](const MakerName& one) { return one.module == module && one.name == name; });
    // torch.FloatStorage and similar. Whether the type is supported is checked later.
    const bool isStorage = module == "torch" && name.ends_with("Storage");
    if (known == std::end(makers) && !isStorage) {
        return refused(std::string(module) + "." + std::string(name));
    }
    const Maker found = isStorage ? Maker::storage : known->maker;
    return push({.kind = Kind::maker, .number = std::to_underlying(found), .text = name});
}

bool PickleReader::makerOnLines() {
    std::string_view module;
    std::string_view name;
    return line(module) && line(name) && maker(module, name);
}

bool PickleReader::makerOnStack() {
    if (!needs(2)) return false;
    const PickleValue& name = values_[pop()];
    const PickleValue& module = values_[pop()];
    if (name.kind != Kind::text || module.kind != Kind::text) return damaged();
    return maker(std::string_view(module.text), std::string_view(name.text));
}

bool PickleReader::dictOf(const std::vector<std::uint32_t>& pairs) {
    PickleValue dict{.kind = Kind::dict};
    copied_ += 2 * pairs.size();
    if (copied_ > mostCopied) return damaged();
    for (const std::uint32_t pair : pairs) {
        const std::vector<std::uint32_t>& items = values_[pair].items;
        if (values_[pair].kind != Kind::list || items.size() != 2) return damaged();
        dict.items.insert(dict.items.end(), items.begin(), items.end());
    }
    return push(std::move(dict));
}

bool PickleReader::reduce() {
    if (!needs(2)) return false;
    const PickleValue& arguments = values_[pop()];
    const PickleValue& made = values_[pop()];
    if (made.kind != Kind::maker || arguments.kind != Kind::list) return damaged();
    const std::vector<std::uint32_t>& items = arguments.items;
    const auto is = [&](std::size_t at, Kind kind) {
        return at < items.size() && values_[items[at]].kind == kind;
    };
    switch (static_cast<Maker>(made.number)) {
        case Maker::orderedDict:
            if (items.empty()) return push(Kind::dict);
            // Python 2 writes a list of pairs.
            return items.size() == 1 ? dictOf(values_[items[0]].items) : damaged();
        case Maker::parameter:
            if (!is(0, Kind::tensor)) return damaged();
            stack_.push_back(items[0]);
            return true;
        case Maker::tensor:
            if (!is(0, Kind::storage) || !is(1, Kind::number) || !is(2, Kind::list) ||
                !is(3, Kind::list)) {
                return damaged();
            }
            return push({.kind = Kind::tensor, .items = {items.begin(), items.begin() + 4}});
        case Maker::storage: break;
    }
    return refused(made.text);
}

/// Skips the attributes of a dictionary (torch stores versions of modules there).
bool PickleReader::build() {
    if (!needs(2)) return false;
    pop();
    return values_[stack_.back()].kind == Kind::dict || damaged();
}

/// ('storage', torch.FloatStorage, key, location, count), and in the older format a view or None.
bool PickleReader::persistent() {
    if (!needs(1)) return false;
    const PickleValue& given = values_[pop()];
    const std::vector<std::uint32_t>& items = given.items;
    if (given.kind != Kind::list || items.size() < 5 || items.size() > 6) return damaged();
    const PickleValue& type = values_[items[1]];
    if (values_[items[0]].text != "storage" || type.kind != Kind::maker ||
        static_cast<Maker>(type.number) != Maker::storage || values_[items[2]].kind != Kind::text ||
        values_[items[4]].kind != Kind::number) {
        return damaged();
    }
    PickleValue storage{.kind = Kind::storage, .items = {items[1], items[2], items[4]}};
    if (items.size() == 6) storage.items.push_back(items[5]);
    return push(std::move(storage));
}

}  // namespace hw::model
