// SPDX-License-Identifier: MIT
#include "page/rules/patch_names.h"

namespace hw {
namespace {

/// Name of a region's patch, "r0c2" or for a frame "f1r0c2", with rows and columns counted from `from`.
std::string placeName(const ImageRegion& region, int patch, int from, const std::string& before) {
    const std::string column = "c" + std::to_string(patch % region.cols + from);
    if (region.rows == 1 && from == 1) return before + column;
    return before + "r" + std::to_string(patch / region.cols + from) + column;
}

/// Whether the file's names give only the patches' places: no names, counted from 0, or all the same.
bool isByPlace(const ExampleSummary& example, const ImageRegion& region, const std::string& frame) {
    if (example.tokensAreNumbered) return true;
    const std::string& first = example.tokens[region.firstPatchToken];
    const std::string& last = example.tokens[region.end() - 1];
    if (region.rows * region.cols > 1 && first == last) {
        // A placeholder has its brackets. A line of text may begin and end with the same word.
        return first.size() > 4 && (first.front() == '<' || first.front() == '[');
    }
    const int patches = region.rows * region.cols;
    return first == placeName(region, 0, 0, frame) &&
           last == placeName(region, patches - 1, 0, frame);
}

}  // namespace

std::string patchName(const ExampleSummary& example, int token) {
    if (!example.image) return "";
    const ImageInfo& image = *example.image;
    const int index = image.regionOf(token);
    if (index < 0) return "";
    const ImageRegion& region = image.region(index);
    if (region.cols < 1 || region.firstPatchToken < 0 ||
        region.end() > static_cast<int>(example.tokens.size()))
        return "";
    const std::string frame = image.isVideo ? "f" + std::to_string(index) : "";
    if (!isByPlace(example, region, frame)) return "";
    // Several pictures have their number in front, frames an additional letter.
    const std::string which = std::to_string(index + 1);
    const std::string before = image.isVideo ? "f" + which : image.more.empty() ? "" : "i" + which;
    return placeName(region, token - region.firstPatchToken, 1, before);
}

}  // namespace hw
