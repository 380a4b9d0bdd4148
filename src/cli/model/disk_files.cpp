// SPDX-License-Identifier: MIT
#include "cli/model/disk_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "model/files/shards.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Problem> unreadable(const fs::path& path, const std::string& reason) {
    return std::unexpected(Problem{.code = Code::cannotRead,
                                   .place = path.filename().string(),
                                   .finding = "The file cannot be read: " + reason + ".",
                                   .remedy = "Check the name.",
                                   .byte = {}});
}

constexpr const char* pooling = "1_Pooling/config.json";

struct FileCloser {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
};

class DiskFile : public model::ByteSource {
public:
    DiskFile(fs::path path, std::uint64_t size) : path_(std::move(path)), size_(size) {}
    std::uint64_t size() const override { return size_; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> into) override {
        errno = 0;
        if (!stream_) stream_.reset(std::fopen(path_.string().c_str(), "rb"));
        if (!stream_) return unreadable(path_, std::strerror(errno));
        if (fseeko(stream_.get(), static_cast<off_t>(offset), SEEK_SET) != 0 ||
            std::fread(into.data(), 1, into.size(), stream_.get()) != into.size())
            return unreadable(path_,
                              errno != 0 ? std::strerror(errno) : "it is shorter than it was");
        return {};
    }

private:
    fs::path path_;
    std::uint64_t size_;
    std::unique_ptr<std::FILE, FileCloser> stream_;
};

}  // namespace

Result<std::vector<fs::path>> modelPaths(const std::string& path) {
    std::error_code error;
    std::vector<fs::path> paths;
    const fs::path given(path);
    const bool isFolder = fs::is_directory(given, error);
    // A file of weights is read with the other files of its folder, a GGUF file with its shards only.
    const std::string chosen = isFolder ? std::string() : given.filename().string();
    const bool hasSiblings = isFolder || model::hasWeightEnding(chosen);
    const bool isGguf = given.extension() == ".gguf";
    const auto stem = model::shardName(chosen).stem;
    const auto belongs = [&](const std::string& name) {
        return !isGguf || (!stem.empty() && model::shardName(name).stem == stem);
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
        // The one file in a folder of its own that changes numbers: how a sentence encoder pools.
        std::error_code missing;
        if (!isGguf && fs::is_regular_file(folder / pooling, missing))
            paths.push_back(folder / pooling);
    } else {
        paths.push_back(given);
    }
    if (error) return unreadable(given, error.message());
    return paths;
}

Result<std::vector<model::Part>> modelParts(const std::string& path) {
    const auto paths = modelPaths(path);
    if (!paths) return std::unexpected(paths.error());
    std::error_code error;
    const bool isFolder = fs::is_directory(path, error);
    const std::string chosen = isFolder ? std::string() : fs::path(path).filename().string();
    std::vector<model::Part> parts;
    for (const fs::path& file : *paths) {
        const std::uintmax_t size = fs::file_size(file, error);
        if (error) return unreadable(file, error.message());
        const bool isPooling = file.parent_path().filename() == fs::path(pooling).parent_path();
        const std::string name = file.filename().string();
        parts.push_back({isPooling ? pooling : name, std::make_shared<DiskFile>(file, size),
                         !isPooling && name == chosen});
    }
    // Not read: it is why a folder has no weights.
    const fs::path graph = fs::path(path) / "onnx" / "model.onnx";
    if (isFolder && fs::is_regular_file(graph, error))
        parts.push_back({"onnx/model.onnx", std::make_shared<DiskFile>(graph, 0)});
    return parts;
}

}  // namespace hw::cli
