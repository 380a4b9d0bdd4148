// SPDX-License-Identifier: MIT
// Writes to standard output and standard error. Tokens and file names come from strangers. Escape sequences (C0 and C1)
// and changes of direction in them never reach a terminal.
#pragma once

#include <string>
#include <string_view>

namespace hw::cli {

/// Escapes a text with lines, except line ends and tabs. Characters that move, hide or reverse the terminal's text, and
/// invalid UTF-8, are written as in JSON, "\u202e". JSON keeps its meaning.
std::string withoutEscapes(std::string_view text);
/// The same on one line, with line ends and tabs escaped, too.
std::string onOneLine(std::string_view text);

/// Writes everything to standard output, without escape sequences if it is a terminal. False if that fails (a full
/// disk, a closed pipe).
bool print(const std::string& text);
/// Writes the program's own text to standard output, with colours. Texts of files in it have gone through onOneLine.
bool printMade(const std::string& text);
/// Whether standard output is a terminal.
bool printsToTerminal();
/// Writes one line to standard error, "headwaters: " and the escaped text.
void tell(std::string_view text);
/// Writes the program's own text to standard error, unchanged.
void draw(std::string_view text);

/// Opens standard input, output and error if the caller closed them. Otherwise the next opened file would get their
/// number, and messages for people would go into it. False if that fails.
bool openStandardStreams();

}  // namespace hw::cli
