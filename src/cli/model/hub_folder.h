// SPDX-License-Identifier: MIT
// Models that a hub's own tools have stored on this machine.
#pragma once

#include <string>

namespace hw::cli {

/// Where a model is. The path itself if it exists. Otherwise, if a hub's folder (HF_HUB_CACHE, HF_HOME/hub,
/// XDG_CACHE_HOME/huggingface/hub or ~/.cache/huggingface/hub) contains the name ("org/name", "name") as
/// models--org--name with snapshots/COMMIT, the folder of the snapshot that refs/main names. Otherwise the path. Never
/// uses a network.
std::string modelPlace(const std::string& path);

}  // namespace hw::cli
