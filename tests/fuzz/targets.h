// SPDX-License-Identifier: MIT
// The fuzz targets, all in one program (build/fuzz/tests/fuzz, or tools/fuzz).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <string_view>

namespace hw::fuzz {

/// Stops the run if false. The fuzzer keeps the input.
inline void require(bool condition) {
    if (!condition) std::abort();
}

/// A number that depends only on the content, so that any file is a seed. It decides where the file is cut and how it
/// is opened.
inline std::size_t hashOf(std::string_view text) { return std::hash<std::string_view>{}(text); }

/// Each takes any bytes. Returns 0, or -1 for an input that is not of the target's kind and need not be kept.
int anyFile(std::string_view bytes);
/// A file for the importer of that name (io/importers/importer.h).
int fileOf(std::string_view importer, std::string_view bytes);
/// A file of that container, which is npy, npz, safetensors, gzip, script or page.
int container(std::string_view name, std::string_view bytes);
int json(std::string_view bytes);
int address(std::string_view bytes);
/// The data of a link, as base64url or as bytes whose checksum is corrected.
int packed(std::string_view bytes);
int messages(std::string_view bytes);
/// The entries of a zip or tar archive.
int archive(std::string_view bytes);
/// Data packed by deflate or gzip.
int unpacked(std::string_view bytes);
/// The files of batch's folder: a line of the record, sums.json, and lines of results and of the list.
int written(std::string_view bytes);

/// A file of weights, which is safetensors, GGUF, PyTorch or the index of shards.
int weights(std::string_view bytes);
/// A tokenizer.json, and texts that it splits.
int tokenizer(std::string_view bytes);
/// A tokenizer.json, a zero byte and a text, which is repeated to some kilobytes.
int tokenizerText(std::string_view bytes);
/// A whole model, as config.json, a zero byte, tokenizer.json, a zero byte, the weights. It then runs and continues a
/// text.
int modelFolder(std::string_view bytes);
/// The same with a GGUF file, which contains everything.
int gguf(std::string_view bytes);
/// Requests to the service that answers questions about a model, one per line.
int service(std::string_view bytes);
/// A chat template, which then renders a conversation.
int chat(std::string_view bytes);

/// A picture as a PNG (and the size of a JPEG), and a figure as SVG, for paper.
int png(std::string_view bytes);
int svg(std::string_view bytes);

}  // namespace hw::fuzz
