// SPDX-License-Identifier: MIT
#include "model/files/model_files.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/localized_text.h"
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"
#include "model/files/gguf_header.h"
#include "model/files/other_weights.h"
#include "model/files/safetensors_header.h"
#include "model/files/shards.h"
#include "model/files/torch/torch_file.h"
#include "model/files/weight_files.h"

namespace hw::model {

namespace {

Result<void> readConfig(ModelFiles& files) {
    const Part* part = files.part("config.json");
    if (part == nullptr) return std::unexpected(missingFiles({"config.json"}));
    auto tree = ModelFiles::readJson(*part);
    if (!tree) return std::unexpected(tree.error());
    files.config = std::move(*tree);
    return {};
}

Result<std::string> textOf(const Part& part, std::uint64_t most) {
    const std::uint64_t size = part.bytes->size();
    if (size > most) {
        return std::unexpected(Problem{Code::tooLarge, part.name,
                                       formatText("The file has {} (limit {})."_tr,
                                                  {io::bytesText(size), io::bytesText(most)}),
                                       "Is it the right file?"_tr, std::nullopt});
    }
    if (auto fine = checkContent(part); !fine) return std::unexpected(fine.error());
    std::string text(static_cast<std::size_t>(size), '\0');
    if (auto fine = part.bytes->read(0, std::as_writable_bytes(std::span(text))); !fine) {
        return std::unexpected(fine.error());
    }
    return text;
}

/// Adds the tensors of a part. They are sorted only at the end.
void addTensors(ModelFiles& files, std::vector<StoredTensor> tensors, int part) {
    for (StoredTensor& tensor : tensors) {
        tensor.part = part;
        files.tensors.push_back(std::move(tensor));
    }
}

Result<void> sortTensors(ModelFiles& files) {
    std::ranges::sort(files.tensors, {}, &StoredTensor::name);
    const auto twice = std::ranges::adjacent_find(files.tensors, {}, &StoredTensor::name);
    if (twice == files.tensors.end()) return {};
    return std::unexpected(
        Problem{Code::syntax, twice->name,
                formatText("This tensor is in both {} and {}."_tr,
                           {files.parts[twice->part].name, files.parts[(twice + 1)->part].name}),
                "Give only one model’s files."_tr, std::nullopt});
}

/// Tied tables. Safetensors keeps one and lists the names of the others. PyTorch lists each with the same storage.
void findAliases(ModelFiles& files) {
    for (const auto& [name, kept] : files.notes) {
        const StoredTensor* tensor = files.find(kept);
        if (tensor != nullptr && files.find(name) == nullptr) files.aliases[name] = tensor->name;
    }
    using Place = std::tuple<int, std::uint64_t, std::uint64_t>;
    std::map<Place, const StoredTensor*> places;
    std::map<std::string, std::string, std::less<>> same;
    for (const StoredTensor& tensor : files.tensors) {
        if (tensor.storage == nullptr) continue;
        const auto [at, isNew] =
            places.emplace(Place{tensor.part, tensor.storage->header, tensor.offset}, &tensor);
        const StoredTensor& first = *at->second;
        const bool isSame = !isNew && first.shape == tensor.shape && first.type == tensor.type &&
                            first.storage->strides == tensor.storage->strides;
        if (isSame) same[tensor.name] = first.name;
    }
    std::erase_if(files.tensors,
                  [&](const StoredTensor& tensor) { return same.contains(tensor.name); });
    files.aliases.merge(same);
}

/// Limits of files whose tables take many times their bytes, several times the largest published ones.
struct Limit {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr Limit limits[] = {
    {"vocab.txt", 16 << 20},
    {"merges.txt", 32 << 20},
    {"vocab.json", 64 << 20},
};

struct Wrapping {
    std::string_view prefix;
    std::string_view origin;
};
constexpr Wrapping wrappings[] = {
    {"module.", "torch.nn.DataParallel"},
    {"base_model.model.", "PEFT"},
};
constexpr std::string_view compiled = "_orig_mod.";

std::string withoutCompiled(std::string name) {
    for (std::size_t at = 0; (at = name.find(compiled, at)) != std::string::npos;)
        name.erase(at, compiled.size());
    return name;
}

/// Applies `change` to the names of all tensors and aliases.
template <class Change>
void rename(ModelFiles& files, const Change& change) {
    for (StoredTensor& tensor : files.tensors) tensor.name = change(std::move(tensor.name));
    std::map<std::string, std::string, std::less<>> aliases;
    for (const auto& [name, kept] : files.aliases) aliases[change(name)] = change(kept);
    files.aliases = std::move(aliases);
}

void remarkPrefix(ModelFiles& files, std::string_view prefix, std::string_view origin) {
    files.remarks.push_back(formatText("The prefix {} ({}) was dropped from tensor names."_tr,
                                       {io::excerpt(prefix, 80), origin}));
}

/// Removes the prefixes of compilers, distributed training and PEFT. Errors: tensors of an adapter.
Result<void> plainNames(ModelFiles& files) {
    for (const StoredTensor& tensor : files.tensors) {
        const auto has = [&](std::string_view part) {
            return tensor.name.find(part) != tensor.name.npos;
        };
        if (has(".lora_A.") || has(".lora_B.") || has(".lora_embedding_") || has(".ia3_l."))
            return std::unexpected(adapterProblem(files.parts, io::excerpt(tensor.name, 200)));
    }
    const auto all = [&](std::string_view prefix) {
        return !files.tensors.empty() &&
               std::ranges::all_of(files.tensors, [&](const StoredTensor& tensor) {
                   return tensor.name.starts_with(prefix);
               });
    };
    const bool isCompiled = std::ranges::any_of(files.tensors, [](const StoredTensor& tensor) {
        return tensor.name.find(compiled) != tensor.name.npos;
    });
    if (isCompiled) {
        rename(files, withoutCompiled);
        remarkPrefix(files, compiled, "torch.compile");
    }
    for (const Wrapping& wrapping : wrappings) {
        if (!all(wrapping.prefix)) continue;
        rename(files, [&](std::string name) {
            return name.substr(std::min(wrapping.prefix.size(), name.size()));
        });
        remarkPrefix(files, wrapping.prefix, wrapping.origin);
    }
    return sortTensors(files);
}

/// Checks that every tensor of the index is in the file that it names.
Result<void> holdAgainstIndex(const ModelFiles& files, const std::vector<IndexEntry>& index) {
    for (const IndexEntry& entry : index) {
        const StoredTensor* tensor = files.find(entry.tensor);
        if (tensor != nullptr && baseName(files.parts[tensor->part].name) == baseName(entry.file)) {
            continue;
        }
        return std::unexpected(
            Problem{Code::syntax, entry.tensor,
                    formatText("The index lists this tensor in {}, but it is missing there."_tr,
                               {io::excerpt(entry.file, 80)}),
                    "The files don’t belong together or are damaged. Download them again."_tr,
                    std::nullopt});
    }
    return {};
}

Result<void> readPart(ModelFiles& files, WeightFormat format, int index, bool isFirst) {
    const Part& part = files.parts[index];
    if (auto fine = checkContent(part); !fine) return fine;
    if (format == WeightFormat::gguf) {
        auto header = readGgufHeader(*part.bytes, part.name);
        if (!header) return std::unexpected(header.error());
        addTensors(files, std::move(header->tensors), index);
        if (isFirst) files.metadata = std::move(header->metadata);
    } else if (format == WeightFormat::torch) {
        auto tensors = readTorchFile(*part.bytes, part.name);
        if (!tensors) return std::unexpected(tensors.error());
        addTensors(files, std::move(*tensors), index);
    } else {
        auto header = readSafetensorsHeader(*part.bytes, part.name);
        if (!header) return std::unexpected(header.error());
        addTensors(files, std::move(header->tensors), index);
        if (files.notes.empty()) files.notes = std::move(header->metadata);
    }
    return {};
}

Result<void> readWeights(ModelFiles& files, const WeightFiles& weights) {
    for (const int index : weights.parts) {
        auto fine = readPart(files, weights.format, index, index == weights.parts.front());
        if (!fine) return fine;
    }
    if (!weights.remark.empty()) files.remarks.push_back(weights.remark);
    if (auto fine = sortTensors(files); !fine) return fine;
    if (auto fine = holdAgainstIndex(files, weights.index); !fine) return fine;
    if (files.isGguf) return {};
    findAliases(files);
    return plainNames(files);
}

}  // namespace

const StoredTensor* ModelFiles::find(std::string_view name) const {
    const auto stored = [&](std::string_view wanted) -> const StoredTensor* {
        const auto at = std::ranges::lower_bound(tensors, wanted, {}, &StoredTensor::name);
        return at != tensors.end() && at->name == wanted ? &*at : nullptr;
    };
    if (const StoredTensor* tensor = stored(name)) return tensor;
    const auto alias = aliases.find(name);
    return alias == aliases.end() ? nullptr : stored(alias->second);
}

const Part* ModelFiles::part(std::string_view name) const {
    const int found = findPart(parts, name);
    return found < 0 ? nullptr : &parts[found];
}

Result<Bytes> ModelFiles::readTensor(const StoredTensor& tensor) const {
    const Part& from = parts[tensor.part];
    if (tensor.storage != nullptr) return readTorchTensor(*from.bytes, tensor, from.name);
    if (auto good = checkRange(*from.bytes, tensor.offset, tensor.bytes, from.name); !good)
        return std::unexpected(good.error());
    auto bytes = Bytes::room(tensor.bytes, tensor.name);
    if (!bytes) return bytes;
    if (auto fine = readRange(*from.bytes, tensor.offset, bytes->span(), from.name); !fine) {
        return std::unexpected(fine.error());
    }
    return bytes;
}

Result<std::string> ModelFiles::readText(std::string_view name, std::uint64_t most) const {
    const Part* found = part(name);
    if (found == nullptr) return std::unexpected(missingFiles({std::string(name)}));
    const auto limit = std::ranges::find(limits, name, &Limit::name);
    if (limit != std::end(limits)) most = std::min(most, limit->bytes);
    return textOf(*found, most);
}

Result<io::Tree> ModelFiles::readJson(const Part& part) {
    const auto text = textOf(part, 16 << 20);
    if (!text) return std::unexpected(text.error());
    io::JsonOptions options;
    options.exactNumbers = true;
    options.totalBytes = text->size();
    io::JsonParser parser(options);
    auto used = parser.push(*text);
    auto tree = used ? parser.finish() : std::unexpected(used.error());
    if (!tree) {
        Problem& problem = tree.error();
        const std::string name(baseName(part.name));
        problem.place = problem.place.empty() ? name : name + ", " + problem.place;
    }
    return tree;
}

Result<ModelFiles> readModelFiles(std::vector<Part> parts) {
    ModelFiles files;
    files.parts = std::move(parts);
    const auto weights = findWeightFiles(files.parts);
    if (!weights) return std::unexpected(files.explained(weights.error()));
    files.isGguf = weights->format == WeightFormat::gguf;
    if (!files.isGguf) {
        if (auto fine = readConfig(files); !fine)
            return std::unexpected(files.explained(fine.error()));
    }
    if (auto fine = readWeights(files, *weights); !fine) return std::unexpected(fine.error());
    if (auto fine = files.addModules(); !fine) return std::unexpected(fine.error());
    return files;
}

}  // namespace hw::model
