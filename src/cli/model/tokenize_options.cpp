// SPDX-License-Identifier: MIT
#include "cli/model/tokenize_options.h"

#include "cli/setting_options.h"

namespace hw::cli {

bool applyTokenize(Options& options, std::string_view name, std::string_view value) {
    if (name != "--texts") return false;
    options.texts = value;
    return true;
}

Result<void> checkTokenize(const Options& options) {
    if (options.command != Command::tokenize) {
        if (!options.texts.empty()) return usage("--texts belongs to tokenize.");
        return {};
    }
    if (options.texts.empty())
        return usage("No texts are given.",
                     "Add --texts FILE, a JSON list, or --texts - for standard input.");
    if (options.format != Format::text)
        return usage("tokenize writes lines of JSON.", "Remove --format.");
    return {};
}

}  // namespace hw::cli
