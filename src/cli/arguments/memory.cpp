// SPDX-License-Identifier: MIT
#include "cli/arguments/memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "cli/system/posix.h"

#ifndef _WIN32
#include <sys/resource.h>
#endif

namespace hw::cli {
namespace {

constexpr std::uint64_t least = std::uint64_t{1} << 28;
constexpr std::uint64_t most = std::uint64_t{1} << 37;

/// The number in a system file, or `most` if it has no number ("max").
std::uint64_t numberIn(const char* path) {
    std::FILE* const file = std::fopen(path, "re");
    if (file == nullptr) return most;
    std::array<char, 32> text{};
    const std::size_t size = std::fread(text.data(), 1, text.size(), file);
    std::fclose(file);
    std::uint64_t number = most;
    std::from_chars(text.data(), text.data() + size, number);
    return number;
}

std::uint64_t measured() {
    std::uint64_t bytes = most;
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGE_SIZE);
    if (pages > 0 && page > 0)
        bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
    // The limit of a container, for the second and the first version of Linux control groups.
    bytes = std::min(bytes, numberIn("/sys/fs/cgroup/memory.max"));
    bytes = std::min(bytes, numberIn("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
#ifdef RLIMIT_AS
    struct rlimit own{};
    if (::getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY)
        bytes = std::min<std::uint64_t>(bytes, own.rlim_cur);
#endif
    return std::clamp(bytes, least, most);
}

}  // namespace

std::uint64_t machineMemory() {
    static const std::uint64_t bytes = measured();
    return bytes;
}

}  // namespace hw::cli
