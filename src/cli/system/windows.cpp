// SPDX-License-Identifier: MIT
// The calls of posix.h that MinGW lacks, by those of Windows. Elsewhere this file is empty.
#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <io.h>

#include <algorithm>
#include <filesystem>

#include "cli/system/posix.h"

namespace {

HANDLE handleOf(int file) { return reinterpret_cast<HANDLE>(::_get_osfhandle(file)); }

/// A byte behind the end of every file: Windows keeps others from reading what is locked, and the record is read while it is held.
constexpr OVERLAPPED lockedByte() {
    OVERLAPPED place{};
    place.OffsetHigh = 0x3FFFFFFF;
    return place;
}

bool isLink(const char* path) {
    WIN32_FIND_DATAW found;
    const HANDLE search = ::FindFirstFileW(std::filesystem::path(path).c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) return false;
    ::FindClose(search);
    // Files that a cloud keeps are reparse points as well, and no links.
    return (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           (found.dwReserved0 == IO_REPARSE_TAG_SYMLINK ||
            found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT);
}

std::optional<hw::cli::FileId> idBehind(HANDLE file) {
    BY_HANDLE_FILE_INFORMATION about;
    if (!::GetFileInformationByHandle(file, &about)) return std::nullopt;
    return hw::cli::FileId{
        .device = about.dwVolumeSerialNumber,
        .inode = std::uint64_t{about.nFileIndexHigh} << 32 | about.nFileIndexLow};
}

}  // namespace

int fcntl(int file, int /*command*/) {
    const std::intptr_t handle = ::_get_osfhandle(file);
    return handle == -1 || handle == -2 ? -1
                                        : 0;  // -2: a stream that a program without a console has
}

int flock(int file, int /*operation*/) {
    OVERLAPPED place = lockedByte();
    if (::LockFileEx(handleOf(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                     &place))
        return 0;
    errno = ::GetLastError() == ERROR_LOCK_VIOLATION ? EWOULDBLOCK : EINVAL;
    return -1;
}

int fsync(int file) { return ::_commit(file); }

int lstat(const char* path, struct stat* about) {
    const int result = ::stat(path, about);
    if (!isLink(path)) return result;
    about->st_mode = S_IFLNK;
    return 0;
}

ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t at) {
    if (::_lseeki64(file, at, SEEK_SET) < 0) return -1;
    return ::_write(file, bytes, static_cast<unsigned>(std::min<std::size_t>(size, 1U << 30)));
}

long sysconf(int name) {
    SYSTEM_INFO system;
    ::GetSystemInfo(&system);
    if (name == _SC_PAGE_SIZE) return static_cast<long>(system.dwPageSize);
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    if (!::GlobalMemoryStatusEx(&memory)) return -1;
    return static_cast<long>(memory.ullTotalPhys / system.dwPageSize);
}

namespace hw::cli {

std::optional<FileId> idOf(const char* path) {
    // No rights are asked for: the number of a file may be read by anyone. A folder opens only with backup semantics.
    const HANDLE file = ::CreateFileW(std::filesystem::path(path).c_str(), 0,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (file == INVALID_HANDLE_VALUE) return std::nullopt;
    const auto id = idBehind(file);
    ::CloseHandle(file);
    return id;
}

std::optional<FileId> idOf(int file) { return idBehind(handleOf(file)); }

void prepareStreams() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        if (fcntl(stream, F_GETFD) != -1) ::_setmode(stream, _O_BINARY);
    ::SetConsoleOutputCP(CP_UTF8);
    for (const DWORD one : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
        const HANDLE console = ::GetStdHandle(one);
        DWORD mode = 0;
        if (::GetConsoleMode(console, &mode))
            ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

}  // namespace hw::cli

#endif
