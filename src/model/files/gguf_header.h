// SPDX-License-Identifier: MIT
// The header of a GGUF file, versions 2 and 3 (ggml: docs/gguf.md).
#pragma once

#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"
#include "model/files/metadata.h"
#include "model/files/stored_tensor.h"

namespace hw::model {

struct GgufHeader {
    Metadata metadata;
    std::vector<StoredTensor> tensors;  ///< in the file's order; `part` is 0; names are unique
};

/// True if the file begins with GGUF's four letters.
bool looksLikeGguf(ByteSource& source);

/// Reads only the header. Every tensor's range is within the file and overlaps no other. Errors: truncated, syntax,
/// tooLarge, badNumber (an unsupported type, by its name), and the source's own. Cost: the header's length.
Result<GgufHeader> readGgufHeader(ByteSource& source, const std::string& name);

}  // namespace hw::model
