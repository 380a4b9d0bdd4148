// SPDX-License-Identifier: MIT
#include "model/files/other_weights.h"

#include <algorithm>
#include <string_view>

#include "core/localized_text.h"
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"
#include "model/files/shards.h"

namespace hw::model {

namespace {

constexpr std::string_view libraryEndings[] = {".h5", ".msgpack", ".ot", ".ckpt.index"};
constexpr std::uint64_t longestConfig = 1 << 20;

Problem libraryProblem(const std::string& name) {
    return {
        Code::notRecognised, io::excerpt(name, 80),
        "Only safetensors, PyTorch and GGUF weights are supported."_tr,
        formatText("Convert the model in Python (FOLDER is its folder): {}"_tr,
                   {"import transformers as t; c = t.AutoConfig.from_pretrained(\"FOLDER\"); "
                    "getattr(t, "
                    "c.architectures[0]).from_pretrained(\"FOLDER\").save_pretrained(\"FOLDER\")"}),
        std::nullopt};
}

Problem graphProblem(const std::string& name) {
    return {Code::notRecognised, io::excerpt(name, 80),
            "ONNX files aren’t supported because they don’t mark attention."_tr,
            "Use the original checkpoint (config.json, tokenizer.json and model.safetensors)."_tr,
            std::nullopt};
}

/// A text of adapter_config.json; empty if there is none.
std::string adapterText(const std::vector<Part>& parts, std::string_view key) {
    const int found = findPart(parts, "adapter_config.json");
    if (found < 0 || parts[found].bytes->size() > longestConfig) return {};
    std::string text(static_cast<std::size_t>(parts[found].bytes->size()), '\0');
    if (!parts[found].bytes->read(0, std::as_writable_bytes(std::span(text)))) return {};
    io::JsonParser parser(io::JsonOptions{});
    const auto used = parser.push(text);
    const auto tree = used ? parser.finish() : std::unexpected(used.error());
    if (!tree || !tree->is(io::Tree::root, io::Kind::object)) return {};
    const io::NodeId node = tree->find(io::Tree::root, key);
    return tree->is(node, io::Kind::string) ? std::string(tree->string(node)) : std::string();
}

}  // namespace

Problem adapterProblem(const std::vector<Part>& parts, const std::string& place) {
    const std::string base = adapterText(parts, "base_model_name_or_path");
    const std::string type = adapterText(parts, "peft_type");
    return {
        Code::notRecognised, place,
        formatText("This is an adapter ({}). The model {} is missing."_tr,
                   {type.empty() ? "LoRA" : io::excerpt(type),
                    base.empty() ? std::string("it was trained on"_tr) : io::excerpt(base, 80)}),
        "Merge both with PEFT’s merge_and_unload(), then save_pretrained(), and open the result."_tr,
        std::nullopt};
}

Problem otherWeights(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
        if (baseName(part.name).starts_with("adapter_model.")) {
            return adapterProblem(parts, std::string(baseName(part.name)));
        }
    }
    for (const Part& part : parts) {
        const std::string name(baseName(part.name));
        const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
        if (std::ranges::any_of(libraryEndings, ends)) return libraryProblem(name);
    }
    for (const Part& part : parts) {
        if (part.name.ends_with(".onnx")) return graphProblem(std::string(baseName(part.name)));
    }
    return missingFiles({"model.safetensors"});
}

Result<void> checkContent(const Part& part) {
    std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(part.bytes->size(), 512)),
                     '\0');
    if (auto fine = part.bytes->read(0, std::as_writable_bytes(std::span(text))); !fine)
        return fine;
    std::ranges::transform(text, text.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    const auto refuse = [&](LocalizedText finding, LocalizedText remedy) {
        return std::unexpected(Problem{Code::notRecognised, io::excerpt(part.name, 80),
                                       std::string(finding), std::string(remedy), std::nullopt});
    };
    if (text.starts_with("version https://git-lfs."))
        return refuse("This is a Git LFS pointer, not the file itself."_tr,
                      "Run “git lfs pull”, or download the file from its page."_tr);
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const std::string_view begin =
        first == text.npos ? std::string_view() : std::string_view(text).substr(first);
    constexpr std::string_view pages[] = {"<!doctype", "<html", "<?xml"};
    if (std::ranges::any_of(pages, [&](std::string_view page) { return begin.starts_with(page); }))
        return refuse(
            "A web page (HTML) was saved instead of the file."_tr,
            "Use the hub’s download button, or a URL with /resolve/ instead of /blob/."_tr);
    return {};
}

}  // namespace hw::model
