// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "model/session/facts.h"

namespace hw::model {
namespace {

/// FNV-1a, which suffices to distinguish models of honest users.
class Hash {
public:
    void add(std::span<const std::byte> bytes) {
        constexpr std::uint64_t prime = 0x100000001B3;
        for (const std::byte one : bytes)
            value_ = (value_ ^ std::to_integer<std::uint64_t>(one)) * prime;
    }
    void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
    std::string text() const {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string made;
        for (int shift = 60; shift >= 0; shift -= 4) made += digits[(value_ >> shift) & 15];
        return made;
    }

private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

constexpr std::uint64_t mostOfTensor = 1 << 20;  ///< of a tensor
constexpr std::array<std::string_view, 10> described{
    "config.json", "tokenizer.json", "vocab.txt",       "vocab.json",
    "merges.txt",  "spiece.model",   "tokenizer.model", "sentencepiece.bpe.model",
    "source.spm",  "target.spm"};

Result<void> addRange(Hash& hash, const Part& part, std::uint64_t begin, std::uint64_t end) {
    constexpr std::uint64_t atOnce = 1 << 20;
    for (std::uint64_t at = begin; at < end; at += atOnce) {
        auto bytes = Bytes::room(std::min(atOnce, end - at), part.name);
        if (!bytes) return std::unexpected(bytes.error());
        if (auto fine = readRange(*part.bytes, at, bytes->span(), part.name); !fine) return fine;
        hash.add(bytes->span());
    }
    return {};
}

Result<void> addTensor(Hash& hash, const ModelFiles& files, const StoredTensor& tensor) {
    hash.add(tensor.name);
    hash.add(tensor.typeName);
    for (const std::int64_t length : tensor.shape) hash.add(std::to_string(length) + ',');
    if (tensor.storage == nullptr)
        return addRange(hash, files.parts[tensor.part], tensor.offset,
                        tensor.offset + std::min(tensor.bytes, mostOfTensor));
    if (tensor.bytes > 16 * mostOfTensor)
        return {};  // its rows may be stored apart, so it would be read completely
    const auto bytes = files.readTensor(tensor);
    if (!bytes) return std::unexpected(bytes.error());
    hash.add(std::span(bytes->data(), std::min<std::size_t>(bytes->size(), mostOfTensor)));
    return {};
}

struct Measured {
    std::string_view mark;
    NamingRates rates;
};
/// Results of `headwaters batch why` on the lists of tests/data/why (docs/why.md).
constexpr std::array measured{
    Measured{"b274d79882fb15c0",
             {.three = {}, .two = {}, .half = {64, 64}, .likely = 0.423}},  // agreement
    Measured{"1d2464c6b79adc9f",
             {.three = {64, 65},
              .two = {43, 60},
              .half = {},
              .likely = 0.113}},  // SmolLM2-135M-Instruct, Q4_1
};

std::optional<NamingRate> rateIn(const io::Tree& tree, std::string_view name) {
    const io::NodeId node = tree.find(io::Tree::root, "rule", name);
    if (node == io::none) return std::nullopt;
    const auto whole = [&](std::string_view key) {
        constexpr double most = 1e9;
        const io::NodeId found = tree.find(node, key);
        const double number = tree.is(found, io::Kind::number) ? tree.number(found) : -1;
        return number >= 0 && number <= most ? static_cast<int>(number) : -1;
    };
    const NamingRate rate{.right = whole("right"), .texts = whole("texts")};
    if (rate.right < 0 || rate.right > rate.texts) return std::nullopt;
    return rate;
}

std::optional<NamingRates> ratesIn(const io::Tree& tree, std::string_view mark) {
    const auto is = [&](std::string_view key, std::string_view value) {
        const io::NodeId found = tree.find(io::Tree::root, key);
        return tree.is(found, io::Kind::string) && tree.string(found) == value;
    };
    if (!is("format", "headwaters-why/1") || !is("test", "hide") || !is("mark", mark))
        return std::nullopt;
    const auto three = rateIn(tree, "three");
    const auto two = rateIn(tree, "two");
    const auto half = rateIn(tree, "half");
    if (!three || !two || !half) return std::nullopt;
    const io::NodeId likely = tree.find(io::Tree::root, "rule", "answer_probability");
    const double least = tree.is(likely, io::Kind::number) ? tree.number(likely) : 0;
    return NamingRates{*three, *two, *half, least >= 0 && least <= 1 ? least : 0};
}

}  // namespace

Result<std::string> markOf(const ModelFiles& files) {
    Hash hash;
    for (const std::string_view name : described) {
        const Part* part = files.part(name);
        if (part == nullptr) continue;
        hash.add(name);
        if (auto fine = addRange(hash, *part, 0, part->bytes->size()); !fine)
            return std::unexpected(fine.error());
    }
    if (files.tensors.empty()) return hash.text();
    if (files.isGguf) {
        // A GGUF file has its configuration and its tokenizer in its header.
        const StoredTensor& first = *std::ranges::min_element(
            files.tensors, {},
            [](const StoredTensor& one) { return std::pair(one.part, one.offset); });
        if (auto fine = addRange(hash, files.parts[first.part], 0, first.offset); !fine)
            return std::unexpected(fine.error());
    }
    for (const StoredTensor* tensor : {&files.tensors.front(), &files.tensors.back()})
        if (auto fine = addTensor(hash, files, *tensor); !fine)
            return std::unexpected(fine.error());
    return hash.text();
}

NamingRates ratesOf(const ModelFiles& files, std::string_view mark) {
    for (const Part& part : files.parts) {
        if (!part.name.ends_with("why_rates.json")) continue;
        const auto tree = ModelFiles::readJson(part);
        if (!tree) continue;
        if (const auto rates = ratesIn(*tree, mark)) return *rates;
    }
    for (const Measured& one : measured)
        if (one.mark == mark) return one.rates;
    return {};
}

}  // namespace hw::model
