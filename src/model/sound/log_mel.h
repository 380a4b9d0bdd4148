// SPDX-License-Identifier: MIT
// A sound as Whisper's encoder sees it, log-mel features (Radford et al. 2023; transformers 5.24,
// WhisperFeatureExtractor).
#pragma once

#include <span>
#include <vector>

#include "model/network/spec.h"

namespace hw::model {

/// Triangles of equal width on Slaney's scale (linear below 1000 Hz, logarithmic above), each divided by half of its
/// width in Hz: [1 + window / 2][bins].
std::vector<double> melFilters(const SoundSpec& sound);

/// [bins][frames] of a sound at sound.rate, one channel, values from -1 to 1. It is cut or filled with silence to
/// sound.samples, mirrored by half a window at both ends, and cut into frames under a periodic Hann window. log10 of
/// the filtered power is at least the largest value less 8, and then (x + 4) / 4. Computed in double. Cost: O(samples
/// window / hop log window).
std::vector<float> logMel(std::span<const float> samples, const SoundSpec& sound);

}  // namespace hw::model
