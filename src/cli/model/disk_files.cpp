// SPDX-License-Identifier: MIT
#include "cli/model/disk_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ranges>
#include <system_error>
#include <utility>

#include "cli/model/checkpoint_folders.h"
#include "cli/model/hub_folder.h"
#include "core/refusal.h"
#include "model/files/model_files.h"
#include "model/files/shards.h"
#include "model/steps/checkpoints.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Problem> unreadable(const fs::path& path, const std::string& reason) {
    return refusal(Code::cannotRead, path.filename().string(),
                   "The file can't be read: " + reason + ".", "Check its name and permissions.");
}

struct FileCloser {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
};

/// Systems limit a program to some hundred open files.
constexpr std::size_t mostOpen = 128;

class DiskFile : public model::ByteSource {
public:
    DiskFile(fs::path path, std::uint64_t size, bool staysOpen)
        : path_(std::move(path)), size_(size), staysOpen_(staysOpen) {}
    std::uint64_t size() const override { return size_; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> into) override {
        errno = 0;
        if (!stream_) stream_.reset(std::fopen(path_.string().c_str(), "rb"));
        if (!stream_) return unreadable(path_, std::strerror(errno));
        if (fseeko(stream_.get(), static_cast<off_t>(offset), SEEK_SET) != 0 ||
            std::fread(into.data(), 1, into.size(), stream_.get()) != into.size())
            return unreadable(path_, errno != 0 ? std::strerror(errno) : "it became shorter");
        if (!staysOpen_) stream_.reset();
        return {};
    }

private:
    fs::path path_;
    std::uint64_t size_;
    bool staysOpen_;
    std::unique_ptr<std::FILE, FileCloser> stream_;
};

/// The folders of a sentence encoder's modules. Loading the model reports a modules.json that cannot be read.
std::vector<std::string> moduleFolders(const fs::path& folder) {
    std::vector<std::string> folders{"1_Pooling"};
    std::ifstream file(folder / "modules.json", std::ios::binary);
    if (!file) return folders;
    const std::string json(std::istreambuf_iterator<char>(file), {});
    folders.clear();
    for (const model::SentenceModule& module :
         model::readModules(json).value_or(std::vector<model::SentenceModule>()))
        if (!module.path.empty()) folders.push_back(module.path);
    return folders;
}

void addModules(const fs::path& folder, std::vector<fs::path>& paths) {
    for (const std::string& name : moduleFolders(folder)) {
        std::error_code error;
        std::vector<fs::path> own;
        for (fs::directory_iterator at(folder / name, error), end; !error && at != end;
             at.increment(error)) {
            std::error_code ignored;
            if (at->is_regular_file(ignored)) own.push_back(at->path());
        }
        std::ranges::sort(own);
        paths.insert(paths.end(), own.begin(), own.end());
    }
}

}  // namespace

Result<std::vector<fs::path>> modelPaths(const std::string& path) {
    std::error_code error;
    std::vector<fs::path> paths;
    const fs::path given(modelPlace(path));
    const bool isFolder = fs::is_directory(given, error);
    // A file of weights comes with the other files of its folder, a GGUF file only with its shards and rates.
    const std::string chosen = isFolder ? std::string() : given.filename().string();
    const bool hasSiblings = isFolder || model::hasWeightEnding(chosen);
    const bool isGguf = given.extension() == ".gguf";
    const auto stem = model::shardName(chosen).stem;
    const auto belongs = [&](const std::string& name) {
        return !isGguf || name.ends_with("why_rates.json") ||
               (!stem.empty() && model::shardName(name).stem == stem);
    };
    const fs::path folder = isFolder                      ? given
                            : given.parent_path().empty() ? "."
                                                          : given.parent_path();
    if (hasSiblings && (isFolder || fs::is_regular_file(given, error))) {
        for (fs::directory_iterator at(folder, error), end; !error && at != end;
             at.increment(error)) {
            std::error_code ignored;
            const std::string name = at->path().filename().string();
            const bool isWanted = name == chosen || belongs(name);
            if (isWanted && at->is_regular_file(ignored)) paths.push_back(at->path());
        }
        std::ranges::sort(paths);
        if (!isGguf) addModules(folder, paths);
    } else {
        paths.push_back(given);
    }
    if (error) return unreadable(given, error.message());
    return paths;
}

namespace {

/// The parts of one folder or file.
Result<std::vector<model::Part>> partsAt(const std::string& path) {
    const auto paths = modelPaths(path);
    if (!paths) return std::unexpected(paths.error());
    std::error_code error;
    const bool isFolder = fs::is_directory(path, error);
    const fs::path folder = isFolder ? fs::path(path) : fs::path(path).parent_path();
    const std::string chosen = isFolder ? std::string() : fs::path(path).filename().string();
    std::vector<model::Part> parts;
    for (const fs::path& file : *paths) {
        const std::uintmax_t size = fs::file_size(file, error);
        if (error) return unreadable(file, error.message());
        const std::string name =
            file.lexically_relative(folder.empty() ? "." : folder).generic_string();
        parts.push_back({name, std::make_shared<DiskFile>(file, size, paths->size() <= mostOpen),
                         name == chosen});
    }
    // Not read. It explains why a folder has no weights.
    const fs::path graph = fs::path(path) / "onnx" / "model.onnx";
    if (isFolder && fs::is_regular_file(graph, error))
        parts.push_back({"onnx/model.onnx", std::make_shared<DiskFile>(graph, 0, true)});
    return parts;
}

bool hasWeights(const std::vector<model::Part>& parts) {
    return std::ranges::any_of(parts, [](const model::Part& part) {
        return model::hasWeightEnding(part.name) && !model::isHelperFile(part.name);
    });
}

}  // namespace

Result<std::vector<model::Part>> modelParts(const std::string& named, int step) {
    const std::string path = modelPlace(named);
    auto own = partsAt(path);
    if (!own || (step < 0 && hasWeights(*own))) return own;
    const auto folders = checkpointFolders(path);
    if (!folders) return std::unexpected(folders.error());
    if (folders->empty() && step < 0) return own;
    if (folders->empty())
        return refusal(Code::badArgument, "--step", "This folder has no checkpoints.",
                       "Use a folder with folders such as checkpoint-500 or step500.");
    const auto chosen = step < 0 ? std::prev(folders->end()) : folders->find(step);
    if (chosen == folders->end()) {
        std::vector<int> steps;
        for (const auto& [known, folder] : *folders) steps.push_back(known);
        return model::noSuchStep(step, steps);
    }
    auto parts = partsAt(chosen->second.string());
    if (!parts) return parts;
    *parts = model::withShared(std::move(*parts), *own);
    for (const auto& [other, folder] : std::views::reverse(*folders)) {
        if (other == chosen->first) continue;
        const auto others = partsAt(folder.string());
        if (!others) return others;
        *parts = model::withShared(std::move(*parts), *others);
    }
    return parts;
}

}  // namespace hw::cli
