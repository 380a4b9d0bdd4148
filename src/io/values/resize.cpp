// SPDX-License-Identifier: MIT
#include "io/values/resize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/matrix/half.h"
#include "core/statistics/head_statistics.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

/// A tensor of `tokens` queries and keys, with matrices that `fill(from, to)` makes from the old ones.
template <class Fill>
void resize(AttentionTensor& tensor, int tokens, Fill fill) {
    AttentionTensor made = tensor;
    made.values.clear();
    made.halves.clear();
    made.queries = made.keys = tokens;
    std::vector<float> room;
    std::vector<float> matrix(made.matrixSize());
    for (int layer = 0; layer < tensor.layers; ++layer) {
        for (int head = 0; head < tensor.heads; ++head) {
            std::ranges::fill(matrix, 0.0F);
            fill(tensor.matrix(layer, head, room), matrix);
            if (tensor.isHalf()) {
                std::ranges::transform(matrix, std::back_inserter(made.halves), floatToHalf);
            } else {
                made.values.insert(made.values.end(), matrix.begin(), matrix.end());
            }
        }
    }
    tensor = std::move(made);
}

/// A first row and column. With `share` the column has the missing share of each row, and the row only itself.
void addFirst(AttentionTensor& tensor, bool share) {
    if (tensor.empty()) return;
    const std::size_t width = tensor.keys + std::size_t{1};
    resize(tensor, tensor.keys + 1, [&](MatrixView from, std::vector<float>& to) {
        if (share) to[0] = 1;
        for (int query = 0; query < from.rows; ++query) {
            const std::size_t begin = (query + std::size_t{1}) * width;
            double sum = 0;
            for (int key = 0; key < from.cols; ++key) {
                to[begin + 1 + key] = from(query, key);
                sum += static_cast<double>(from(query, key));
            }
            if (share && sum < 1) to[begin] = static_cast<float>(1 - sum);
        }
    });
}

template <class T>
void putFirst(std::vector<T>& list, T value) {
    if (!list.empty()) list.insert(list.begin(), std::move(value));
}

void moveFields(Example& example) {
    const std::size_t before = example.tokens.size();
    const std::string name = "[sink]";
    if (example.tokensAreNumbered) {
        example.tokens.insert(example.tokens.begin(), name);
    } else {
        putFirst(example.tokens, name);
        // In addition to tokens that already look special.
        if (!example.specialTokens.empty()) example.specialTokens.push_back(name);
    }
    for (Importance& score : example.importance)
        putFirst(score.values, std::numeric_limits<double>::quiet_NaN());
    for (TokenClasses& classes : example.tokenClasses) putFirst(classes.classes, std::string());
    putFirst(example.words, -1);
    putFirst(example.segments, 0);
    putFirst(example.predicted, std::string());
    putFirst(example.predictedProbability, std::numeric_limits<float>::quiet_NaN());
    if (example.image) {
        for (int i = 0; i < example.image->regions(); ++i)
            ++example.image->region(i).firstPatchToken;
    }
    for (PatchGrid& grid : example.grids) ++grid.firstPatchToken;
    if (example.outputToken >= 0) ++example.outputToken;
    std::vector<float> residual;
    for (std::size_t i = 0; before > 0 && i < example.fixedResidual.size(); ++i) {
        if (i % before == 0) residual.push_back(1.0F);
        residual.push_back(example.fixedResidual[i]);
    }
    example.fixedResidual = std::move(residual);
}

bool lacksShare(const AttentionTensor& tensor) {
    std::vector<float> room;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        for (int head = 0; head < tensor.heads; ++head) {
            const MatrixView matrix = tensor.matrix(layer, head, room);
            for (int query = 0; query < matrix.rows; ++query) {
                double sum = 0;
                for (const float value : matrix.row(query)) sum += static_cast<double>(value);
                if (sum < 0.99) return true;
            }
        }
    }
    return false;
}

}  // namespace

void keepFirst(AttentionTensor& tensor, int tokens) {
    if (tensor.empty() || tokens >= tensor.keys || tokens >= tensor.queries) return;
    resize(tensor, tokens, [&](MatrixView from, std::vector<float>& to) {
        for (int query = 0; query < tokens; ++query) {
            const auto row = from.row(query);
            std::copy_n(row.begin(), tokens, to.begin() + std::ptrdiff_t{1} * query * tokens);
        }
    });
}

void addMissingShare(Document& document) {
    for (Example& example : document.examples) {
        if (example.decoder || !example.contributions.empty() || !lacksShare(example.attentions))
            continue;
        moveFields(example);
        addFirst(example.attentions, true);
        addFirst(example.gradients, false);
    }
    document.warnings.push_back(
        {Code::badNumber, "", "Each row’s missing share was added as a first token, [sink]."_tr,
         "Open the file without that choice to undo this."_tr, std::nullopt, Offer::asInFile});
}

void offerFirst(const Example& example, std::size_t texts, Document& document) {
    const std::size_t all = example.attentions.keys;
    const auto offer = [](Problem& problem, std::size_t first) {
        problem.offer = Offer::firstTokens;
        problem.choices = {{std::to_string(first), "", ""}};
    };
    if (texts > 0) {
        if (texts < 2 || texts >= all || document.warnings.empty()) return;
        Problem& said = document.warnings.back();  // about their different numbers
        if (said.offer != Offer::tokens) return;
        said.remedy = formatText("If the rest is padding, keep the first {}. {}"_tr,
                                 {grouped(texts), said.remedy});
        return offer(said, texts);
    }
    const std::vector<int> unseen = unseenKeys(example.attentions);
    std::size_t first = all;
    for (auto key = unseen.rbegin(); key != unseen.rend() && *key + 1 == static_cast<int>(first);
         ++key)
        --first;
    if (first < 2 || first == all) return;
    Problem padding{
        Code::badShape, "",
        sayCount(
            formNumber(all - first),
            "No token attends to the last position.|No token attends to the last {} positions."_tr,
            {grouped(all - first)}),
        formatText("If it is padding, keep the first {}."_tr, {grouped(first)}), std::nullopt};
    offer(padding, first);
    document.warnings.push_back(std::move(padding));
}

}  // namespace hw::io
