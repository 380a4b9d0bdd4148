// SPDX-License-Identifier: MIT
#include "python/arrays.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace hw::python {
namespace nb = nanobind;
namespace {

/// Moves the numbers into the array.
template <class Number>
nb::object owned(std::vector<Number> values, std::initializer_list<std::size_t> shape) {
    auto kept = std::make_unique<std::vector<Number>>(std::move(values));
    Number* data = kept->data();
    const nb::capsule owner(kept.release(), [](void* held) noexcept {
        const std::unique_ptr<std::vector<Number>> freed(static_cast<std::vector<Number>*>(held));
    });
    return nb::cast(nb::ndarray<nb::numpy, Number>(data, shape, owner));
}

nb::object weightsOf(const AttentionTensor& tensor, nb::handle owner) {
    if (tensor.empty()) return nb::none();
    const std::initializer_list<std::size_t> shape{
        static_cast<std::size_t>(tensor.layers), static_cast<std::size_t>(tensor.heads),
        static_cast<std::size_t>(tensor.queries), static_cast<std::size_t>(tensor.keys)};
    if (!tensor.isHalf())
        return nb::cast(nb::ndarray<nb::numpy, const float>(tensor.floats().data(), shape, owner));
    std::vector<float> values;
    values.reserve(tensor.count());
    std::vector<float> room;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        for (int head = 0; head < tensor.heads; ++head) {
            const auto matrix = tensor.matrix(layer, head, room).values();
            values.insert(values.end(), matrix.begin(), matrix.end());
        }
    }
    return owned(std::move(values), shape);
}

}  // namespace

Layers gathered(const ExportResult& result) {
    Layers made;
    if (result.layers.empty()) return made;
    made.first = result.layers.front().layer;
    made.rows = result.layers.front().rows;
    made.cols = result.layers.front().cols;
    made.values.reserve(result.layers.size() * made.rows * made.cols);
    for (const ExportLayer& layer : result.layers) {
        if (layer.doubles.empty())
            made.values.insert(made.values.end(), layer.floats.begin(), layer.floats.end());
        else
            made.values.insert(made.values.end(), layer.doubles.begin(), layer.doubles.end());
    }
    return made;
}

nb::object arrayOf(Layers layers) {
    const std::size_t rows = layers.rows;
    const std::size_t cols = layers.cols;
    const std::size_t count = rows * cols == 0 ? 0 : layers.values.size() / (rows * cols);
    return nb::make_tuple(layers.first, owned(std::move(layers.values), {count, rows, cols}));
}

nb::dict dictionaryOf(const Example& example, nb::handle owner) {
    nb::dict made;
    made["title"] = example.title;
    made["model"] = example.model;
    made["source"] = example.source;
    made["tokens"] = example.tokens;
    made["numbered"] = example.tokensAreNumbered;
    made["attentions"] = weightsOf(example.attentions, owner);
    made["gradients"] = example.productGradients ? nb::none() : weightsOf(example.gradients, owner);
    made["contributions"] = weightsOf(example.contributions, owner);
    made["contribution_kind"] = example.contributionKind;
    if (example.decoder) {
        const Decoder& decoder = *example.decoder;
        made["decoder_tokens"] = decoder.tokens;
        made["decoder_attentions"] = weightsOf(decoder.attentions, owner);
        made["cross_attentions"] = weightsOf(decoder.cross, owner);
        made["decoder_gradients"] = weightsOf(decoder.gradients, owner);
        made["cross_gradients"] = weightsOf(decoder.crossGradients, owner);
    }
    nb::dict scores;
    for (const Importance& one : example.importance) {
        std::vector<double> values = one.values;
        const std::size_t count = values.size();
        scores[nb::str(one.name.c_str(), one.name.size())] = owned(std::move(values), {count});
    }
    made["importance"] = scores;
    made["words"] = example.words;
    made["segments"] = example.segments;
    made["special_tokens"] = example.specialTokens;
    if (example.outputToken == meanOfTokens)
        made["output_token"] = "mean";
    else
        made["output_token"] = example.outputToken;
    made["predicted"] = example.predicted;
    made["predicted_probability"] = example.predictedProbability;
    return made;
}

}  // namespace hw::python
