// SPDX-License-Identifier: MIT
#include "model/files/weight_files.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/files/gguf_header.h"
#include "model/files/other_weights.h"
#include "model/files/shards.h"

namespace hw::model {

namespace {

/// One way to read the weights: a file, or its shards.
struct Choosable {
    WeightFormat format = WeightFormat::safetensors;
    std::string name;  ///< of the first file
    std::vector<int> parts;
    std::vector<std::string> missing;
    int index = -1;  ///< of the part with the index
    bool isUsual = false;
    bool isChosen = false;
};

class Choice {
public:
    explicit Choice(const std::vector<Part>& parts) : parts_(parts) {
        const int config = findPart(parts, "config.json");
        hasConfig_ = config >= 0;
        folder_ = config >= 0 ? folderOf(parts[config].name) : folderOfGguf();
        const auto chosen = std::ranges::find(parts, true, &Part::isChosen);
        if (chosen != parts.end()) folder_ = folderOf(chosen->name);
        collect();
    }

    Result<WeightFiles> read() {
        const auto chosen = std::ranges::find(all_, true, &Choosable::isChosen);
        if (chosen != all_.end()) return filesOf(*chosen);
        // GGUF needs no config.json, unlike the others.
        const bool isGgufFirst = !hasConfig_ && has(WeightFormat::gguf);
        if (!isGgufFirst && has(WeightFormat::safetensors)) return among(WeightFormat::safetensors);
        if (!isGgufFirst && std::ranges::any_of(all_, [](const Choosable& one) {
                return one.format == WeightFormat::torch && one.isUsual;
            })) {
            return among(WeightFormat::torch);
        }
        if (has(WeightFormat::gguf)) return among(WeightFormat::gguf);
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            if (!looksLikeGguf(*parts_[i].bytes) || isHelperFile(baseName(parts_[i].name)))
                continue;
            return WeightFiles{WeightFormat::gguf, {static_cast<int>(i)}, {}, {}};
        }
        if (has(WeightFormat::torch)) return among(WeightFormat::torch);
        return std::unexpected(otherWeights(parts_));
    }

private:
    bool has(WeightFormat format) const {
        return std::ranges::find(all_, format, &Choosable::format) != all_.end();
    }

    std::string_view folderOfGguf() const {
        std::string_view found;
        bool isFound = false;
        for (const Part& part : parts_) {
            if (!part.name.ends_with(".gguf") || isHelperFile(baseName(part.name))) continue;
            const std::string_view folder = folderOf(part.name);
            if (isFound && folder.size() >= found.size()) continue;
            found = folder;
            isFound = true;
        }
        return found;
    }

    void collect() {
        std::map<std::string, Choosable> shards;  // key: name of the first file
        std::map<std::string_view, int> names;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const std::string_view name = baseName(parts_[i].name);
            const auto format = formatOf(name);
            if (folderOf(parts_[i].name) != folder_) continue;
            names.emplace(name, static_cast<int>(i));
            if (!format) continue;
            if (isHelperFile(name)) {
                passed_.push_back(static_cast<int>(i));
                continue;
            }
            const ShardName shard = shardName(name);
            if (shard.number == 0) {
                all_.push_back(
                    {.format = *format,
                     .name = std::string(name),
                     .parts = {static_cast<int>(i)},
                     .isUsual = name == "model.safetensors" || name == "pytorch_model.bin",
                     .isChosen = parts_[i].isChosen});
                continue;
            }
            Choosable& one = shards[nameOfShard(shard, 1)];
            one.format = *format;
            one.isChosen = one.isChosen || parts_[i].isChosen;
            one.parts.push_back(static_cast<int>(i));
        }
        for (auto& [name, one] : shards) {
            const ShardName shard = shardName(name);
            one.name = name;
            one.parts.clear();
            for (int number = 1; number <= shard.count; ++number) {
                const std::string wanted = nameOfShard(shard, number);
                const auto found = names.find(wanted);
                if (found == names.end()) {
                    one.missing.push_back(wanted);
                } else {
                    one.parts.push_back(found->second);
                }
            }
            one.isUsual = shard.stem == "model" || shard.stem == "pytorch_model";
            all_.push_back(std::move(one));
        }
        addIndex("model.safetensors.index.json", WeightFormat::safetensors, names);
        addIndex("pytorch_model.bin.index.json", WeightFormat::torch, names);
    }

