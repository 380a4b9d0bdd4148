// SPDX-License-Identifier: MIT
#include "model/network/load_patches.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hw::model {
namespace {

/// Which four places of an axis a place of another one is made of, and their shares.
struct Taps {
    std::array<int, 4> at{};
    std::array<double, 4> share{};
};

/// Keys' cubic convolution (1981) with a = -0.75.
double cubic(double x) {
    constexpr double a = -0.75;
    x = std::abs(x);
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

std::vector<Taps> tapsOf(int from, int to) {
    std::vector<Taps> all(to);
    for (int i = 0; i < to; ++i) {
        const double middle = (i + 0.5) * from / to - 0.5;
        const int first = static_cast<int>(std::floor(middle));
        for (int k = 0; k < 4; ++k) {
            all[i].at[k] = std::clamp(first - 1 + k, 0, from - 1);
            all[i].share[k] = cubic(middle - (first - 1 + k));
        }
    }
    return all;
}

}  // namespace

std::vector<float> resizePositions(const std::vector<float>& table, int side, int rows, int columns,
                                   int width) {
    if (side == rows && side == columns) return table;
    const std::vector<Taps> down = tapsOf(side, rows);
    const std::vector<Taps> across = tapsOf(side, columns);
    std::vector<float> made(std::size_t{1} * rows * columns * width);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            float* to = made.data() + (std::size_t{1} * row * columns + column) * width;
            for (int y = 0; y < 4; ++y)
                for (int x = 0; x < 4; ++x) {
                    const double share = down[row].share[y] * across[column].share[x];
                    const float* from =
                        table.data() +
                        (std::size_t{1} * down[row].at[y] * side + across[column].at[x]) * width;
                    for (int i = 0; i < width; ++i) to[i] += static_cast<float>(share * from[i]);
                }
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
    const std::vector<float> resized = resizePositions({patches, table.end()}, picture.storedSide,
                                                       picture.rows(), picture.columns(), width);
    network.positions.assign(table.begin(), patches);
    network.positions.resize(network.leading.size(), 0.0F);
    network.positions.insert(network.positions.end(), resized.begin(), resized.end());
}

}  // namespace hw::model
