// SPDX-License-Identifier: MIT
#include "cli/model/checkpoint_folders.h"

#include <algorithm>
#include <system_error>

#include "cli/model/disk_files.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "model/files/shards.h"
#include "model/steps/step_name.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

bool hasWeights(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (model::hasWeightEnding(name) && !model::isHelperFile(name)) return true;
    }
    return false;
}

}  // namespace

Result<std::map<int, fs::path>> checkpointFolders(const fs::path& folder) {
    std::map<int, fs::path> found;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        const fs::path& path = at->path();
        const auto step = model::stepNamed(path.filename().string());
        if (!step || !at->is_directory(ignored) || !hasWeights(path)) continue;
        const auto [other, isNew] = found.emplace(*step, path);
        if (!isNew)
            return refusal(Code::badArgument, folder.filename().string(),
                           other->second.filename().string() + " and " + path.filename().string() +
                               " are both step " + numberText(*step) + ".",
                           "Move one of them to another folder.");
    }
    return found;
}

}  // namespace hw::cli
