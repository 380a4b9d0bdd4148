// SPDX-License-Identifier: MIT
#include "model/session/end_tokens.h"

#include <algorithm>

#include "io/tree/tree.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

constexpr std::string_view key = "eos_token_id";
constexpr const char* settings = "generation_config.json";

/// A number, or a list of them.
std::vector<double> numbersAt(const io::Tree& tree) {
    const io::NodeId node = tree.find(io::Tree::root, key);
    if (node == io::none) return {};
    if (tree.is(node, io::Kind::number)) return {tree.number(node)};
    const bool isList = tree.is(node, io::Kind::numbers) && tree.shape(node).rank == 1;
    return isList ? tree.doubles(node) : std::vector<double>();
}

std::vector<double> numbersOf(const Metadata& metadata) {
    std::vector<double> numbers;
    for (const std::string_view name :
         {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id"})
        if (const auto id = metadata.number(name)) numbers.push_back(*id);
    return numbers;
}

}  // namespace

Result<std::vector<int>> endTokens(const ModelFiles& files, const Tokenizer* tokenizer,
                                   int vocabulary) {
    std::vector<double> numbers;
    if (files.part(settings) != nullptr) {
        const auto text = files.readText(settings, 1 << 20);
        if (!text) return std::unexpected(text.error());
        const auto tree = readJson(*text, settings);
        if (!tree) return std::unexpected(tree.error());
        numbers = numbersAt(*tree);
    }
    if (numbers.empty())
        numbers = files.isGguf ? numbersOf(files.metadata) : numbersAt(files.config);
    if (numbers.empty() && tokenizer != nullptr) numbers.push_back(tokenizer->specialIds().eos);
    std::vector<int> ids;
    for (const double number : numbers)
        if (number >= 0 && number < vocabulary && number == static_cast<int>(number) &&
            std::ranges::find(ids, static_cast<int>(number)) == ids.end())
            ids.push_back(static_cast<int>(number));
    return ids;
}

}  // namespace hw::model
