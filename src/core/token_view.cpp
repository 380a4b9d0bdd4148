// SPDX-License-Identifier: MIT
#include "core/token_view.h"

#include <unordered_map>

#include "core/token_text.h"

namespace hw {
namespace {

TokenGroups eachAlone(int count) {
    TokenGroups groups;
    groups.count = count;
    for (int i = 0; i < count; ++i) groups.groupOf.push_back(i);
    return groups;
}

}  // namespace

TokenGroups groupTokens(std::span<const int> words, int tokens) {
    TokenGroups groups;
    std::unordered_map<int, int> known;
    for (int token = 0; token < tokens; ++token) {
        const auto index = static_cast<std::size_t>(token);
        if (index < words.size() && words[index] >= 0) {
            const auto [entry, isNew] = known.try_emplace(words[index], groups.count);
            groups.count += isNew ? 1 : 0;
            groups.groupOf.push_back(entry->second);
        } else {
            groups.groupOf.push_back(groups.count++);
        }
    }
    return groups;
}

std::vector<std::string> groupTexts(const TokenGroups& groups,
                                    std::span<const std::string> tokens) {
    std::vector<std::string> texts(static_cast<std::size_t>(groups.count));
    for (std::size_t token = 0; token < groups.groupOf.size() && token < tokens.size(); ++token) {
        texts[static_cast<std::size_t>(groups.groupOf[token])] += displayToken(tokens[token]);
    }
    return texts;
}

Matrix mergeGroups(MatrixView matrix, const TokenGroups& queries, const TokenGroups& keys) {
    const auto columns = static_cast<std::size_t>(keys.count);
    std::vector<double> sums(static_cast<std::size_t>(queries.count) * columns);
    std::vector<int> members(static_cast<std::size_t>(queries.count));
    for (int query = 0; query < matrix.rows; ++query) {
        const auto group =
            static_cast<std::size_t>(queries.groupOf[static_cast<std::size_t>(query)]);
        ++members[group];
        for (int key = 0; key < matrix.cols; ++key) {
            const auto column =
                static_cast<std::size_t>(keys.groupOf[static_cast<std::size_t>(key)]);
            sums[group * columns + column] += static_cast<double>(matrix(query, key));
        }
    }
    Matrix merged(queries.count, keys.count);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        merged.values[i] = static_cast<float>(sums[i] / members[i / columns]);
    }
    return merged;
}

Matrix mergeKeys(MatrixView matrix, const TokenGroups& keys) {
    return mergeGroups(matrix, eachAlone(matrix.rows), keys);
}

Matrix hideKeys(MatrixView matrix, const std::vector<bool>& hidden, bool renormalise) {
    std::vector<int> shown;
    for (int key = 0; key < matrix.cols; ++key) {
        const auto index = static_cast<std::size_t>(key);
        if (index >= hidden.size() || !hidden[index]) shown.push_back(key);
    }
    Matrix result(matrix.rows, static_cast<int>(shown.size()));
    for (int query = 0; query < matrix.rows; ++query) {
        double left = 0.0;
        for (const int key : shown) left += static_cast<double>(matrix(query, key));
        const double divisor = renormalise && left > 0.0 ? left : 1.0;
        for (int column = 0; column < result.cols; ++column) {
            const float value = matrix(query, shown[static_cast<std::size_t>(column)]);
            result(query, column) = static_cast<float>(static_cast<double>(value) / divisor);
        }
    }
    return result;
}

}  // namespace hw
