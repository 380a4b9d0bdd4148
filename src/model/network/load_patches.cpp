// SPDX-License-Identifier: MIT
#include "model/network/load_patches.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace hw::model {
namespace {

/// The source positions of a target position on an axis, and their shares.
struct Taps {
    std::vector<int> at;
    std::vector<double> share;
};

/// Keys's cubic convolution (1981).
double cubic(double x, double a) {
    x = std::abs(x);
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

std::vector<Taps> plainTaps(int from, int to) {
    std::vector<Taps> all(to);
    for (int i = 0; i < to; ++i) {
        const double middle = (i + 0.5) * from / to - 0.5;
        const int first = static_cast<int>(std::floor(middle));
        for (int k = 0; k < 4; ++k) {
            all[i].at.push_back(std::clamp(first - 1 + k, 0, from - 1));
            all[i].share.push_back(cubic(middle - (first - 1 + k), -0.75));
        }
    }
    return all;
}

/// As in PIL: wider if the axis shrinks, and limited to its ends.
std::vector<Taps> smoothTaps(int from, int to) {
    const double scale = static_cast<double>(from) / to;
    const double wide = std::max(scale, 1.0);
    std::vector<Taps> all(to);
    for (int i = 0; i < to; ++i) {
        const double middle = (i + 0.5) * scale;
        const int first = std::max(0, static_cast<int>(middle - 2 * wide + 0.5));
        const int end = std::min(from, static_cast<int>(middle + 2 * wide + 0.5));
        double sum = 0;
        for (int at = first; at < end; ++at) {
            all[i].at.push_back(at);
            all[i].share.push_back(cubic((at - middle + 0.5) / wide, -0.5));
            sum += all[i].share.back();
        }
        for (double& share : all[i].share) share /= sum;
    }
    return all;
}

}  // namespace

std::vector<float> resizePositions(const std::vector<float>& table, int side, int rows, int columns,
                                   int width, bool isSmooth) {
    if (side == rows && side == columns) return table;
    const auto tapsOf = isSmooth ? smoothTaps : plainTaps;
    const std::vector<Taps> down = tapsOf(side, rows);
    const std::vector<Taps> across = tapsOf(side, columns);
    std::vector<float> made(std::size_t{1} * rows * columns * width);
    std::vector<double> sums(width);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            std::ranges::fill(sums, 0.0);
            for (std::size_t y = 0; y < down[row].at.size(); ++y)
                for (std::size_t x = 0; x < across[column].at.size(); ++x) {
                    const double share = down[row].share[y] * across[column].share[x];
                    const float* from =
                        table.data() +
                        (std::size_t{1} * down[row].at[y] * side + across[column].at[x]) * width;
                    for (int i = 0; i < width; ++i) sums[i] += share * from[i];
                }
            std::ranges::copy(sums, made.begin() + (std::ptrdiff_t{1} * row * columns + column) *
                                                       std::ptrdiff_t{width});
        }
    return made;
}

void loadPatches(Loader& loader, Network& network) {
    const Spec& spec = network.spec;
    if (!spec.picture) return;
    const PictureSpec& picture = *spec.picture;
    const int width = spec.width;
    network.embeddings = loader.filters(spec.names.embeddings,
                                        {std::int64_t{width}, 3, picture.patch, picture.patch});
    if (picture.hasPatchBias)
        network.patchBias = loader.vector(spec.names.embeddings + ".bias", width);
    for (const std::string& name : spec.names.leading) {
        const std::vector<float> own = loader.vector(name, width);
        network.leading.insert(network.leading.end(), own.begin(), own.end());
    }
    const auto placed = static_cast<int>(spec.names.leading.size());
    const int stored = picture.storedSide * picture.storedSide;
    std::vector<float> table;
    if (spec.position == PositionKind::learned)
        table = loader.vector(spec.names.positions, std::int64_t{1} * (placed + stored) * width);
    if (picture.registers > 0) {
        const std::vector<float> own =
            loader.vector(spec.names.registers, std::int64_t{1} * picture.registers * width);
        network.leading.insert(network.leading.end(), own.begin(), own.end());
    }
    if (loader.failed() || table.empty()) return;
    const auto patches = table.begin() + std::ptrdiff_t{1} * placed * width;
    const std::vector<float> resized =
        resizePositions({patches, table.end()}, picture.storedSide, picture.rows(),
                        picture.columns(), width, picture.isSmooth);
    network.positions.assign(table.begin(), patches);
    network.positions.resize(network.leading.size(), 0.0F);
    network.positions.insert(network.positions.end(), resized.begin(), resized.end());
}

void loadSound(Loader& loader, Network& network) {
    const Spec& spec = network.spec;
    constexpr std::int64_t taps = 3;
    network.embeddings =
        loader.filters(spec.names.embeddings, {spec.width, spec.sound->bins, taps});
    network.patchBias = loader.vector(spec.names.embeddings + ".bias", spec.width);
    network.soundConvolution.weight =
        loader.filters(spec.names.convolution, {spec.width, spec.width, taps});
    network.soundConvolution.bias = loader.vector(spec.names.convolution + ".bias", spec.width);
}

void loadAttentionPool(Loader& loader, Network& network) {
    const Spec& spec = network.spec;
    if (spec.head.pool != Pool::attention) return;
    const int width = spec.width;
    const std::size_t square = std::size_t{1} * width * width;
    AttentionPool& pool = network.head.pool;
    loader.enter("head.");
    const std::vector<float> probe = loader.vector("probe", width);
    // The rows of queries, keys and values.
    const std::vector<float> rows =
        loader.vector("attention.in_proj_weight", std::int64_t{3} * width * width);
    const std::vector<float> bias =
        loader.vector("attention.in_proj_bias", std::int64_t{3} * width);
    pool.output = loader.linear("attention.out_proj", true, width, width);
    pool.norm = loader.norm("layernorm", width, true, NormKind::layer, spec.epsilon);
    pool.up = loader.linear("mlp.fc1", true, spec.mlpWidth, width);
    pool.down = loader.linear("mlp.fc2", true, width, spec.mlpWidth);
    loader.enter({});
    if (loader.failed()) return;
    for (int row = 0; row < width; ++row)
        pool.query.push_back(std::inner_product(
            probe.begin(), probe.end(), rows.begin() + std::ptrdiff_t{1} * row * width, bias[row]));
    const auto part = [&](std::ptrdiff_t index, Linear& linear) {
        auto weight =
            Weight::ofFloats(width, width, std::span(rows).subspan(index * square, square));
        if (!weight) return loader.fail(weight.error());
        linear.weight = std::move(*weight);
        linear.bias.assign(bias.begin() + index * width, bias.begin() + (index + 1) * width);
    };
    part(1, pool.key);
    part(2, pool.value);
}

}  // namespace hw::model
