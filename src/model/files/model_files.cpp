// SPDX-License-Identifier: MIT
#include "model/files/model_files.h"

#include <algorithm>

#include "core/words.h"
#include "io/json/json_parser.h"
#include "io/tree/words.h"
#include "model/files/safetensors_header.h"

namespace hw::model {

namespace {

Problem missing(std::string name, std::string finding) {
    return {Code::cannotRead, std::move(name), std::move(finding),
            "Give all files of the model together."_tr, std::nullopt};
}

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

Result<void> addSafetensors(ModelFiles& files, int index) {
    const Part& part = files.parts[index];
    auto header = readSafetensorsHeader(*part.bytes, part.name);
    if (!header) return std::unexpected(header.error());
    for (StoredTensor& tensor : header->tensors) {
        tensor.part = index;
        files.tensors.push_back(std::move(tensor));
    }
    files.notes = std::move(header->metadata);
    return {};
}

}  // namespace

const StoredTensor* ModelFiles::find(std::string_view name) const {
    const auto at = std::ranges::lower_bound(tensors, name, {}, &StoredTensor::name);
    return at != tensors.end() && at->name == name ? &*at : nullptr;
}

const Part* ModelFiles::part(std::string_view name) const {
    const auto at =
        std::ranges::find_if(parts, [&](const Part& one) { return baseName(one.name) == name; });
    return at != parts.end() ? &*at : nullptr;
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
    if (found == nullptr) {
        return std::unexpected(missing(std::string(name), "This file of the model is missing."_tr));
    }
    const std::uint64_t size = found->bytes->size();
    if (size > most) {
        return std::unexpected(Problem{Code::tooLarge, found->name,
                                       say("The file is {} long; {} are read at most."_tr,
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
    if (auto fine = readConfig(files); !fine) return std::unexpected(fine.error());
    const auto weights = std::ranges::find_if(
        files.parts, [](const Part& one) { return baseName(one.name).ends_with(".safetensors"); });
    if (weights == files.parts.end()) {
        return std::unexpected(
            missing("model.safetensors", "This file of the model is missing."_tr));
    }
    auto fine = addSafetensors(files, static_cast<int>(weights - files.parts.begin()));
    if (!fine) return std::unexpected(fine.error());
    std::ranges::sort(files.tensors, {}, &StoredTensor::name);
    return files;
}

}  // namespace hw::model
