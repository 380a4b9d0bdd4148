// SPDX-License-Identifier: MIT
#include "page/state/patch_names.h"

#include <algorithm>

namespace hw {

std::string patchName(const ExampleSummary& example, int token) {
    if (!example.image || example.image->cols < 1) return "";
    const ImageInfo& image = *example.image;
    const int patch = token - image.firstPatchToken;
    const int patches = image.rows * image.cols;
    const std::size_t first = std::max(image.firstPatchToken, 0);
    const std::size_t last = first + patches - 1;
    if (patch < 0 || patch >= patches || last >= example.tokens.size()) return "";
    const bool fromZero = example.tokens[first] == "r0c0" &&
                          example.tokens[last] == "r" + std::to_string(image.rows - 1) + "c" +
                                                      std::to_string(image.cols - 1);
    if (!fromZero && !example.tokensAreNumbered) return "";
    const std::string column = "c" + std::to_string(patch % image.cols + 1);
    return image.rows == 1 ? column : "r" + std::to_string(patch / image.cols + 1) + column;
}

}  // namespace hw
