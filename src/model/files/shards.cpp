// SPDX-License-Identifier: MIT
#include "model/files/shards.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/words.h"
#include "io/json/json_parser.h"
#include "io/tree/words.h"
#include "model/files/pickles.h"

namespace hw::model {

namespace {

constexpr std::string_view weightsEnding = ".safetensors";
constexpr std::string_view indexName = "model.safetensors.index.json";
constexpr std::uint64_t longestIndex = 64 << 20;

std::string_view folderOf(std::string_view name) {
    return name.substr(0, name.size() - baseName(name).size());
}

/// The number that fills the whole text.
int wholeNumber(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : 0;
}

/// The files of one folder, by name.
class Folder {
public:
    Folder(const std::vector<Part>& parts, std::string_view folder) : parts_(parts) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (folderOf(parts[i].name) == folder) own_.push_back(static_cast<int>(i));
        }
    }

    int find(std::string_view name) const {
        const auto at = std::ranges::find_if(own_, [&](int i) { return base(i) == name; });
        return at != own_.end() ? *at : -1;
    }

    std::vector<int> safetensors() const {
        std::vector<int> found;
        for (const int i : own_) {
            if (base(i).ends_with(weightsEnding)) found.push_back(i);
        }
        return found;
    }

    /// In the order of `names`. Errors: those that are not there.
    Result<std::vector<int>> all(const std::vector<std::string>& names) const {
        std::vector<int> found;
        std::vector<std::string> missing;
        for (const std::string& name : names) {
            found.push_back(find(name));
            if (found.back() < 0) missing.push_back(name);
        }
        if (!missing.empty()) return std::unexpected(missingFiles(missing));
        return found;
    }

    std::string_view base(int index) const { return baseName(parts_[index].name); }

private:
    const std::vector<Part>& parts_;
    std::vector<int> own_;
};

Problem badIndex(std::string finding) {
    return {Code::syntax, std::string(indexName), std::move(finding),
            "The file is damaged: copy or save it again."_tr, std::nullopt};
}

Result<std::vector<IndexEntry>> readIndex(const Part& part) {
    const std::uint64_t size = part.bytes->size();
    if (size > longestIndex) return std::unexpected(badIndex("The index is too long."_tr));
    std::string text(static_cast<std::size_t>(size), '\0');
    if (auto fine = part.bytes->read(0, std::as_writable_bytes(std::span(text))); !fine) {
        return std::unexpected(fine.error());
    }
    io::JsonOptions options;
    options.maxDepth = 16;
    options.totalBytes = size;
    io::JsonParser parser(options);
    auto used = parser.push(text);
    auto tree = used ? parser.finish() : std::unexpected(used.error());
    if (!tree) {
        Problem problem = tree.error();
        problem.place =
            std::string(indexName) + (problem.place.empty() ? "" : ", ") + problem.place;
        return std::unexpected(problem);
    }
    const io::NodeId map = tree->is(io::Tree::root, io::Kind::object)
                               ? tree->find(io::Tree::root, "weight_map")
                               : io::none;
    std::vector<IndexEntry> entries;
    if (tree->is(map, io::Kind::object)) {
        for (const io::NodeId node : tree->children(map)) {
            if (!tree->is(node, io::Kind::string)) {
                return std::unexpected(badIndex("An entry of weight_map is not a file name."_tr));
            }
            entries.push_back({std::string(tree->key(node)), std::string(tree->string(node))});
        }
    }
    if (entries.empty()) {
        return std::unexpected(badIndex("There is no weight_map of tensors and files."_tr));
    }
    return entries;
}

Result<WeightFiles> byIndex(const Folder& folder, const Part& part) {
    WeightFiles files;
    auto entries = readIndex(part);
    if (!entries) return std::unexpected(entries.error());
    files.index = std::move(*entries);
    std::set<std::string> names;
    for (const IndexEntry& entry : files.index) names.emplace(baseName(entry.file));
    auto found = folder.all({names.begin(), names.end()});
    if (!found) return std::unexpected(found.error());
    files.parts = std::move(*found);
    return files;
}

/// Shards whose names say how many they are.
Result<WeightFiles> byNumber(const Folder& folder, const ShardName& like) {
    std::vector<std::string> names;
    for (int number = 1; number <= like.count; ++number) {
        names.push_back(nameOfShard(like, number));
    }
    auto found = folder.all(names);
    if (!found) return std::unexpected(found.error());
    return WeightFiles{std::move(*found), {}};
}

}  // namespace

ShardName shardName(std::string_view name) {
    constexpr std::string_view form = "-00001-of-00001";
    const std::size_t of = name.rfind("-of-");
    if (of == std::string_view::npos || of < 6 || of + 9 > name.size() || name[of - 6] != '-') {
        return {};
    }
    ShardName found{name.substr(0, of - 6), wholeNumber(name.substr(of - 5, 5)),
                    wholeNumber(name.substr(of + 4, 5)), name.substr(of - 6 + form.size())};
    if (found.number < 1 || found.count < found.number) return {};
    return found;
}

std::string nameOfShard(const ShardName& like, int number) {
    const auto five = [](int value) {
        const std::string digits = std::to_string(value);
        return std::string(5 - std::min<std::size_t>(5, digits.size()), '0') + digits;
    };
    return std::string(like.stem) + "-" + five(number) + "-of-" + five(like.count) +
           std::string(like.ending);
}

std::string nameList(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < 5; ++i) {
        if (i > 0) text += ", ";
        text += io::excerpt(names[i], 80);
    }
    return names.size() > 5 ? text + ", ..." : text;
}

Problem missingFiles(const std::vector<std::string>& names) {
    return {
        Code::cannotRead, nameList(names),
        sayCount(static_cast<int>(names.size()),
                 "This file of the model is missing.|These files of the model are missing."_tr, {}),
        "Give all files of the model together."_tr, std::nullopt};
}

int findPart(const std::vector<Part>& parts, std::string_view name) {
    const auto depth = [](const Part& part) { return std::ranges::count(part.name, '/'); };
    int found = -1;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (baseName(parts[i].name) != name) continue;
        if (found < 0 || depth(parts[i]) < depth(parts[found])) found = static_cast<int>(i);
    }
    return found;
}

Result<WeightFiles> findWeightFiles(const std::vector<Part>& parts) {
    const int config = findPart(parts, "config.json");
    const Folder folder(parts, config < 0 ? std::string_view{} : folderOf(parts[config].name));
    if (const int single = folder.find("model.safetensors"); single >= 0) {
        return WeightFiles{{single}, {}};
    }
    if (const int index = folder.find(indexName); index >= 0) {
        return byIndex(folder, parts[index]);
    }
    const std::vector<int> found = folder.safetensors();
    if (found.empty()) return std::unexpected(otherWeights(parts));
    if (const ShardName like = shardName(folder.base(found[0])); like.number > 0) {
        return byNumber(folder, like);
    }
    if (found.size() > 1) {
        std::vector<std::string> names;
        for (const int i : found) names.emplace_back(folder.base(i));
        return std::unexpected(Problem{Code::notRecognised, nameList(names),
                                       "Each of these files could be the model's weights."_tr,
                                       "Give only the one you mean."_tr, std::nullopt});
    }
    return WeightFiles{found, {}};
}

}  // namespace hw::model