    /// Adds the shards of an index, unless a single file has everything.
    void addIndex(std::string_view name, WeightFormat format,
                  const std::map<std::string_view, int>& names) {
        const auto at = names.find(name);
        if (at == names.end()) return;
        const std::string_view single =
            name.substr(0, name.size() - std::string_view(".index.json").size());
        if (names.contains(single)) return;
        std::erase_if(all_,
                      [&](const Choosable& one) { return one.format == format && one.isUsual; });
        all_.push_back(
            {.format = format, .name = std::string(name), .index = at->second, .isUsual = true});
    }

    Result<WeightFiles> among(WeightFormat format) {
        std::vector<const Choosable*> own;
        for (const Choosable& one : all_) {
            if (one.format == format) own.push_back(&one);
        }
        const auto usual = std::ranges::find_if(own, &Choosable::isUsual);
        if (usual != own.end()) return filesOf(**usual);
        if (own.size() == 1) return filesOf(*own.front());
        if (const Choosable* best = byQuantisation(own)) return filesOf(*best);
        return std::unexpected(several(own));
    }

    /// The preferred one of files that differ only in their quantisation; null if they differ otherwise.
    static const Choosable* byQuantisation(const std::vector<const Choosable*>& own) {
        const Choosable* best = nullptr;
        int rank = 0;
        for (const Choosable* one : own) {
            const auto [stem, type] = quantised(one->name);
            if (type.empty() || stem != quantised(own.front()->name).first) return nullptr;
            const int place = quantisationRank(type);
            if (best != nullptr && place >= rank) continue;
            best = one;
            rank = place;
        }
        return best;
    }

    std::uint64_t bytesOf(const Choosable& one) const {
        std::uint64_t bytes = 0;
        for (const int part : one.parts) bytes += parts_[part].bytes->size();
        return bytes;
    }

    Problem several(const std::vector<const Choosable*>& own) const {
        std::vector<std::string> shown;
        Problem problem{Code::badArgument,
                        {},
                        "Any of these files could be the model’s weights."_tr,
                        "Open one by name."_tr,
                        std::nullopt,
                        Offer::weights};
        for (const Choosable* one : own) {
            shown.push_back(io::excerpt(one->name, 80) + " (" + io::bytesText(bytesOf(*one)) + ")");
            const int first = one->index >= 0 ? one->index : one->parts.front();
            problem.choices.push_back({parts_[first].name, shown.back(), {}});
        }
        problem.place = nameList(shown);
        return problem;
    }

    Result<WeightFiles> filesOf(const Choosable& one) {
        WeightFiles files{one.format, one.parts, {}, {}};
        if (!one.missing.empty()) return std::unexpected(missingFiles(one.missing));
        if (one.index >= 0) {
            auto index = readIndex(parts_[one.index]);
            if (!index) return std::unexpected(index.error());
            files.index = std::move(*index);
            std::map<std::string_view, int> own;
            for (std::size_t i = 0; i < parts_.size(); ++i) {
                if (folderOf(parts_[i].name) == folder_) own.emplace(baseName(parts_[i].name), i);
            }
            std::set<std::string_view> names;
            for (const IndexEntry& entry : files.index) names.insert(baseName(entry.file));
            std::vector<std::string> missing;
            for (const std::string_view name : names) {
                const auto found = own.find(name);
                if (found == own.end()) {
                    missing.emplace_back(name);
                } else {
                    files.parts.push_back(found->second);
                }
            }
            if (!missing.empty()) return std::unexpected(missingFiles(missing));
        }
        files.remark = remarkFor(one, files.parts);
        return files;
    }

    std::string remarkFor(const Choosable& taken, const std::vector<int>& read) const {
        std::vector<std::string> others;
        const auto add = [&](int part, const std::string& name, std::uint64_t bytes) {
            if (std::ranges::find(read, part) != read.end()) return;
            others.push_back(io::excerpt(name, 80) + " (" + io::bytesText(bytes) + ")");
        };
        for (const Choosable& one : all_) {
            if (!one.parts.empty()) add(one.parts.front(), one.name, bytesOf(one));
        }
        for (const int part : passed_) {
            add(part, std::string(baseName(parts_[part].name)), parts_[part].bytes->size());
        }
        if (others.empty()) return {};
        return formatText("Weights: {}. Ignored: {}."_tr,
                          {io::excerpt(taken.name, 80), nameList(others, 200)});
    }

    const std::vector<Part>& parts_;
    bool hasConfig_ = false;
    std::string_view folder_;
    std::vector<Choosable> all_;
    std::vector<int> passed_;  ///< skipped helper files
};

}  // namespace

Result<WeightFiles> findWeightFiles(const std::vector<Part>& parts) { return Choice(parts).read(); }

}  // namespace hw::model
