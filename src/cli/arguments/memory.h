// SPDX-License-Identifier: MIT
// The memory of the machine, for limits without --memory.
#pragma once

#include <cstdint>

namespace hw::cli {

/// Bytes that this process can have at most. The machine, its container or the process itself sets the limit. Above 0.
std::uint64_t machineMemory();

/// The limit for a file's weights without --memory. It is half of the memory, since a list that grows is copied once in
/// a while.
inline std::uint64_t defaultMemory() { return machineMemory() / 2; }

/// The limit for a line or a member of an archive, whose text and weights are in memory together.
inline std::uint64_t defaultText() { return machineMemory() / 8; }

}  // namespace hw::cli
