// SPDX-License-Identifier: MIT
#include "cli/output/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "core/number_text.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Problem> cannotWrite(const std::string& path) {
    const int why = errno;
    return std::unexpected(
        Problem{.code = Code::cannotRead,
                .place = path,
                .finding = std::string("The file cannot be written: ") + std::strerror(why) + ".",
                .remedy = why == ENOSPC || why == EDQUOT || why == EFBIG
                              ? "Make room; what was there is as it was."
                              : "Is its folder there, and open to you?",
                .byte = {}});
}

bool writeAll(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t done = ::write(file, text.data(), text.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(done));
    }
    return true;
}

/// An open file beside the path that nobody else has: by its process' number, and a further one where a process of that
/// number was stopped once. Below 0 with errno if there can be none.
int makeBeside(const std::string& path, std::string& beside) {
    for (int count = 0; count < 100; ++count) {
        beside = (fs::path(path).parent_path() / ".headwaters-").string();
        beside += numberText(static_cast<int>(::getpid()));
        if (count > 0) beside += '-' + numberText(count);
        const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

/// What a file is written through that is no file on a disk.
Result<void> writeThrough(const std::string& path, std::string_view text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return cannotWrite(path);
    const bool written = writeAll(file, text);
    const int why = errno;
    const bool closed = ::close(file) == 0;
    if (!written) errno = why;
    if (!written || !closed) return cannotWrite(path);
    return {};
}

}  // namespace

bool syncFile(int file) {
    return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

bool syncFolder(const std::string& folder) {
    const char* const name = folder.empty() ? "." : folder.c_str();
    const int file = ::open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Whoever may write into a folder need not be allowed to read it.
    if (file < 0) return errno == EACCES;
    const bool synced = syncFile(file);
    ::close(file);
    return synced;
}

bool isSameFile(const std::string& one, const std::string& other) {
    struct stat first{};
    struct stat second{};
    return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

Result<void> replaceFile(const std::string& path, std::string_view text) {
    struct stat before{};
    const bool isThere = ::stat(path.c_str(), &before) == 0;
    if (isThere && S_ISDIR(before.st_mode)) {
        errno = EISDIR;
        return cannotWrite(path);
    }
    if (isThere && !S_ISREG(before.st_mode)) return writeThrough(path, text);
    // A file that nobody may write is not replaced either.
    if (isThere && ::access(path.c_str(), W_OK) != 0) return cannotWrite(path);
    std::error_code unknown;
    const fs::path whole = isThere ? fs::canonical(path, unknown) : fs::path(path);
    const std::string target = unknown ? path : whole.string();
    std::string beside;
    const int file = makeBeside(target, beside);
    if (file < 0) return cannotWrite(path);
    bool isDone = writeAll(file, text);
    if (isThere) isDone = isDone && ::fchmod(file, before.st_mode & 07777) == 0;
    isDone = isDone && syncFile(file);
    int why = errno;
    if (::close(file) != 0 && isDone) {
        isDone = false;
        why = errno;
    }
    if (isDone && std::rename(beside.c_str(), target.c_str()) != 0) {
        isDone = false;
        why = errno;
    }
    if (!isDone) {
        ::unlink(beside.c_str());
        errno = why;
        return cannotWrite(path);
    }
    if (!syncFolder(fs::path(target).parent_path().string())) return cannotWrite(path);
    return {};
}

}  // namespace hw::cli
