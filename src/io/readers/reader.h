// SPDX-License-Identifier: MIT
// A reader turns the bytes of a container format into a Tree. Importers then find the meaning of the tree.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "core/problem.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Limits and choices for a reader.
struct ReadContext {
    Limits limits;
    OpenOptions options;
    std::optional<std::uint64_t> totalBytes;
    std::uint64_t firstByte = 0;
    /// Whether some importer recognises a tree. If null, none does.
    bool (*isKnown)(const Tree& tree) = nullptr;
    bool packed = false;  ///< already inside gzip, so no second layer is allowed
};

class Reader {
public:
    virtual ~Reader() = default;
    virtual Result<void> push(std::string_view chunk) = 0;
    virtual Result<Tree> finish() = 0;
    /// A better estimate of the total number of bytes, for memory estimates.
    virtual void expect(std::uint64_t /*totalBytes*/) {}
};

/// A reader that detects the format by the first bytes and delegates to its reader (readers/sniff.cpp).
std::unique_ptr<Reader> makeReader(const ReadContext& context);

// One factory per container, each in its own file in readers/.
std::unique_ptr<Reader> makeJsonReader(const ReadContext& context);
std::unique_ptr<Reader> makeScriptReader(const ReadContext& context, bool html);
std::unique_ptr<Reader> makeNpyReader(const ReadContext& context);
std::unique_ptr<Reader> makeZipReader(const ReadContext& context);
std::unique_ptr<Reader> makeSafetensorsReader(const ReadContext& context);
std::unique_ptr<Reader> makeGzipReader(const ReadContext& context);
// Reader for the text of a link, implemented by io/packed.
std::unique_ptr<Reader> makeLinkReader(const ReadContext& context);
std::unique_ptr<Reader> makePageReader(const ReadContext& context);

}  // namespace hw::io
