// SPDX-License-Identifier: MIT
#include "core/model/head_of_layer.h"

#include <charconv>

#include "core/number_text.h"

namespace hw {
namespace {

std::optional<int> readCount(std::string_view text, int first) {
    int number = 0;
    const char* end = text.data() + text.size();
    const auto [at, fault] = std::from_chars(text.data(), end, number);
    if (fault != std::errc() || at != end || number < first) return std::nullopt;
    return number;
}

}  // namespace

std::string headOfLayerText(const std::vector<int>& layerAndHead) {
    if (layerAndHead.size() != 2) return "none";
    return numberText(layerAndHead[0] + 1) + ':' + numberText(layerAndHead[1]);
}

std::optional<std::vector<int>> readHeadOfLayer(std::string_view text) {
    if (text == "none") return std::vector<int>{};
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto layer = readCount(text.substr(0, colon), 1);
    const auto head = readCount(text.substr(colon + 1), 0);
    if (!layer || !head) return std::nullopt;
    return std::vector{*layer - 1, *head};
}

}  // namespace hw
