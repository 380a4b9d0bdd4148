// SPDX-License-Identifier: MIT
#include "cli/arguments/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace hw::cli {

std::string_view nearestName(std::string_view wrong, const std::vector<std::string_view>& names) {
    constexpr std::size_t longest = 64;
    if (wrong.size() > longest) return {};
    std::size_t fewest = std::max<std::size_t>(2, wrong.size() / 3) + 1;
    std::string_view nearest;
    for (const std::string_view name : names) {
        // Levenshtein's distance, one row of its matrix at a time.
        std::vector<std::size_t> row(name.size() + 1);
        std::iota(row.begin(), row.end(), std::size_t{0});
        for (std::size_t i = 0; i < wrong.size(); ++i) {
            std::size_t diagonal = std::exchange(row[0], i + 1);
            for (std::size_t j = 0; j < name.size(); ++j) {
                const std::size_t changed = diagonal + (wrong[i] == name[j] ? 0 : 1);
                diagonal = row[j + 1];
                row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
            }
        }
        if (row.back() >= fewest) continue;
        fewest = row.back();
        nearest = name;
    }
    return nearest;
}

}  // namespace hw::cli
