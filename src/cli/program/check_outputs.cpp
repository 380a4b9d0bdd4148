// SPDX-License-Identifier: MIT
#include "cli/program/check_outputs.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "cli/batch/data_set.h"
#include "cli/batch/folder.h"
#include "cli/batch/source.h"
#include "cli/commands.h"
#include "cli/model/disk_files.h"
#include "cli/output/atomic_file.h"
#include "cli/setting_options.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

/// The maximum depth of files in a model's folder, 1_Pooling/config.json.
constexpr int deepest = 3;

/// The files that a command writes. Those of a folder are named even if this run does not make them.
std::vector<std::string> outputsOf(const CommandOptions& options) {
    if (const auto* const one = partOf<OutOptions>(options)) return {one->out};
    if (const auto* const drawn = partOf<FigureOptions>(options)) return {drawn->figure.out};
    std::vector<std::string> names{std::string(dataSetName), std::string(joinedName)};
    if (const auto* const all = partOf<BatchOptions>(options)) names = ownNames(*all);
    const auto* const folder = partOf<FolderOptions>(options);
    if (folder == nullptr || folder->out.empty()) return {};
    for (std::string& name : names) name = (fs::path(folder->out) / name).string();
    return names;
}

/// Finds the output that is an input.
class Search {
public:
    Search(const std::vector<std::string>& outputs, std::string folder)
        : folder_(std::move(folder)) {
        for (const std::string& output : outputs)
            if (const auto id = fileId(output)) there_.push_back({*id, output});
        folderId_ = folder_.empty() ? std::nullopt : fileId(folder_);
    }

    /// A file, or `-` for standard input.
    void file(const std::string& path) { compare(fileId(path)); }

    /// A folder with everything in it, except the folder of results.
    void folder(const fs::path& path, int depth = 0) {
        const auto id = fileId(path.string());
        if (depth == 0 && id && id == folderId_) isFolder_ = true;
        if (there_.empty() || isFound() || (id && id == folderId_)) return;
        std::error_code failed;
        fs::directory_iterator entries(path, failed);
        for (; !failed && entries != fs::directory_iterator(); entries.increment(failed)) {
            std::error_code unknown;
            if (entries->is_directory(unknown)) {
                if (depth + 1 < deepest) folder(entries->path(), depth + 1);
            } else {
                compare(fileId(entries->path().string()));
            }
        }
    }

    /// Everything in a model's folder, or one file of it and the files that are read with it.
    void model(const std::string& path) {
        std::error_code unknown;
        if (fs::is_directory(path, unknown)) {
            folder(path);
            return;
        }
        file(path);
        const auto files = modelPaths(path);
        for (const fs::path& each : files.value_or(std::vector<fs::path>{})) file(each.string());
    }

    /// No output exists yet, so nothing can be overwritten.
    bool isIdle() const { return there_.empty(); }
    bool isFolder() const { return isFolder_; }
    bool isFound() const { return found_ != nullptr; }
    const std::string& found() const { return *found_; }

private:
    void compare(const std::optional<FileId>& id) {
        if (!id || isFound()) return;
        const auto same = std::ranges::find(there_, *id, &Output::id);
        if (same != there_.end()) found_ = &same->path;
    }

    struct Output {
        FileId id;
        std::string path;
    };
    std::vector<Output> there_;
    std::string folder_;
    std::optional<FileId> folderId_;
    const std::string* found_ = nullptr;
    bool isFolder_ = false;
};

void addFiles(Search& search, const FolderOptions& options, const BatchOptions* batch) {
    for (const std::string& file : options.files) {
        // Files in batch's folders are compared when they are listed. The list skips the folder of results.
        std::error_code unknown;
        if (!fs::is_directory(file, unknown))
            search.file(file);
        else if (batch == nullptr || isSameFile(file, options.out))
            search.folder(file);
    }
    if (batch != nullptr && !search.isIdle())
        for (const std::string& picture : listedPictures(*batch)) search.file(picture);
}

void addInputs(Search& search, const CommandOptions& options) {
    const auto* const folder = partOf<FolderOptions>(options);
    if (folder != nullptr) addFiles(search, *folder, partOf<BatchOptions>(options));
    const auto* const input = partOf<InputOptions>(options);
    if (input == nullptr) return;
    if (folder == nullptr && partOf<InfoOptions>(options) == nullptr)
        search.model(options.file);
    else if (folder == nullptr && !isLink(options.file))
        search.file(options.file);
    if (!input->model.model.empty()) search.model(input->model.model);
    for (const std::string& image : input->model.images) search.file(image);
    if (!input->model.sound.empty()) search.file(input->model.sound);
    if (const auto* const drawn = partOf<FigureOptions>(options);
        drawn != nullptr && !drawn->figure.second.empty())
        search.file(drawn->figure.second);
    if (const auto* const circuit = partOf<CircuitOptions>(options)) search.file(circuit->pairs);
    for (const std::string& file : input->namedFiles) search.file(file);
}

}  // namespace

Result<void> checkOutputs(const CommandOptions& options) {
    std::vector<std::string> outputs = outputsOf(options);
    std::erase(outputs, std::string());
    if (outputs.empty()) return {};
    const auto* const results = partOf<FolderOptions>(options);
    const std::string folder = results == nullptr ? std::string() : results->out;
    Search search(outputs, folder);
    addInputs(search, options);
    if (search.isFolder())
        return usage("The output folder is also an input: " + folder + ".",
                     "Name another folder with --out. It may be inside this one.");
    if (search.isFound() && results != nullptr)
        return usage("The results would overwrite an input: " + search.found() + ".",
                     "Name another folder with --out.");
    if (search.isFound())
        return usage("--out is also an input: " + search.found() + ".", "Name another file.");
    if (!folder.empty())
        if (auto good = checkFolder(folder); !good) return good;
    for (const std::string& output : outputs)
        if (auto good = checkOutput(output); !good) return good;
    return {};
}

}  // namespace hw::cli
