// SPDX-License-Identifier: MIT
#include "model/files/model_files.h"

#include <algorithm>

#include "core/words.h"
#include "io/json/json_parser.h"
#include "io/tree/words.h"
#include "model/files/gguf_header.h"
#include "model/files/safetensors_header.h"
#include "model/files/shards.h"

namespace hw::model {

namespace {

Result<void> readConfig(ModelFiles& files) {
    auto text = files.readText("config.json", 16 << 20);
    if (!text) return std::unexpected(text.error());
    io::JsonOptions options;
    options.exactNumbers = true;
    options.totalBytes = text->size();
    io::JsonParser parser(options);
    auto used = parser.push(*text);
    auto tree = used ? parser.finish() : std::unexpected(used.error());
    if (!tree) {
        Problem problem = tree.error();
        problem.place = problem.place.empty() ? "config.json" : "config.json, " + problem.place;
        return std::unexpected(problem);
    }
    files.config = std::move(*tree);
    return {};
}

/// Adds the tensors of a part, sorted in among the others only at the end.
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
                say("This tensor is in two files: {} and {}."_tr,
                    {files.parts[twice->part].name, files.parts[(twice + 1)->part].name}),
                "Give the files of one model only."_tr, std::nullopt});
}

/// Every tensor of the index is in the file that it names.
Result<void> holdAgainstIndex(const ModelFiles& files, const std::vector<IndexEntry>& index) {
    for (const IndexEntry& entry : index) {
        const StoredTensor* tensor = files.find(entry.tensor);
        if (tensor != nullptr && baseName(files.parts[tensor->part].name) == baseName(entry.file)) {
            continue;
        }
        return std::unexpected(
            Problem{Code::syntax, entry.tensor,
                    say("The index says that this tensor is in {}, which does not have it."_tr,
                        {io::excerpt(entry.file, 80)}),
                    "The files belong to different models or are damaged: download them again."_tr,
                    std::nullopt});
    }
    return {};
}

Result<void> readSafetensors(ModelFiles& files) {
    const auto weights = findWeightFiles(files.parts);
    if (!weights) return std::unexpected(weights.error());
    if (auto fine = readConfig(files); !fine) return fine;
    for (const int index : weights->parts) {
        const Part& part = files.parts[index];
        auto header = readSafetensorsHeader(*part.bytes, part.name);
        if (!header) return std::unexpected(header.error());
        addTensors(files, std::move(header->tensors), index);
        if (files.notes.empty()) files.notes = std::move(header->metadata);
    }
    if (auto fine = sortTensors(files); !fine) return fine;
    return holdAgainstIndex(files, weights->index);
}

/// The parts of a GGUF file that was split: all of them in order, or the one.
Result<std::vector<int>> ggufParts(const std::vector<Part>& parts, int first) {
    const ShardName like = shardName(baseName(parts[first].name));
    if (like.number == 0) return std::vector{first};
    std::vector<int> found;
    for (int number = 1; number <= like.count; ++number) {
        const std::string name = nameOfShard(like, number);
        found.push_back(findPart(parts, name));
        if (found.back() < 0) { return std::unexpected(missingFiles({name})); }
    }
    return found;
}

Result<void> readGguf(ModelFiles& files, int first) {
    files.isGguf = true;
    const auto parts = ggufParts(files.parts, first);
    if (!parts) return std::unexpected(parts.error());
    for (const int index : *parts) {
        const Part& part = files.parts[index];
        auto header = readGgufHeader(*part.bytes, part.name);
        if (!header) return std::unexpected(header.error());
        addTensors(files, std::move(header->tensors), index);
        if (index == parts->front()) files.metadata = std::move(header->metadata);
    }
    return sortTensors(files);
}

}  // namespace

const StoredTensor* ModelFiles::find(std::string_view name) const {
    const auto at = std::ranges::lower_bound(tensors, name, {}, &StoredTensor::name);
    return at != tensors.end() && at->name == name ? &*at : nullptr;
}

const Part* ModelFiles::part(std::string_view name) const {
    const int found = findPart(parts, name);
    return found < 0 ? nullptr : &parts[found];
}

Result<Bytes> ModelFiles::readTensor(const StoredTensor& tensor) const {
    auto bytes = Bytes::room(tensor.bytes, tensor.name);
    if (!bytes) return bytes;
    const Part& from = parts[tensor.part];
    if (auto fine = readRange(*from.bytes, tensor.offset, bytes->span(), from.name); !fine) {
        return std::unexpected(fine.error());
    }
    return bytes;
}

Result<std::string> ModelFiles::readText(std::string_view name, std::uint64_t most) const {
    const Part* found = part(name);
    if (found == nullptr) return std::unexpected(missingFiles({std::string(name)}));
    const std::uint64_t size = found->bytes->size();
    if (size > most) {
        return std::unexpected(Problem{Code::tooLarge, found->name,
                                       say("The file is {} long; the limit is {}."_tr,
                                           {io::bytesText(size), io::bytesText(most)}),
                                       "Is it the right file?"_tr, std::nullopt});
    }
    std::string text(static_cast<std::size_t>(size), '\0');
    if (auto fine = found->bytes->read(0, std::as_writable_bytes(std::span(text))); !fine) {
        return std::unexpected(fine.error());
    }
    return text;
}

Result<ModelFiles> readModelFiles(std::vector<Part> parts) {
    ModelFiles files;
    files.parts = std::move(parts);
    const auto gguf = std::ranges::find_if(files.parts, [](const Part& part) {
        return part.name.ends_with(".gguf") || looksLikeGguf(*part.bytes);
    });
    auto fine = gguf != files.parts.end()
                    ? readGguf(files, static_cast<int>(gguf - files.parts.begin()))
                    : readSafetensors(files);
    if (!fine) return std::unexpected(fine.error());
    return files;
}

}  // namespace hw::model
