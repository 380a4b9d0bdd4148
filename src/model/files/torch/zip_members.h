// SPDX-License-Identifier: MIT
// The directory of a PyTorch zip. Members are stored without compression, one for each storage of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"

namespace hw::model {

struct ZipMember {
    std::string name;
    std::uint64_t header = 0;  ///< position of its local header
    std::uint64_t size = 0;    ///< of its content
    /// Its content ends here or earlier: the next local header, or the directory.
    std::uint64_t end = 0;
    std::uint32_t crc = 0;
};

/// The members in order of position. Names are unique, and no member overlaps another. Reads only the directory.
/// Errors: truncated, syntax, tooLarge, notRecognised (compressed or encrypted), and the source's own.
Result<std::vector<ZipMember>> readZipMembers(ByteSource& source, const std::string& name);

/// The position of the member's content, from its local header. Errors: syntax, and the source's own.
Result<std::uint64_t> contentOf(ByteSource& source, std::uint64_t header, std::uint64_t size,
                                std::uint64_t end, const std::string& name);

}  // namespace hw::model
