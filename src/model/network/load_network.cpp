// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "model/network/load_cross.h"
#include "model/network/load_distances.h"
#include "model/network/load_patches.h"
#include "model/network/loader.h"
#include "model/network/network.h"

namespace hw::model {
namespace {

/// Copies these rows of a linear.
Linear partOf(Loader& loader, const Linear& whole, const std::vector<int>& rows) {
    Linear part;
    auto picked = whole.weight.picked(rows);
    if (!picked) {
        loader.fail(picked.error());
        return part;
    }
    part.weight = std::move(*picked);
    if (whole.bias.empty()) return part;
    for (const int row : rows) part.bias.push_back(whole.bias[row]);
    return part;
}

/// The same for `count` rows from `first` on, without a copy of the bytes.
Linear rangeOf(const Linear& whole, int first, int count) {
    Linear part;
    part.weight = whole.weight.rowsFrom(first, count);
    if (!whole.bias.empty())
        part.bias.assign(whole.bias.begin() + first, whole.bias.begin() + first + count);
    return part;
}

/// GPT-NeoX: the rows of part 0 (queries), 1 (keys) or 2 (values) of all heads.
std::vector<int> perHeadRows(const Spec& spec, int part) {
    std::vector<int> rows;
    for (int head = 0; head < spec.heads; ++head)
        for (int i = 0; i < spec.headWidth; ++i)
            rows.push_back((head * 3 + part) * spec.headWidth + i);
    return rows;
}

/// llama.cpp interleaves the halves of each head's rotated rows. This restores their order.
std::vector<int> unpairedRows(int heads, int width) {
    std::vector<int> rows;
    for (int head = 0; head < heads; ++head)
        for (int i = 0; i < width; ++i)
            rows.push_back(head * width + (i < width / 2 ? 2 * i : 2 * (i - width / 2) + 1));
    return rows;
}

void loadQkv(Loader& loader, const Spec& spec, Block& block) {
    const TensorNames& names = spec.names;
    const int queries = spec.heads * spec.headWidth;
    const int keys = spec.keyHeads * spec.headWidth;
    if (spec.qkv == QkvForm::separate) {
        block.query = loader.linear(names.query, spec.hasQkvBias, queries, spec.width, true);
        block.key =
            loader.linear(names.key, spec.hasQkvBias && spec.hasKeyBias, keys, spec.width, true);
        block.value = loader.linear(names.value, spec.hasQkvBias, keys, spec.width, true);
        if (!spec.pairedRotary || loader.failed()) return;
        block.query = partOf(loader, block.query, unpairedRows(spec.heads, spec.headWidth));
        block.key = partOf(loader, block.key, unpairedRows(spec.keyHeads, spec.headWidth));
        return;
    }
    const Linear all =
        loader.linear(names.qkv, spec.hasQkvBias, queries + 2 * keys, spec.width, true);
    if (loader.failed()) return;
    if (spec.qkv == QkvForm::grouped) {
        block.query = rangeOf(all, 0, queries);
        block.key = rangeOf(all, queries, keys);
        block.value = rangeOf(all, queries + keys, keys);
    } else {
        block.query = partOf(loader, all, perHeadRows(spec, 0));
        block.key = partOf(loader, all, perHeadRows(spec, 1));
        block.value = partOf(loader, all, perHeadRows(spec, 2));
    }
}

void loadMlp(Loader& loader, const Spec& spec, Block& block) {
    const TensorNames& names = spec.names;
    if (spec.mlp == MlpForm::gatedFused) {
        const Linear both =
            loader.linear(names.up, spec.hasMlpBias, 2 * spec.mlpWidth, spec.width, true);
        if (loader.failed()) return;
        block.gate = rangeOf(both, 0, spec.mlpWidth);
        block.up = rangeOf(both, spec.mlpWidth, spec.mlpWidth);
    } else {
        block.up = loader.linear(names.up, spec.hasMlpBias, spec.mlpWidth, spec.width, true);
        if (spec.mlp == MlpForm::gated)
            block.gate =
                loader.linear(names.gate, spec.hasMlpBias, spec.mlpWidth, spec.width, true);
    }
    block.down = loader.linear(names.down, spec.hasMlpBias, spec.width, spec.mlpWidth, true);
}

void shift(Norm& norm, float offset) {
    for (float& weight : norm.weight) weight += offset;
}

std::shared_ptr<const Block> loadBlock(Loader& loader, const Spec& spec, int index) {
    auto block = std::make_shared<Block>();
    const TensorNames& names = spec.names;
    std::string front = names.block;
    if (const std::size_t at = front.find("{}"); at != std::string::npos)
        front.replace(at, 2, std::to_string(index));
    loader.enter(std::move(front));
    const auto norm = [&](const std::string& name, int width) {
        Norm made = loader.norm(name, width, spec.hasNormBias, spec.norm, spec.epsilon);
        shift(made, spec.normOffset);
        return made;
    };
    if (!(index == 0 && spec.firstHasNoAttentionNorm))
        block->attentionNorm = norm(names.attentionNorm, spec.width);
    loadQkv(loader, spec, *block);
    if (spec.distances) loadDistanceParts(loader, spec, *block);
    if (spec.hasQueryKeyNorm) {
        block->queryNorm = norm(names.queryNorm, spec.headWidth);
        block->keyNorm = norm(names.keyNorm, spec.headWidth);
    }
    if (spec.hasGridBias) {
        block->gridBias =
            loader.vector(names.gridBias, std::int64_t{1} * spec.picture->gridRows() * spec.heads);
    }
    block->output = loader.linear(names.output, spec.hasOutputBias, spec.width,
                                  spec.heads * spec.headWidth, true);
    if (spec.hasCross) loadCross(loader, spec, *block);
    block->mlpNorm = norm(names.mlpNorm, spec.width);
    loadMlp(loader, spec, *block);
    if (spec.hasLayerScale) {
        const auto scale = [&](const std::string& name) {
            return Norm{.kind = NormKind::scale, .weight = loader.vector(name, spec.width)};
        };
        block->attentionBranchNorm = scale(names.attentionBranchNorm);
        block->mlpBranchNorm = scale(names.mlpBranchNorm);
    } else if (spec.hasBranchNorms) {
        block->attentionBranchNorm = norm(names.attentionBranchNorm, spec.width);
        block->mlpBranchNorm = norm(names.mlpBranchNorm, spec.width);
    }
    loader.enter({});
    return block;
}

void loadEmbeddings(Loader& loader, Network& network) {
    const Spec& spec = network.spec;
    const TensorNames& names = spec.names;
    if (spec.picture) {
        loadPatches(loader, network);
    } else if (spec.sound) {
        loadSound(loader, network);
    } else {
        network.embeddings = loader.embeddings(spec.vocabulary, spec.embeddingWidth);
    }
    if (spec.position == PositionKind::learned && !spec.hasSinusoids && !spec.picture) {
        network.positions = loader.table(names.positions, spec.positions,
                                         spec.projectsFirst ? spec.width : spec.embeddingWidth);
    }
    if (spec.types > 0) network.types = loader.table(names.types, spec.types, spec.embeddingWidth);
    if (spec.hasEmbeddingNorm)
        network.embeddingNorm = loader.norm(names.embeddingNorm, spec.embeddingWidth,
                                            spec.hasEmbeddingNormBias, spec.norm, spec.epsilon);
    if (!names.projection.empty() &&
        (spec.embeddingWidth != spec.width || loader.has(names.projection)))
        network.projection =
            loader.linear(names.projection, !spec.projectsFirst, spec.width, spec.embeddingWidth);
    if (spec.bucketCount > 0)
        network.buckets = loader.table(names.buckets, spec.bucketCount, spec.heads);
    loadDistances(loader, network);
}

/// Reads factors of long contexts, which GGUF files store as tensors: Llama 3's, or LongRoPE's two.
void divideFrequencies(Loader& loader, Spec& spec) {
    const auto divide = [&](std::vector<double> frequencies, const std::string& name) {
        const std::vector<float> factors = loader.vector(name + ".weight", std::ssize(frequencies));
        for (std::size_t i = 0; i < factors.size(); ++i)
            if (factors[i] != 0) frequencies[i] /= factors[i];
        return frequencies;
    };
    for (Rotary& rotary : spec.rotaries) {
        if (loader.has("rope_factors_long"))
            rotary.longer = divide(rotary.frequencies, "rope_factors_long");
        for (const char* name : {"rope_freqs", "rope_factors_short"})
            if (loader.has(name)) rotary.frequencies = divide(rotary.frequencies, name);
    }
}

/// DeiT: the mean of two classifiers is one classifier of both tokens, concatenated.
void loadSecond(Loader& loader, Network& network, int width) {
    const HeadSpec& head = network.spec.head;
    Linear& out = network.head.out;
    const Linear first = out;
    const Linear second = loader.linear(head.second, true, first.weight.rows(), width / 2);
    if (loader.failed()) return;
    const int rows = first.weight.rows();
    std::vector<float> both(std::size_t{1} * rows * width);
    for (int row = 0; row < rows; ++row) {
        float* to = both.data() + std::size_t{1} * row * width;
        first.weight.unpackRow(row, to);
        second.weight.unpackRow(row, to + width / 2);
        out.bias[row] = (first.bias[row] + second.bias[row]) / 2;
    }
    for (float& value : both) value /= 2;
    auto made = Weight::ofFloats(rows, width, both);
    if (made) {
        out.weight = std::move(*made);
    } else {
        loader.fail(made.error());
    }
}

/// Divides by the length, which is the root of the mean square times the root of the width.
Norm unitNorm(int width) {
    return {.kind = NormKind::rms,
            .epsilon = 0,
            .weight = std::vector<float>(width, static_cast<float>(1 / std::sqrt(width))),
            .bias = {}};
}

void loadHead(Loader& loader, Network& network) {
    const HeadSpec& head = network.spec.head;
    int width = network.spec.width * network.spec.pooledRows();
    for (const StageSpec& stage : head.stages) {
        HeadStage made;
        made.activation = stage.activation;
        if (!stage.linear.empty()) {
            made.linear = loader.linear(stage.linear, stage.hasBias, stage.rows, width);
            width = stage.rows;
        }
        made.norm = stage.isUnit ? unitNorm(width)
                                 : loader.norm(stage.norm, width, stage.hasNormBias, stage.kind,
                                               stage.epsilon);
        network.head.stages.push_back(std::move(made));
    }
    if (head.out.empty()) return;
    const int found = loader.firstDimension(head.out);
    if (found == 0 && head.mayBeTied) {
        network.head.out.weight = network.embeddings;
        if (width != network.embeddings.columns() && !loader.failed())
            loader.fail(
                {.code = Code::badShape,
                 .place = head.out,
                 .finding = formatText(
                     "The head shares the embedding table, but it has {} features, and the table has {}."_tr,
                     {width, network.embeddings.columns()}),
                 .remedy = {},
                 .byte = {}});
    } else {
        const int rows = head.outputs > 0 ? head.outputs : std::max(found, 1);
        network.head.out.weight =
            loader.matrix(head.out, rows, head.second.empty() ? width : width / 2);
    }
    if (!head.outBias.empty())
        network.head.out.bias = loader.vector(head.outBias, network.head.out.weight.rows());
    if (!head.second.empty() && !loader.failed()) loadSecond(loader, network, width);
}

}  // namespace

Result<Network> loadNetwork(const ModelFiles& files, Spec spec, const Progress& progress,
                            const Stop& stop) {
    Network network;
    network.spec = std::move(spec);
    Loader loader(files, network.spec, progress, stop);
    loader.checkSizes();
    if (loader.failed()) return std::unexpected(loader.problem());
    loader.choosePrefix();
    loadEmbeddings(loader, network);
    for (int index = 0; index < network.spec.blocks && !loader.failed(); ++index)
        network.blocks.push_back(loadBlock(loader, network.spec, index));
    if (network.spec.hasFinalNorm) {
        network.finalNorm =
            loader.norm(network.spec.names.finalNorm, network.spec.width, network.spec.hasNormBias,
                        network.spec.norm, network.spec.epsilon);
        shift(network.finalNorm, network.spec.normOffset);
    }
    if (const std::string& name = network.spec.names.contacts; !name.empty() && loader.has(name))
        network.contacts =
            loader.linear(name, true, 1, network.spec.layerCount() * network.spec.heads);
    if (files.isGguf) divideFrequencies(loader, network.spec);
    loadAttentionPool(loader, network);
    loader.leavePrefix();
    loadHead(loader, network);
    if (!loader.failed()) network.unused = loader.unused();
    if (loader.failed()) return std::unexpected(loader.problem());
    network.parameters = loader.parameters();
    network.bytes = loader.bytes();
    return network;
}

}  // namespace hw::model
