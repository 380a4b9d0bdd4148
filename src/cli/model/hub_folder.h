// SPDX-License-Identifier: MIT
// Models that a hub's own programs have stored on this machine.
#pragma once

#include <string>

namespace hw::cli {

/// Where a model is: the path itself if something is there; else the folder of its snapshot, where the name ("org/name", "name") is
/// stored in a hub's folder (HF_HUB_CACHE, HF_HOME/hub, XDG_CACHE_HOME/huggingface/hub or ~/.cache/huggingface/hub) as
/// models--org--name with snapshots/COMMIT, of which refs/main names one; the path itself if it is not. Never asks a network.
std::string modelPlace(const std::string& path);

}  // namespace hw::cli
