// SPDX-License-Identifier: MIT
// The tensors of a file from torch.save (pytorch_model.bin). This is a zip of storages with a pickle that describes
// them, or, before PyTorch 1.6, pickles followed by the storages. The pickle is parsed as data (pickle.h).
#pragma once

#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"
#include "model/files/stored_tensor.h"

namespace hw::model {

/// The tensors of the file's dictionary, or of its "state_dict" or "model". Each is within its storage, and their total
/// is limited to a multiple of the file's length. Errors: those of the zip and of the pickle; notRecognised for a file
/// that is no checkpoint. Cost: the length of the zip's directory and of the pickle.
Result<std::vector<StoredTensor>> readTorchFile(ByteSource& source, const std::string& name);

/// The tensor's bytes in the order of its shape. Errors: tooLarge, syntax, and the source's own.
Result<Bytes> readTorchTensor(ByteSource& source, const StoredTensor& tensor,
                              const std::string& name);

}  // namespace hw::model
