// SPDX-License-Identifier: MIT
// Options of figure. The figure, its paper, and the fields of a link that no other command has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// `--view`, `--state`, `--method`, `--out`, `--size`, `--width`, `--font-size`, `--dpi`, `--palette`, `--theme`, and the fields of a link by their names.
Result<void> applyFigure(FigureOptions& options, std::string_view name, std::string_view value);

/// `--plain`, `--no-title`, `--no-caption`, `--pdf`, `--png`.
void applyFigureSwitch(FigureRequest& figure, std::string_view name);

/// The output format, by option or by the ending of the file's name.
FigureFile fileOf(const FigureRequest& figure);

/// The names of figures in lines, for the help.
std::string figureNamesHelp();
/// The fields of a link that have no other option.
std::vector<std::string_view> linkFields();

}  // namespace hw::cli
