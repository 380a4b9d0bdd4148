// SPDX-License-Identifier: MIT
// Sound files without compression (RIFF WAVE), and their conversion to a model's rate.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace hw::model {

/// One channel, the mean of the file's channels, with values from -1 to 1.
struct Sound {
    int rate = 0;  ///< samples per second
    std::vector<float> samples;
};

/// Whole numbers of 8, 16, 24 or 32 bits, or floating-point numbers of 32 or 64 bits. Errors: notRecognised for another
/// format; truncated; badNumber for a number that is not finite; tooLarge above an hour.
Result<Sound> readWav(std::string_view bytes);

/// The sound at another rate. A windowed sinc (Hann, 32 zeros to each side) limits it to the lower of both rates. Cost:
/// O(samples * the larger ratio of the rates).
std::vector<float> resampled(std::span<const float> samples, int from, int to);

}  // namespace hw::model
