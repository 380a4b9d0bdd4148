// SPDX-License-Identifier: MIT
// The memory of the machine, for limits where --memory says nothing.
#pragma once

#include <cstdint>

namespace hw::cli {

/// Bytes that this process can have at most: the machine's, its container's or its own limit. Above 0.
std::uint64_t machineMemory();

/// Of a file's weights, where --memory says nothing: half of it, since a list that grows is copied once in a while.
inline std::uint64_t defaultMemory() { return machineMemory() / 2; }

/// Of a line or a member of an archive, whose text and weights are there at once.
inline std::uint64_t defaultText() { return machineMemory() / 8; }

}  // namespace hw::cli
