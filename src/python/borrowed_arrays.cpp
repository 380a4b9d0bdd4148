// SPDX-License-Identifier: MIT
#include "python/borrowed_arrays.h"

#include "core/number_text.h"
#include "core/statistics/padding.h"
#include "io/made_example.h"

namespace hw::python {
namespace {

AttentionTensor lentTensor(const BorrowedArray& array) {
    AttentionTensor tensor;
    tensor.layers = array.layers;
    tensor.heads = array.heads;
    tensor.queries = tensor.keys = array.tokens;
    tensor.lent = array.values;
    return tensor;
}

}  // namespace

Result<std::optional<Document>> borrowedDocument(BorrowedExample given) {
    Document document;
    document.form = "arrays";
    Example& example = document.examples.emplace_back();
    example.attentions = lentTensor(given.attentions);
    if (given.gradients) example.gradients = lentTensor(*given.gradients);
    example.tokensAreNumbered = !given.tokens.has_value();
    if (given.tokens) {
        example.tokens = std::move(*given.tokens);
    } else {
        for (int token = 0; token < given.attentions.tokens; ++token)
            example.tokens.push_back(numberText(token));
    }
    example.importance = std::move(given.importance);
    const auto unusual = io::takeExample(example);
    if (!unusual) return std::unexpected(unusual.error());
    if (!unusual->empty() || !paddingTokens(example.attentions).empty()) return std::nullopt;
    return document;
}

}  // namespace hw::python
