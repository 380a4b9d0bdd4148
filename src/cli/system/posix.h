// SPDX-License-Identifier: MIT
// The POSIX calls of the command line. MinGW has most of them; for Windows this declares the others (windows.cpp).
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <optional>

#ifndef _WIN32

#include <sys/file.h>

namespace hw::cli {

inline constexpr const char* nullDevice = "/dev/null";

}  // namespace hw::cli

#else

#include <sys/types.h>

#include <cerrno>
#include <cstddef>

// Windows translates line ends unless a file is opened as binary, and every file here is opened with O_CLOEXEC.
#define O_CLOEXEC (_O_NOINHERIT | _O_BINARY)
#define O_DIRECTORY 0
#define O_NOFOLLOW 0
#define O_NONBLOCK 0
#define S_IFLNK 0xA000
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define EDQUOT ENOSPC
#define F_GETFD 1
#define LOCK_EX 2
#define LOCK_NB 4
#define _SC_PAGE_SIZE 30
#define _SC_PHYS_PAGES 85

/// -1 if the number belongs to no open file. The command is F_GETFD.
int fcntl(int file, int command);
/// Takes the lock of a file or fails at once with EWOULDBLOCK. The system lets it go with the file.
int flock(int file, int operation);
int fsync(int file);
/// The system's list of rights is kept as it is.
inline int fchmod(int /*file*/, mode_t /*mode*/) { return 0; }
/// As stat, but for a symbolic link or a junction the link's own.
int lstat(const char* path, struct stat* about);
/// Moves the file's position, so that one thread may write.
ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t at);
long sysconf(int name);

namespace hw::cli {

inline constexpr const char* nullDevice = "NUL";

}  // namespace hw::cli

#endif

namespace hw::cli {

/// What a file or folder is, whatever its name.
struct FileId {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    bool operator==(const FileId&) const = default;
};

#ifndef _WIN32

inline FileId idIn(const struct stat& about) {
    return {.device = static_cast<std::uint64_t>(about.st_dev),
            .inode = static_cast<std::uint64_t>(about.st_ino)};
}
/// Behind links, too. Nothing if there is no such file.
inline std::optional<FileId> idOf(const char* path) {
    struct stat about{};
    return ::stat(path, &about) == 0 ? std::optional(idIn(about)) : std::nullopt;
}
inline std::optional<FileId> idOf(int file) {
    struct stat about{};
    return ::fstat(file, &about) == 0 ? std::optional(idIn(about)) : std::nullopt;
}
inline void prepareStreams() {}

#else

std::optional<FileId> idOf(const char* path);
std::optional<FileId> idOf(int file);
/// Standard input, output and errors as bytes, and a console that reads them as UTF-8 with escape sequences.
void prepareStreams();

#endif

}  // namespace hw::cli
