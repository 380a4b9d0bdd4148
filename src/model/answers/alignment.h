// SPDX-License-Identifier: MIT
// Cross-attention as an alignment of a sound's text with its time, and the way from the sound to one output.
#pragma once

#include <utility>
#include <vector>

#include "model/session/session.h"

namespace hw::model {

/// The cross heads that show time: those of generation_config.json, or without these the heads in the upper half of the
/// decoder's layers, as Whisper's authors do (openai/whisper, whisper/model.py). Layers and heads from 0.
std::vector<std::pair<int, int>> alignmentHeads(const Session& session);

/// The mean of these heads' attention, [decoder tokens][run.soundTokens], with rows of sum 1 over the sound without
/// the silence after it. Requires a run of hear().
std::vector<float> alignment(const Session& session, const Run& run);

/// The encoder token at which each output of the decoder's rows `first` to before `end` begins, and after these the
/// last one: the cheapest monotone path (dynamic time warping) through the heads' attention, each normalised over the
/// rows and smoothed by a median of 7 (openai/whisper, whisper/timing.py, find_alignment). Row k is where the decoder
/// reads token k and writes the next one. Cost: O(H rows n).
std::vector<int> alignedStarts(const Session& session, const Run& run, int first, int end);

/// Rollout from the output of one decoder token to the encoder's tokens, the row of joint.rollout: half residual, mean
/// of the heads, decoder, last cross-attention, encoder. Cost: O(L H n^2).
std::vector<float> soundRollout(const Run& run, int position);

}  // namespace hw::model
