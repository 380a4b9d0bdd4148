// SPDX-License-Identifier: MIT
// A file that grows by complete pieces, and that a later run truncates to the last good one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/problem.h"

namespace hw::cli {

class GrowingFile {
public:
    /// Opens the file, or creates an empty one. Only regular files, and never through a symbolic link, so that a
    /// prepared folder cannot redirect the output. Error: cannotRead.
    static Result<GrowingFile> open(const std::string& path);
    GrowingFile(GrowingFile&& other) noexcept;
    GrowingFile& operator=(GrowingFile&& other) noexcept;
    ~GrowingFile();

    std::uint64_t size() const { return size_; }
    /// Locks the file until this process ends. False if another one has the lock.
    bool hold() const;
    Result<void> cut(std::uint64_t size);
    /// Appends, in a single write if the system can.
    Result<void> append(std::string_view bytes);
    /// Overwrites the beginning.
    Result<void> rewrite(std::string_view bytes);
    /// Returns once all of it is on the disk.
    Result<void> sync() const;

private:
    GrowingFile(int file, std::string path, std::uint64_t size)
        : file_(file), path_(std::move(path)), size_(size) {}
    Problem failed() const;
    Result<void> write(std::string_view bytes, std::uint64_t at);

    int file_ = -1;
    std::string path_;
    std::uint64_t size_ = 0;
};

}  // namespace hw::cli
