// SPDX-License-Identifier: MIT
#include "cli/batch/folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/batch/experiment/experiment_table.h"
#include "cli/batch/input/input_files.h"
#include "cli/batch/results.h"
#include "cli/batch/why/why_table.h"
#include "cli/output/atomic_file.h"
#include "core/refusal.h"

namespace hw::cli {
namespace {

/// Makes the folder if it does not exist. Error: cannotRead.
Result<void> prepareFolder(const std::string& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) {
        return refusal(Code::cannotRead, {},
                       "The folder can't be created: " + failure.message() + ".",
                       "Check its name and permissions.");
    }
    return {};
}

Problem holdsOthers() {
    return {.code = Code::badArgument,
            .place = {},
            .finding = "The folder has results but no record.jsonl.",
            .remedy = "Name an empty or new folder.",
            .byte = {}};
}

constexpr const char* recordName = "record.jsonl";

}  // namespace

std::vector<std::string> ownNames(const BatchOptions& options) {
    std::vector<std::string> names = ResultFiles::names(options);
    for (const char* const other : {"record.jsonl", "failed.jsonl", "warnings.jsonl", "sums.json"})
        names.emplace_back(other);
    if (options.experiments)
        for (const std::string_view name : experimentNames) names.emplace_back(name);
    if (options.asksWhy)
        for (const std::string_view name : whyNames) names.emplace_back(name);
    return names;
}

Result<Record> takeFolder(const std::string& out, const BatchOptions& options) {
    if (auto good = prepareFolder(out); !good) return std::unexpected(good.error());
    const auto hasResults = [&] {
        return std::ranges::any_of(ownNames(options), [&](const std::string& name) {
            return name != recordName && sizeOfFile(std::filesystem::path(out) / name) > 0;
        });
    };
    // Before a record is made in a folder with other files, and again once the lock keeps other processes out.
    std::error_code unknown;
    if (!std::filesystem::exists(out + '/' + recordName, unknown) && hasResults())
        return std::unexpected(holdsOthers());
    auto record = Record::hold(out);
    if (record && record->isNew() && hasResults()) return std::unexpected(holdsOthers());
    return record;
}

Result<void> syncNames(const std::string& folder) {
    if (syncFolder(folder)) return {};
    return refusal(Code::cannotRead, {},
                   std::string("The folder can't be synced to disk: ") + std::strerror(errno) + ".",
                   "Check that its disk is connected.");
}

}  // namespace hw::cli
