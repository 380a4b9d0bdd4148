// SPDX-License-Identifier: MIT
// Checks products of a Spec's sizes, before tensors are looked up or memory is allocated.
#include <algorithm>
#include <initializer_list>
#include <limits>

#include "core/amount.h"
#include "core/localized_text.h"
#include "model/network/loader.h"

namespace hw::model {
namespace {

/// Maximum memory for a picture's patches and positions, for a 32-bit program with 4 GB.
constexpr Amount mostPictureBytes = std::uint64_t{1} << 30;

}  // namespace

void Loader::checkSizes() {
    constexpr Amount most = std::numeric_limits<int>::max();
    const Amount keys = Amount(spec_.keyHeads) * spec_.headWidth;
    const auto isTooLarge = [&](std::initializer_list<Amount> sizes) {
        return std::ranges::any_of(sizes, [&](Amount size) { return size > most; });
    };
    // Rows of all queries, keys and values in one matrix; of gate and up; two concatenated pooled vectors.
    if (isTooLarge({Amount(spec_.heads) * spec_.headWidth + keys + keys, Amount(2) * spec_.mlpWidth,
                    Amount(2) * spec_.width, Amount(spec_.positions) + spec_.positionOffset}))
        fail({.code = Code::badShape,
              .place = spec_.familyName,
              .finding = formatText("The model is too large ({} heads of width {})."_tr,
                                    {spec_.heads, spec_.headWidth}),
              .remedy = "Is the file damaged?"_tr,
              .byte = {}});
    const auto isLog = [](int farthest, int exact) { return exact >= 1 && farthest > exact; };
    if ((spec_.bucketCount > 0 &&
         !(spec_.bucketCount >= 4 && isLog(spec_.bucketDistance, spec_.bucketCount / 2))) ||
        (spec_.distances && spec_.distances->buckets > 0 &&
         !isLog(spec_.distances->farthest - 1, spec_.distances->buckets / 2)))
        fail({.code = Code::badArgument,
              .place = spec_.familyName,
              .finding = "Invalid distance buckets."_tr,
              .remedy = "Is the file damaged?"_tr,
              .byte = {}});
    if (!spec_.picture) return;
    const PictureSpec& picture = *spec_.picture;
    const Amount patches = Amount(picture.patches()) + 1;
    const Amount pixels = Amount(3) * picture.patch * picture.patch;
    const Amount table = (Amount(spec_.vocabulary) + patches) * spec_.width;
    if ((patches * pixels + table) * sizeof(float) > mostPictureBytes || isTooLarge({pixels}))
        fail({.code = Code::tooLarge,
              .place = spec_.familyName,
              .finding = formatText("Pictures of {} x {} pixels need too much memory."_tr,
                                    {picture.width, picture.height}),
              .remedy = "Is the file damaged?"_tr,
              .byte = {}});
}

}  // namespace hw::model
