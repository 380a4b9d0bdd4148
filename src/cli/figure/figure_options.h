// SPDX-License-Identifier: MIT
// Options of figure: which one, on what paper, and the fields of a link that no other command has.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// `--view`, `--state`, `--method`, `--out`, `--size`, `--theme`, and the fields of a link by their names. False if the
/// option is none of these.
Result<bool> applyFigure(FigureOptions& figure, std::string_view name, std::string_view value);

/// Rejects what makes no sense with the command.
Result<void> checkFigure(const Options& options);

/// The lines of --help that are generated from tables.
std::string figureNamesHelp();
std::string linkFieldsHelp();

}  // namespace hw::cli
