// SPDX-License-Identifier: MIT
// What goes to standard output and standard error. Tokens and file names come from strangers: what a terminal would
// obey (escape sequences of C0 and C1, changes of direction) reaches none.
#pragma once

#include <string>
#include <string_view>

namespace hw::cli {

/// Of a text with lines: everything but line ends and tabs that moves, hides or turns what a terminal shows, and what is
/// no UTF-8, written as JSON writes it, "\u202e"; so JSON stays the same JSON.
std::string withoutEscapes(std::string_view text);
/// The same on one line: line ends and tabs, too, are written so.
std::string onOneLine(std::string_view text);

/// Writes everything to standard output, to a terminal without escapes. False if that fails (a full disk, a closed pipe).
bool print(const std::string& text);
/// Writes to standard output what the program itself made up, with colours; texts of files in it have gone through onOneLine.
bool printMade(const std::string& text);
/// Whether standard output is a terminal: somebody reads along.
bool printsToTerminal();
/// Writes one line to standard error: "headwaters: " and the text, whatever that holds.
void tell(std::string_view text);
/// Writes to standard error what the program itself made up, as it is.
void draw(std::string_view text);

/// Opens standard input, output and error where whoever called closed them: the next file that is opened would be one of
/// them, and get what is meant for people. False if that fails.
bool openStandardStreams();

}  // namespace hw::cli
