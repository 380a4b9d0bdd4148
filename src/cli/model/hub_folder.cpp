// SPDX-License-Identifier: MIT
#include "cli/model/hub_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

/// The folders of hubs, with the environment's own first.
std::vector<fs::path> hubFolders() {
    std::vector<fs::path> folders;
    const auto add = [&](const char* variable, const char* below) {
        const char* const value = std::getenv(variable);
        if (value != nullptr && *value != '\0') folders.push_back(fs::path(value) / below);
    };
    add("HF_HUB_CACHE", "");
    add("HF_HOME", "hub");
    add("XDG_CACHE_HOME", "huggingface/hub");
    add("HOME", ".cache/huggingface/hub");
    return folders;
}

/// One part of a name, or a commit, which cannot lead out of a folder.
bool isPlainName(std::string_view text) {
    const auto isAllowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    };
    return !text.empty() && text.front() != '.' && std::ranges::all_of(text, isAllowed);
}

/// "models--org--name", or empty if the text is not a model's name.
std::string folderName(std::string_view name) {
    const std::size_t slash = name.find('/');
    const std::string_view front = name.substr(0, slash);
    std::string folder = "models--" + std::string(front);
    if (!isPlainName(front)) return {};
    if (slash == std::string_view::npos) return folder;
    if (!isPlainName(name.substr(slash + 1))) return {};
    return folder + "--" + std::string(name.substr(slash + 1));
}

/// The snapshot that refs/main names, or the only one. Empty without such a folder.
fs::path snapshotIn(const fs::path& model) {
    std::error_code error;
    std::string commit;
    std::ifstream(model / "refs" / "main") >> commit;
    if (isPlainName(commit) && fs::is_directory(model / "snapshots" / commit, error))
        return model / "snapshots" / commit;
    fs::path only;
    for (fs::directory_iterator at(model / "snapshots", error), end; !error && at != end;
         at.increment(error)) {
        if (!only.empty()) return {};
        only = at->path();
    }
    return only;
}

}  // namespace

std::string modelPlace(const std::string& path) {
    std::error_code error;
    if (fs::exists(path, error)) return path;
    const std::string name = folderName(path);
    if (name.empty()) return path;
    for (const fs::path& hub : hubFolders()) {
        const fs::path snapshot = snapshotIn(hub / name);
        if (!snapshot.empty()) return snapshot.string();
    }
    return path;
}

}  // namespace hw::cli
