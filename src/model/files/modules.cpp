// SPDX-License-Identifier: MIT
#include "model/files/model_files.h"

#include <algorithm>
#include <utility>

#include "core/localized_text.h"
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"
#include "io/tree/tree.h"
#include "model/files/safetensors_header.h"
#include "model/files/shards.h"
#include "model/files/torch/torch_file.h"

namespace hw::model {
namespace {

constexpr std::string_view listName = "modules.json";

std::unexpected<Problem> badModules(std::string place, LocalizedText finding) {
    return std::unexpected(Problem{Code::notRecognised, std::move(place), std::string(finding),
                                   "Download the file again."_tr, std::nullopt});
}

/// True for a folder below the one that modules.json is in.
bool isBelow(std::string_view path) {
    if (path.starts_with('/') || path.find_first_of("\\:?#%") != path.npos) return false;
    for (;;) {
        const std::size_t end = path.find('/');
        const std::string_view step = path.substr(0, end);
        if (step.empty() || step == "." || step == "..") return false;
        if (end == path.npos) return true;
        path.remove_prefix(end + 1);
    }
}

/// The tensors of a module's folder; empty if it has no weights.
Result<std::vector<StoredTensor>> tensorsOf(const ModelFiles& files, const SentenceModule& module,
                                            const Part*& part) {
    if ((part = files.partOf(module, "model.safetensors")) != nullptr) {
        auto header = readSafetensorsHeader(*part->bytes, part->name);
        if (!header) return std::unexpected(std::move(header.error()));
        return std::move(header->tensors);
    }
    if ((part = files.partOf(module, "pytorch_model.bin")) != nullptr)
        return readTorchFile(*part->bytes, part->name);
    return std::vector<StoredTensor>();
}

}  // namespace

Result<std::vector<SentenceModule>> readModules(std::string_view json) {
    io::JsonParser parser;
    const auto used = parser.push(json);
    const auto tree = used ? parser.finish() : std::unexpected(used.error());
    if (!tree) {
        Problem problem = tree.error();
        problem.place =
            problem.place.empty() ? listName : std::string(listName) + ", " + problem.place;
        return std::unexpected(std::move(problem));
    }
    constexpr int most = 64;
    std::vector<SentenceModule> modules;
    if (!tree->is(io::Tree::root, io::Kind::array) || tree->size(io::Tree::root) == 0 ||
        tree->size(io::Tree::root) > most)
        return badModules(std::string(listName), "This is not a list of modules."_tr);
    const auto textOf = [&](io::NodeId node, std::string_view key) {
        const io::NodeId found =
            tree->is(node, io::Kind::object) ? tree->find(node, key) : io::none;
        return found != io::none && tree->is(found, io::Kind::string) ? tree->string(found)
                                                                      : std::string_view();
    };
    for (const io::NodeId node : tree->children(io::Tree::root)) {
        std::string path(textOf(node, "path"));
        while (path.ends_with('/')) path.pop_back();
        if (textOf(node, "type").empty())
            return badModules(std::string(listName), "A module has no type."_tr);
        if (!path.empty() && !isBelow(path))
            return badModules(std::string(listName) + ", " + io::excerpt(path, 80),
                              "This is not one of the model’s folders."_tr);
        modules.push_back({std::string(textOf(node, "type")), std::move(path)});
    }
    return modules;
}

const Part* ModelFiles::partOf(const SentenceModule& module, std::string_view name) const {
    const Part* list = part("modules.json");
    if (list == nullptr) return nullptr;
    std::string wanted(folderOf(list->name));
    if (!module.path.empty()) wanted += module.path + '/';
    wanted += name;
    const auto found = std::ranges::find(parts, wanted, &Part::name);
    return found == parts.end() ? nullptr : &*found;
}

const Part* ModelFiles::sentenceConfig() const {
    const auto found = std::ranges::find_if(parts, [](const Part& one) {
        return one.name.ends_with("_config.json") && baseName(one.name).starts_with("sentence_");
    });
    return modules.empty() || found == parts.end() ? nullptr : &*found;
}

Problem ModelFiles::explained(Problem problem) const {
    if (problem.code != Code::cannotRead || part("modules.json") == nullptr) return problem;
    const auto text = readText("modules.json", 1 << 20);
    const auto list = text ? readModules(*text) : std::unexpected(text.error());
    if (!list || list->front().name() == "Transformer") return problem;
    return {Code::badArgument,
            std::string(listName),
            formatText("Unsupported module “{}”."_tr, {io::excerpt(list->front().type, 80)}),
            {},
            std::nullopt};
}

Result<void> ModelFiles::addModules() {
    const auto text = isGguf || part("modules.json") == nullptr ? Result<std::string>()
                                                                : readText("modules.json", 1 << 20);
    if (!text) return std::unexpected(text.error());
    if (text->empty()) return {};
    auto read = readModules(*text);
    if (!read) return std::unexpected(std::move(read.error()));
    modules = std::move(*read);
    for (const SentenceModule& module : modules) {
        if (module.path.empty() || module.name() == "Transformer") continue;
        const Part* from = nullptr;
        auto found = tensorsOf(*this, module, from);
        if (!found) return std::unexpected(std::move(found.error()));
        for (StoredTensor& tensor : *found) {
            tensor.name = module.path + '/' + tensor.name;
            tensor.part = static_cast<int>(from - parts.data());
            tensors.push_back(std::move(tensor));
        }
    }
    std::ranges::sort(tensors, {}, &StoredTensor::name);
    return {};
}

}  // namespace hw::model
