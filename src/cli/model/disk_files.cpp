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

Result<std::vector<model::Part>> modelParts(const std::string& path) {
    std::error_code error;
    std::vector<fs::path> paths;
    if (fs::is_directory(path, error)) {
        for (fs::directory_iterator at(path, error), end; !error && at != end;
             at.increment(error)) {
            std::error_code ignored;
            if (at->is_regular_file(ignored)) paths.push_back(at->path());
        }
        std::ranges::sort(paths);
        // The one file in a folder of its own that changes numbers: how a sentence encoder pools.
        std::error_code missing;
        if (fs::is_regular_file(fs::path(path) / pooling, missing))
            paths.push_back(fs::path(path) / pooling);
    } else {
        paths.emplace_back(path);
    }
    if (error) return unreadable(path, error.message());
    std::vector<model::Part> parts;
    for (const fs::path& file : paths) {
        const std::uintmax_t size = fs::file_size(file, error);
        if (error) return unreadable(file, error.message());
        const bool isPooling = file.parent_path().filename() == fs::path(pooling).parent_path();
        parts.push_back({isPooling ? pooling : file.filename().string(),
                         std::make_shared<DiskFile>(file, size)});
    }
    return parts;
}

}  // namespace hw::cli
