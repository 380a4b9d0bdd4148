// SPDX-License-Identifier: MIT
#include "model/sight/patch_rows.h"

#include <algorithm>
#include <numeric>

#include "model/kernel/linear.h"

namespace hw::model {

TextInput pictureInput(const Network& network, std::span<const float> pixels) {
    const Spec& spec = network.spec;
    const PictureSpec& picture = *spec.picture;
    const int side = picture.patch;
    const std::size_t inputs = std::size_t{3} * side * side;
    // The last row stays 0, for the blank patch.
    std::vector<float> patches(inputs * (std::size_t{1} * picture.patches() + 1), 0.0F);
    float* to = patches.data();
    for (int row = 0; row < picture.rows(); ++row)
        for (int column = 0; column < picture.columns(); ++column)
            for (int colour = 0; colour < 3; ++colour)
                for (int y = 0; y < side; ++y) {
                    const std::size_t line =
                        (std::size_t{1} * colour * picture.height + row * side + y) * picture.width;
                    to = std::copy_n(pixels.data() + line + std::ptrdiff_t{1} * column * side, side,
                                     to);
                }
    std::vector<float> rows(std::size_t{1} * spec.vocabulary * spec.width);
    std::ranges::copy(network.leading, rows.begin());
    Workspace workspace;
    linear(patches.data(), picture.patches() + 1, network.embeddings,
           network.patchBias.empty() ? nullptr : network.patchBias.data(),
           rows.data() + network.leading.size(), workspace);
    TextInput made;
    made.ids.resize(spec.positions);
    std::iota(made.ids.begin(), made.ids.end(), 0);
    made.places = made.ids;
    made.rows = std::make_shared<const std::vector<float>>(std::move(rows));
    return made;
}

std::vector<float> pixelGradients(const Network& network, std::span<const float> gradient) {
    const Spec& spec = network.spec;
    const PictureSpec& picture = *spec.picture;
    const int side = picture.patch;
    const std::size_t inputs = std::size_t{3} * side * side;
    std::vector<float> patches(inputs * std::size_t{1} * picture.patches());
    Workspace workspace;
    linearBackward(gradient.data() + std::size_t{1} * spec.leadingTokens() * spec.width,
                   picture.patches(), network.embeddings, patches.data(), workspace);
    std::vector<float> pixels(std::size_t{3} * picture.height * picture.width, 0.0F);
    const float* from = patches.data();
    for (int row = 0; row < picture.rows(); ++row)
        for (int column = 0; column < picture.columns(); ++column)
            for (int colour = 0; colour < 3; ++colour)
                for (int y = 0; y < side; ++y, from += side)
                    std::copy_n(from, side,
                                pixels.data() +
                                    (std::size_t{1} * colour * picture.height + row * side + y) *
                                        picture.width +
                                    std::ptrdiff_t{1} * column * side);
    return pixels;
}

}  // namespace hw::model
