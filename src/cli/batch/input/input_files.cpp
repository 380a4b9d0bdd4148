// SPDX-License-Identifier: MIT
#include "cli/batch/input/input_files.h"

#include <algorithm>
#include <utility>

#include "cli/output/atomic_file.h"
#include "cli/setting_options.h"
#include "io/json/utf8.h"

namespace hw::cli {

namespace fs = std::filesystem;

std::string nameOfPath(const fs::path& path) {
    std::string name = path.generic_string();
    io::repairUtf8(name);  // results are JSON
    return name;
}

std::uint64_t sizeOfFile(const fs::path& path) {
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    return failed ? 0 : size;
}

bool isStream(const fs::path& path) {
    if (path == "-") return true;
    std::error_code unknown;
    const auto kind = fs::status(path, unknown).type();
    return kind == fs::file_type::fifo || kind == fs::file_type::character ||
           kind == fs::file_type::socket;
}

namespace {

/// True for a file that is in the folder under another name, too, through a symbolic or a hard link.
bool liesIn(const fs::directory_entry& entry, const fs::path& folder) {
    std::error_code unknown;
    const bool hasOtherName = entry.is_symlink(unknown) || entry.hard_link_count(unknown) > 1;
    if (unknown || !hasOtherName) return false;
    fs::directory_iterator others(folder, unknown);
    for (; !unknown && others != fs::directory_iterator(); others.increment(unknown)) {
        if (isSameFile(others->path().string(), entry.path().string())) return true;
    }
    return false;
}

}  // namespace

std::vector<fs::path> listed(const fs::path& folder, const fs::path& out, std::error_code& failed) {
    std::vector<fs::path> paths;
    fs::directory_iterator entries(folder, failed);
    for (; !failed && entries != fs::directory_iterator(); entries.increment(failed)) {
        std::error_code unknown;
        if (entries->path().filename().native().starts_with('.')) continue;
        if (entries->is_symlink(unknown) && entries->is_directory(unknown)) continue;
        if (entries->is_directory(unknown) && fs::equivalent(entries->path(), out, unknown))
            continue;
        const bool isFile = entries->is_regular_file(unknown);
        if (isFile && liesIn(*entries, out)) continue;
        if (isFile || entries->is_directory(unknown)) paths.push_back(entries->path());
    }
    std::ranges::sort(paths, std::ranges::greater());
    return paths;
}

std::vector<fs::path> distinct(const std::vector<std::string>& files) {
    std::vector<fs::path> paths;
    std::vector<fs::path> seen;
    for (const std::string& file : files) {
        std::error_code unknown;
        fs::path plain = file == "-" ? fs::path(file) : fs::weakly_canonical(file, unknown);
        if (unknown) plain = fs::path(file).lexically_normal();
        if (!plain.has_filename() && plain.has_parent_path()) plain = plain.parent_path();
        const auto covers = [&](const fs::path& other) {
            const auto [end, rest] = std::ranges::mismatch(other, plain);
            return end == other.end();
        };
        if (std::ranges::any_of(seen, covers)) continue;
        seen.push_back(plain);
        paths.emplace_back(file);
    }
    return paths;
}

std::optional<std::uint64_t> totalBytes(const BatchOptions& options) {
    std::uint64_t total = 0;
    std::vector<fs::path> waiting = distinct(options.files);
    while (!waiting.empty()) {
        const fs::path path = std::move(waiting.back());
        waiting.pop_back();
        if (isStream(path)) return std::nullopt;
        std::error_code unknown;
        if (!fs::is_directory(path, unknown)) {
            total += sizeOfFile(path);
            continue;
        }
        for (fs::path& inside : listed(path, options.out, unknown))
            waiting.push_back(std::move(inside));
    }
    return total;
}

}  // namespace hw::cli
