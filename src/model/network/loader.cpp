// SPDX-License-Identifier: MIT
#include "model/network/loader.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/localized_text.h"

namespace hw::model {
namespace {

/// Calls take with each part of "a|b", in order.
template <class Take>
void alternatives(std::string_view names, const Take& take) {
    for (;;) {
        const std::size_t bar = names.find('|');
        take(names.substr(0, bar));
        if (bar == std::string_view::npos) return;
        names.remove_prefix(bar + 1);
    }
}

/// Masks, positions and frequencies that PyTorch modules store with their weights, and tables that the library ignores,
/// too (_keys_to_ignore_on_load_unexpected).
bool isBuffer(std::string_view name) {
    constexpr std::string_view endings[] = {
        ".position_ids",
        ".token_type_ids",
        ".attn.bias",
        ".attn.masked_bias",
        ".attention.bias",
        ".attention.masked_bias",
        ".crossattention.bias",
        ".inv_freq",
        ".mask_token",
        ".relative_position_index",
        ".EncDecAttention.relative_attention_bias.weight",
        ".attn_rot_embd",
        "rope_freqs.weight",
    };
    return name == "position_ids" || std::ranges::any_of(endings, [&](std::string_view text) {
               return name.ends_with(text);
           });
}

/// GGUF tensors outside the blocks that no run needs: heads of classifiers, frequencies that keys also have, other
/// modules.
bool isApart(std::string_view name) {
    constexpr std::string_view beginnings[] = {"cls.", "rope_factors_", "v.",
                                               "mm.",  "enc.",          "dec."};
    return std::ranges::any_of(beginnings,
                               [&](std::string_view text) { return name.starts_with(text); });
}

}  // namespace

Loader::Loader(const ModelFiles& files, const Spec& spec, const Progress& progress,
               const Stop& stop)
    : files_(files), spec_(spec), progress_(progress), stop_(stop) {
    for (const StoredTensor& tensor : files.tensors) all_ += tensor.bytes;
}

void Loader::fail(Problem problem) {
    if (!problem_) problem_ = std::move(problem);
}

const StoredTensor* Loader::find(std::string_view names, std::string_view suffix) const {
    const StoredTensor* found = nullptr;
    alternatives(names, [&](std::string_view name) {
        if (found != nullptr) return;
        found = files_.find(prefix_ + front_ + std::string(name) + std::string(suffix));
    });
    return found;
}

void Loader::choosePrefix() {
    const auto choose = [&](const auto& fits) {
        for (const std::string& prefix : spec_.names.prefixes) {
            base_ = prefix_ = prefix;
            if (fits()) return true;
        }
        base_ = prefix_ = spec_.names.prefixes.front();
        return false;
    };
    if (choose([&] { return find(spec_.names.embeddings, ".weight") != nullptr; })) return;
    const bool mayBeTied =
        spec_.head.mayBeTied && files_.find(spec_.head.out + ".weight") != nullptr;
    const std::string block = spec_.names.block.substr(0, spec_.names.block.find("{}"));
    const auto hasBlocks = [&] {
        return std::ranges::any_of(files_.tensors, [&](const StoredTensor& tensor) {
            return tensor.name.starts_with(prefix_ + block);
        });
    };
    if (!mayBeTied || !choose(hasBlocks)) need(spec_.names.embeddings, ".weight");
}

const StoredTensor* Loader::need(std::string_view names, std::string_view suffix,
                                 std::string_view otherSuffix) {
    if (failed()) return nullptr;
    if (stop_ && stop_()) {
        fail(cancelled());
        return nullptr;
    }
    const StoredTensor* found = find(names, suffix);
    if (found == nullptr && !otherSuffix.empty()) found = find(names, otherSuffix);
    if (found != nullptr) {
        used_.insert(found->name);
        used_.insert(found->name + ".scale");  // for whole numbers (loadWeight)
        return found;
    }
    const std::string first(names.substr(0, names.find('|')));
    fail({.code = Code::truncated,
          .place = prefix_ + front_ + first + std::string(suffix),
          .finding = formatText("This tensor, needed by the configuration ({}), is missing."_tr,
                                {spec_.familyName}),
          .remedy = "Does config.json belong to it, and are all model files there?"_tr,
          .byte = {}});
    return nullptr;
}

bool Loader::expect(const StoredTensor& tensor, const std::vector<std::int64_t>& shape) {
    if (tensor.shape == shape) return true;
    fail({.code = Code::badShape,
          .place = tensor.name,
          .finding = formatText("Expected shape {}, but found {}."_tr,
                                {shapeText(shape), shapeText(tensor.shape)}),
          .remedy = "Does config.json belong to this file?"_tr,
          .byte = {}});
    return false;
}

void Loader::count(const StoredTensor& tensor) {
    parameters_ += static_cast<std::uint64_t>(tensor.count());
    bytes_ += tensor.bytes;
    if (progress_ && all_ > 0)
        progress_(std::min(1.0, static_cast<double>(bytes_) / static_cast<double>(all_)));
}

Weight Loader::matrix(std::string_view names, int rows, int columns, bool mayBeInOut) {
    const bool inOut = mayBeInOut && spec_.isInOut;
    return weight(
        names,
        inOut ? std::vector<std::int64_t>{columns, rows} : std::vector<std::int64_t>{rows, columns},
        inOut);
}

Weight Loader::embeddings(int rows, int columns) {
    if (has(spec_.names.embeddings)) return matrix(spec_.names.embeddings, rows, columns);
    const bool isTied = spec_.head.mayBeTied && files_.find(spec_.head.out + ".weight") != nullptr;
    if (!isTied) return matrix(spec_.names.embeddings, rows, columns);  // reports the error
    const std::string prefix = std::exchange(prefix_, {});
    Weight table = matrix(spec_.head.out, rows, columns);
    prefix_ = prefix;
    return table;
}

Weight Loader::filters(std::string_view names, const std::vector<std::int64_t>& shape) {
    return weight(names, shape, false);
}

Weight Loader::weight(std::string_view names, const std::vector<std::int64_t>& shape, bool inOut) {
    const StoredTensor* tensor = need(names, ".weight");
    if (tensor == nullptr || !expect(*tensor, shape)) return {};
    auto loaded = loadWeight(files_, *tensor, inOut);
    if (!loaded) {
        fail(loaded.error());
        return {};
    }
    count(*tensor);
    return std::move(*loaded);
}

Linear Loader::linear(std::string_view names, bool hasBias, int rows, int columns,
                      bool mayBeInOut) {
    Linear made;
    made.weight = matrix(names, rows, columns, mayBeInOut);
    // llama.cpp adds a bias if the file has one.
    const bool isThere = files_.isGguf && find(names, ".bias") != nullptr;
    if (!(hasBias || isThere) || failed()) return made;
    if (const StoredTensor* tensor = need(names, ".bias")) made.bias = values(*tensor, rows);
    return made;
}

Norm Loader::norm(std::string_view names, int width, bool hasBias, NormKind kind, float epsilon) {
    Norm made{.kind = kind, .epsilon = epsilon, .weight = {}, .bias = {}};
    if (names.empty()) return made;
    if (const StoredTensor* tensor = need(names, ".weight", ".gamma"))
        made.weight = values(*tensor, width);
    if (!hasBias) return made;
    if (const StoredTensor* tensor = need(names, ".bias", ".beta"))
        made.bias = values(*tensor, width);
    return made;
}

std::vector<float> Loader::vector(std::string_view names, std::int64_t size) {
    const StoredTensor* tensor = need(names, "");
    if (tensor == nullptr) return {};
    return values(*tensor, size);
}

std::vector<float> Loader::values(const StoredTensor& tensor, std::int64_t size) {
    if (failed()) return {};
    if (tensor.count() != size) {
        expect(tensor, {size});
        return {};
    }
    auto read = loadVector(files_, tensor);
    if (!read) {
        fail(read.error());
        return {};
    }
    count(tensor);
    return std::move(*read);
}

std::vector<float> Loader::table(std::string_view names, int rows, int columns) {
    const StoredTensor* tensor = need(names, ".weight");
    if (tensor == nullptr || !expect(*tensor, {rows, columns})) return {};
    return values(*tensor, std::int64_t{rows} * columns);
}

int Loader::firstDimension(std::string_view names) const {
    const StoredTensor* tensor = find(names, ".weight");
    return tensor == nullptr || tensor->shape.empty() ? 0 : static_cast<int>(tensor->shape[0]);
}

bool Loader::isNeeded(std::string_view name) const {
    const std::string_view block = spec_.names.block;
    const std::size_t at = block.find("{}");
    const std::string front = base_ + std::string(block.substr(0, at));
    if (at != block.npos && name.starts_with(front)) {
        int number = -1;
        const std::string_view rest = name.substr(front.size());
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        return error == std::errc{} && number < spec_.blocks &&
               std::string_view(end, rest.data() + rest.size()).starts_with(block.substr(at + 2));
    }
    return files_.isGguf && block.starts_with("blk.") && !isApart(name);
}

std::vector<std::string> Loader::unused() {
    std::vector<std::string> names;
    for (const StoredTensor& tensor : files_.tensors) {
        if (used_.contains(tensor.name) || isBuffer(tensor.name)) continue;
        if (isNeeded(tensor.name))
            fail({.code = Code::notRecognised,
                  .place = tensor.name,
                  .finding = formatText(
                      "{} models have no such tensor. Without it, results would change."_tr,
                      {spec_.familyName}),
                  .remedy = "Use a checkpoint of this architecture."_tr,
                  .byte = {}});
        names.push_back(tensor.name);
    }
    return names;
}

}  // namespace hw::model
