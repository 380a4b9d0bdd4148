// SPDX-License-Identifier: MIT
#include "cli/batch/results.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/batch/batch.h"
#include "cli/batch/columns.h"
#include "cli/batch/data_set.h"

namespace hw::cli {
namespace {

std::vector<std::string> fileNames(const BatchOptions& options) {
    if (options.summarises) return {"results.jsonl", std::string(dataSetName)};
    switch (options.form) {
        case BatchFormat::jsonl: return {"results.jsonl"};
        case BatchFormat::csv: return {"results.csv"};
        case BatchFormat::npy: break;
    }
    std::vector<std::string> names;
    names.reserve(npyColumns.size() + 2);
    for (const std::string_view column : npyColumns) names.push_back(std::string(column) + ".npy");
    names.emplace_back("values.npy");
    names.emplace_back("examples.jsonl");
    return names;
}

constexpr std::size_t offsetAt = npyColumns.size() - 1;
constexpr std::size_t valuesAt = npyColumns.size();

std::string csvHead(const BatchOptions& options) {
    if (options.correlates) return "file,line,example,importance,method,layer,correlation\r\n";
    const bool oneRow = options.token || specOf(options.method).joinsOutputs;
    return std::string("file,line,example,layer,") + (oneRow ? "" : "query,query_token,") +
           "key,key_token,value\r\n";
}

/// For values.npy. Other files do not depend on it.
bool holdsDoubles(const BatchOptions& options) {
    return options.correlates || options.method == Method::flow ||
           options.method == Method::joint || options.over != Divisor::nothing;
}

}  // namespace

Result<ResultFiles> ResultFiles::open(const std::string& folder, const BatchOptions& options) {
    ResultFiles files;
    files.format_ = options.form;
    files.hasDoubles_ = holdsDoubles(options);
    if (files.format_ == BatchFormat::csv) files.head_ = csvHead(options);
    if (options.summarises) files.head_ = dataSetHead(computedWith(options));
    const std::filesystem::path place = folder;
    for (const std::string& name : fileNames(options)) {
        auto file = GrowingFile::open((place / name).string());
        if (!file) return std::unexpected(file.error());
        files.files_.push_back(std::move(*file));
    }
    return files;
}

std::vector<std::string> ResultFiles::names(const BatchOptions& options) {
    return fileNames(options);
}

std::vector<std::uint64_t> ResultFiles::sizesIn(const std::string& folder,
                                                const BatchOptions& options) {
    const std::filesystem::path place = folder;
    std::vector<std::uint64_t> sizes;
    for (const std::string& name : fileNames(options)) {
        std::error_code missing;
        const auto size = std::filesystem::file_size(place / name, missing);
        sizes.push_back(missing ? 0 : size);
    }
    return sizes;
}

bool ResultFiles::arePossible(const std::vector<std::uint64_t>& sizes,
                              const std::vector<int>& shape, const BatchOptions& options) {
    if (sizes.size() != fileNames(options).size()) return false;
    if (options.form != BatchFormat::npy || options.summarises) return true;
    for (std::size_t i = 0; i < valuesAt; ++i) {
        const bool isColumn = sizes[i] >= npyHeaderSize && (sizes[i] - npyHeaderSize) % 8 == 0;
        if (!isColumn || sizes[i] != sizes[0]) return false;
    }
    const std::uint64_t width = holdsDoubles(options) ? 8 : 4;
    if (sizes[valuesAt] < npyHeaderSize || (sizes[valuesAt] - npyHeaderSize) % width != 0)
        return false;
    // The numbers that the array's head counts.
    std::uint64_t left = (sizes[valuesAt] - npyHeaderSize) / width;
    if (shape.empty()) return true;
    const std::uint64_t examples = (sizes[0] - npyHeaderSize) / 8;
    if (examples == 0 || left % examples != 0) return false;
    left /= examples;
    for (const int size : shape) {
        if (size < 1 || left % static_cast<std::uint64_t>(size) != 0) return false;
        left /= static_cast<std::uint64_t>(size);
    }
    return left == 1;
}

Result<void> ResultFiles::cut(const std::vector<std::uint64_t>& sizes,
                              const std::vector<int>& shape) {
    shape_ = shape;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (auto cut = files_[i].cut(sizes.empty() ? 0 : sizes[i]); !cut) return cut;
    }
    if (sizes.empty() && !head_.empty()) return files_.back().append(head_);
    if (format_ != BatchFormat::npy) return {};
    for (std::size_t i = 0; sizes.empty() && i <= valuesAt; ++i) {
        if (auto done = files_[i].append(std::string(npyHeaderSize, ' ')); !done) return done;
    }
    return writeHeads();
}

Result<void> ResultFiles::writeHeads() {
    headsWritten_ = std::chrono::steady_clock::now();
    const std::uint64_t examples = (files_[0].size() - npyHeaderSize) / 8;
    for (std::size_t i = 0; i < valuesAt; ++i) {
        auto done = files_[i].rewrite(npyHeader("<i8", std::span(&examples, 1), npyHeaderSize));
        if (!done) return done;
    }
    const std::uint64_t count = (files_[valuesAt].size() - npyHeaderSize) / (hasDoubles_ ? 8 : 4);
    std::vector<std::uint64_t> sizes;
    if (shape_.empty()) {
        sizes.push_back(count);
    } else {
        sizes.push_back(examples);
        for (const int size : shape_) sizes.push_back(static_cast<std::uint64_t>(size));
    }
    return files_[valuesAt].rewrite(npyHeader(hasDoubles_ ? "<f8" : "<f4", sizes, npyHeaderSize));
}

Result<void> ResultFiles::add(ExampleOutput rendered) {
    if (rendered.isEmpty) return {};
    if (format_ == BatchFormat::npy) {
        const std::uint64_t bytes = files_[valuesAt].size() - npyHeaderSize;
        rendered.parts[offsetAt] =
            bytesOf(static_cast<std::int64_t>(bytes / (hasDoubles_ ? 8 : 4)));
        const bool isFirst = files_[0].size() == npyHeaderSize;
        if (isFirst) shape_ = rendered.shape;
        if (shape_ != rendered.shape) shape_.clear();
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (auto done = files_[i].append(rendered.parts[i]); !done) return done;
    }
    // Until the next time, the heads on disk have the earlier lengths. A run that goes on writes new heads.
    const bool isTime = std::chrono::steady_clock::now() - headsWritten_ > std::chrono::seconds(1);
    return format_ == BatchFormat::npy && isTime ? writeHeads() : Result<void>{};
}

Result<void> ResultFiles::finish(std::string_view end) {
    if (format_ == BatchFormat::npy) return writeHeads();
    return end.empty() ? Result<void>{} : files_.back().append(end);
}

Result<void> ResultFiles::sync() const {
    for (const GrowingFile& file : files_) {
        if (auto done = file.sync(); !done) return done;
    }
    return {};
}

std::vector<std::uint64_t> ResultFiles::sizes() const {
    std::vector<std::uint64_t> sizes;
    sizes.reserve(files_.size());
    for (const GrowingFile& file : files_) sizes.push_back(file.size());
    return sizes;
}

}  // namespace hw::cli
