// SPDX-License-Identifier: MIT
#include "cli/batch/input/file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/output/atomic_file.h"
#include "cli/system/posix.h"

namespace hw::cli {

Result<GrowingFile> GrowingFile::open(const std::string& path) {
    // Windows has no O_NOFOLLOW.
    struct stat before{};
    if (::lstat(path.c_str(), &before) == 0 && S_ISLNK(before.st_mode))
        return std::unexpected(notAFile(path, before.st_mode));
    // O_NONBLOCK, since opening a pipe would wait for its other end.
    const int file =
        ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    GrowingFile opened(file, path, 0);
    struct stat about{};
    if (file < 0 || ::fstat(file, &about) != 0) {
        if (errno == ELOOP) return std::unexpected(notAFile(path, S_IFLNK));
        return std::unexpected(opened.failed());
    }
    if (!S_ISREG(about.st_mode)) return std::unexpected(notAFile(path, about.st_mode));
    opened.size_ = static_cast<std::uint64_t>(about.st_size);
    return opened;
}

GrowingFile::GrowingFile(GrowingFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)), size_(other.size_) {}
GrowingFile& GrowingFile::operator=(GrowingFile&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(path_, other.path_);
    size_ = other.size_;
    return *this;
}
GrowingFile::~GrowingFile() {
    if (file_ >= 0) ::close(file_);
}

Problem GrowingFile::failed() const {
    return {
        .code = Code::cannotRead,
        .place = path_,
        .finding = std::string("The file can't be written: ") + std::strerror(errno) + ".",
        .remedy = "Check free space and permissions, then run batch again. It continues from here.",
        .byte = {}};
}

bool GrowingFile::hold() const {
    // On a file system without locks, the lock always succeeds.
    return ::flock(file_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

Result<void> GrowingFile::cut(std::uint64_t size) {
    if (::ftruncate(file_, static_cast<off_t>(size)) != 0) return std::unexpected(failed());
    size_ = size;
    return {};
}

Result<void> GrowingFile::write(std::string_view bytes, std::uint64_t at) {
    while (!bytes.empty()) {
        const ssize_t done = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return std::unexpected(failed());
        at += static_cast<std::uint64_t>(done);
        bytes.remove_prefix(static_cast<std::size_t>(done));
    }
    return {};
}

Result<void> GrowingFile::append(std::string_view bytes) {
    auto done = write(bytes, size_);
    if (done) size_ += bytes.size();
    return done;
}

Result<void> GrowingFile::rewrite(std::string_view bytes) { return write(bytes, 0); }

Result<void> GrowingFile::sync() const {
    if (!syncFile(file_)) return std::unexpected(failed());
    return {};
}

}  // namespace hw::cli
