// SPDX-License-Identifier: MIT
// A file that grows by whole pieces, which a later run cuts where it knows that all is well.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw::cli {

class GrowingFile {
public:
    /// Opens the file, or makes an empty one. Error: cannotRead.
    static Result<GrowingFile> open(const std::string& path);
    GrowingFile(GrowingFile&& other) noexcept;
    GrowingFile& operator=(GrowingFile&& other) noexcept;
    ~GrowingFile();

    std::uint64_t size() const { return size_; }
    /// False if another program holds it. Until this one ends it is held.
    bool hold() const;
    Result<void> cut(std::uint64_t size);
    /// At the end, in one piece if the system can.
    Result<void> append(std::string_view bytes);
    /// Over what is there at the beginning.
    Result<void> rewrite(std::string_view bytes);

private:
    GrowingFile(int file, std::string path, std::uint64_t size)
        : file_(file), path_(std::move(path)), size_(size) {}
    Problem failed() const;
    Result<void> write(std::string_view bytes, std::uint64_t at);

    int file_ = -1;
    std::string path_;
    std::uint64_t size_ = 0;
};

/// Writes a file beside the one of that name and puts it in its place: whoever reads finds the old or the new one.
Result<void> replaceFile(const std::string& path, std::string_view text);

}  // namespace hw::cli
