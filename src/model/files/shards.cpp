// SPDX-License-Identifier: MIT
#include "model/files/shards.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "core/localized_text.h"
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"

namespace hw::model {

namespace {

constexpr std::uint64_t longestIndex = 64 << 20;

struct Ending {
    std::string_view text;
    WeightFormat format;
};
constexpr Ending endings[] = {
    {".safetensors", WeightFormat::safetensors},
    {".gguf", WeightFormat::gguf},
    {".bin", WeightFormat::torch},
    {".pt", WeightFormat::torch},
    {".pth", WeightFormat::torch},
    {".ckpt", WeightFormat::torch},
};

constexpr std::string_view helperBeginnings[] = {
    "._",        "adapter_model", "training_args", "optimizer", "scheduler", "scaler",
    "rng_state", "random_states", "mmproj",        "imatrix",   "openvino_", "consolidated",
};
constexpr std::string_view helperParts[] = {"mmproj", "imatrix"};

/// llama.cpp's order, then the smaller ones first.
constexpr std::string_view quantisations[] = {
    "Q4_K_M", "Q8_0",   "Q4_K_S", "Q5_K_M", "Q5_K_S", "Q6_K", "Q4_0", "Q4_1", "Q5_0",
    "Q5_1",   "Q3_K_L", "Q3_K_M", "Q3_K_S", "Q2_K",   "F16",  "BF16", "F32",
};

std::string upper(std::string_view text) {
    std::string made(text);
    for (char& c : made) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return made;
}

/// Parses a text that is only a number.
int wholeNumber(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : 0;
}

Problem badIndex(const Part& part, std::string finding) {
    return {Code::syntax, part.name, std::move(finding), "Copy or save the file again."_tr,
            std::nullopt};
}

}  // namespace

Result<std::vector<IndexEntry>> readIndex(const Part& part) {
    const std::uint64_t size = part.bytes->size();
    if (size > longestIndex) return std::unexpected(badIndex(part, "The index is too long."_tr));
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
        problem.place = part.name + (problem.place.empty() ? "" : ", ") + problem.place;
        return std::unexpected(problem);
    }
    const io::NodeId map = tree->is(io::Tree::root, io::Kind::object)
                               ? tree->find(io::Tree::root, "weight_map")
                               : io::none;
    std::vector<IndexEntry> entries;
    if (tree->is(map, io::Kind::object)) {
        for (const io::NodeId node : tree->children(map)) {
            if (!tree->is(node, io::Kind::string)) {
                return std::unexpected(badIndex(part, "A weight_map entry is not a file name."_tr));
            }
            entries.push_back({std::string(tree->key(node)), std::string(tree->string(node))});
        }
    }
    if (entries.empty()) {
        return std::unexpected(badIndex(part, "The index has no weight_map."_tr));
    }
    return entries;
}

std::string_view folderOf(std::string_view name) {
    return name.substr(0, name.size() - baseName(name).size());
}

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

std::string nameList(const std::vector<std::string>& names, std::size_t limit) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < 5; ++i) {
        if (i > 0) text += ", ";
        text += io::excerpt(names[i], limit);
    }
    return names.size() > 5 ? text + ", ..." : text;
}

Problem missingFiles(const std::vector<std::string>& names) {
    return {Code::cannotRead, nameList(names),
            sayCount(static_cast<int>(names.size()),
                     "This model file is missing.|These model files are missing."_tr, {}),
            "Give all model files together."_tr, std::nullopt};
}

int findPart(const std::vector<Part>& parts, std::string_view name) {
    const auto depth = [](const Part& part) { return std::ranges::count(part.name, '/'); };
    int found = -1;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (baseName(parts[i].name) != name) continue;
        // Of sibling folders the first, because 0_Transformer has the model, 1_Pooling the next step.
        const auto before = [&](const Part& one, const Part& other) {
            return std::pair(depth(one), std::string_view(one.name)) <
                   std::pair(depth(other), std::string_view(other.name));
        };
        if (found < 0 || before(parts[i], parts[found])) found = static_cast<int>(i);
    }
    return found;
}

std::optional<WeightFormat> formatOf(std::string_view name) {
    const auto found = std::ranges::find_if(
        endings, [&](const Ending& ending) { return name.ends_with(ending.text); });
    return found == std::end(endings) ? std::nullopt : std::optional(found->format);
}

bool hasWeightEnding(std::string_view name) { return formatOf(name).has_value(); }

bool isHelperFile(std::string_view name) {
    const auto begins = [&](std::string_view text) { return name.starts_with(text); };
    const auto has = [&](std::string_view text) { return name.find(text) != name.npos; };
    return std::ranges::any_of(helperBeginnings, begins) || std::ranges::any_of(helperParts, has);
}

std::pair<std::string, std::string> quantised(std::string_view name) {
    if (const ShardName shard = shardName(name); shard.number > 0) {
        name = shard.stem;
    } else {
        name = name.substr(0, name.rfind('.'));
    }
    const std::size_t cut = name.find_last_of("-.");
    if (cut == std::string_view::npos) return {std::string(name), {}};
    const std::string last = upper(name.substr(cut + 1));
    const bool isOne = std::ranges::find(quantisations, last) != std::end(quantisations) ||
                       last.starts_with("IQ") || last.starts_with("Q");
    return isOne ? std::pair(std::string(name.substr(0, cut)), last)
                 : std::pair(std::string(name), std::string());
}

int quantisationRank(std::string_view type) {
    return static_cast<int>(std::ranges::find(quantisations, type) - std::begin(quantisations));
}

}  // namespace hw::model
