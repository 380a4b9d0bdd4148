// SPDX-License-Identifier: MIT
// The header of a safetensors file: eight bytes with the length of a JSON text, the text, then the tensors' bytes
// without gaps. As strict as the format's own reader.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"
#include "model/files/stored_tensor.h"

namespace hw::model {

struct SafetensorsHeader {
    std::vector<StoredTensor> tensors;  ///< in the order of their bytes; `part` is 0
    std::vector<std::pair<std::string, std::string>> metadata;
};

/// Reads only the header. Every tensor's range is within the file. Errors: truncated, syntax, tooLarge, and the
/// source's own; an unknown type, by its name. Cost: the header's length.
Result<SafetensorsHeader> readSafetensorsHeader(ByteSource& source, const std::string& name);

}  // namespace hw::model
