// SPDX-License-Identifier: MIT
// The numbers about pictures in a file of `run --out`.
#pragma once

#include <string>

#include "cli/model/tensor_file.h"
#include "io/write/json_writer.h"
#include "model/session/session.h"

namespace hw::cli {

/// A list as JSON.
template <class Range>
std::string listText(const Range& items) {
    JsonWriter json;
    json.beginArray();
    for (const auto& item : items) json.value(item);
    json.endArray();
    return json.take();
}

/// SigLIP: the attention of the pooling, its rollout, and the tower of texts for the first class.
void addTowers(TensorFile& file, const model::Session& session, const model::Run& run);
/// The pictures of a prompt: frames, the tower, the connector, and the rollout from each token to each patch.
void addSight(TensorFile& file, const model::Run& run, const model::Spec& text);

}  // namespace hw::cli
