// SPDX-License-Identifier: MIT
#include "cli/output/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/system/posix.h"
#include "core/number_text.h"
#include "core/refusal.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Problem> cannotWrite(const std::string& path) {
    const int why = errno;
    return refusal(Code::cannotRead, path,
                   std::string("The file can't be written: ") + std::strerror(why) + ".",
                   why == ENOSPC || why == EDQUOT || why == EFBIG
                       ? "Free some space. The previous file is unchanged."
                       : "Check that its folder exists and that you may write to it.");
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

/// Opens a new file in the same folder. Its name has the process ID, and another number if a stopped process of that ID
/// left a file. Negative with errno on failure.
int openTemporary(const std::string& path, std::string& temporary) {
    for (int count = 0; count < 100; ++count) {
        temporary = (fs::path(path).parent_path() / ".headwaters-").string();
        temporary += numberText(static_cast<int>(::getpid()));
        if (count > 0) temporary += '-' + numberText(count);
        const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

}  // namespace

bool syncFile(int file) {
    return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

bool syncFolder(const std::string& folder) {
    const char* const name = folder.empty() ? "." : folder.c_str();
    const int file = ::open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // A user may be allowed to write into a folder without reading it.
    if (file < 0) return errno == EACCES;
    const bool synced = syncFile(file);
    ::close(file);
    return synced;
}

std::optional<FileId> fileId(const std::string& path) {
    return path == "-" ? idOf(STDIN_FILENO) : idOf(path.c_str());
}

bool isSameFile(const std::string& one, const std::string& other) {
    const auto first = fileId(one);
    return first && first == fileId(other);
}

Problem notAFile(const std::string& path, mode_t mode) {
    const bool isLink = S_ISLNK(mode);
    return {.code = Code::cannotRead,
            .place = path,
            .finding = isLink ? "Results are not written through symbolic links."
                              : "This is a pipe or device, not a file.",
            .remedy = isLink ? "Name the file or folder itself, or a new one." : "Name a new file.",
            .byte = {}};
}

Result<void> checkOutput(const std::string& path) {
    struct stat before{};
    if (::lstat(path.c_str(), &before) != 0 || S_ISREG(before.st_mode)) return {};
    if (!S_ISDIR(before.st_mode)) return std::unexpected(notAFile(path, before.st_mode));
    errno = EISDIR;
    return cannotWrite(path);
}

Result<void> checkFolder(const std::string& path) {
    fs::path plain = fs::path(path).lexically_normal();
    if (!plain.has_filename()) plain = plain.parent_path();
    struct stat before{};
    if (::lstat(plain.string().c_str(), &before) != 0 || !S_ISLNK(before.st_mode)) return {};
    return std::unexpected(notAFile(path, before.st_mode));
}

Result<void> replaceFile(const std::string& path, std::string_view text) {
    if (auto good = checkOutput(path); !good) return good;
    struct stat before{};
    const bool isThere = ::lstat(path.c_str(), &before) == 0;
    // A file without the right to write is not replaced either.
    if (isThere && ::access(path.c_str(), W_OK) != 0) return cannotWrite(path);
    std::string temporary;
    const int file = openTemporary(path, temporary);
    if (file < 0) return cannotWrite(path);
    bool isDone = writeAll(file, text);
    if (isThere) isDone = isDone && ::fchmod(file, before.st_mode & 07777) == 0;
    isDone = isDone && syncFile(file);
    int why = errno;
    if (::close(file) != 0 && isDone) {
        isDone = false;
        why = errno;
    }
    if (isDone) {
        // std::rename replaces no file on Windows.
        std::error_code failed;
        fs::rename(temporary, path, failed);
        isDone = !failed;
        if (failed) why = failed.default_error_condition().value();
    }
    if (!isDone) {
        ::unlink(temporary.c_str());
        errno = why;
        return cannotWrite(path);
    }
    if (!syncFolder(fs::path(path).parent_path().string())) return cannotWrite(path);
    return {};
}

}  // namespace hw::cli
