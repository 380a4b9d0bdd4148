// SPDX-License-Identifier: MIT
// 8-bit arrays whose type the file does not name.
#pragma once

#include <string_view>

#include "core/matrix/float8.h"

namespace hw {

/// NumPy writes most types of 8 bits as `V1`, bytes without a meaning. Each row of attention sums to 1, which the bytes
/// do in one format only. The other formats are off by factors of two and more, or space small weights differently.
/// Gives the format whose rows of `length` come closest, or null if none comes near (the mean row is off by a third).
/// In columns-first arrays a row's values are `stride` bytes apart. Cost: a pass over at most a million bytes for each
/// format.
const Float8* float8OfAttention(std::string_view bytes, std::size_t length, std::size_t stride = 1);

}  // namespace hw
