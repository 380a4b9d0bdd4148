// SPDX-License-Identifier: MIT
#include "cli/batch/input/progress.h"

#include <algorithm>
#include <cmath>

#include "cli/output/terminal.h"
#include "cli/system/posix.h"
#include "core/number_text.h"

namespace hw::cli {
namespace {

std::string fixed1(double value) {
    const auto tenths = static_cast<std::uint64_t>(std::llround(value * 10));
    return numberText(tenths / 10) + '.' + numberText(tenths % 10);
}

std::string duration(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    if (whole < 100) return numberText(whole) + " s";
    const std::uint64_t minutes = (whole + 59) / 60;
    if (minutes < 100) return numberText(minutes) + " min";
    return numberText(minutes / 60) + " h " + numberText(minutes % 60) + " min";
}

}  // namespace

std::string progressLine(double seconds, std::optional<std::uint64_t> total, std::uint64_t taken,
                         std::uint64_t skipped, std::uint64_t examples, std::uint64_t failed) {
    std::string line;
    if (total && *total > 0) {
        const std::uint64_t share = 100 * std::min(taken, *total) / *total;
        line += numberText(share) + " %, ";
    }
    line += numberText(examples) + (examples == 1 ? " example" : " examples");
    if (failed > 0) line += ", " + numberText(failed) + " not usable";
    if (seconds > 0 && examples > 0)
        line += ", " + fixed1(static_cast<double>(examples) / seconds) + " a second";
    if (total && taken > skipped) {
        const auto left = static_cast<double>(*total - std::min(taken, *total));
        line += ", " + duration(seconds * left / static_cast<double>(taken - skipped)) + " left";
    }
    return line;
}

Progress::Progress(std::optional<std::uint64_t> total, bool isShown)
    : total_(total), isShown_(isShown) {}

void Progress::show(std::uint64_t taken, std::uint64_t skipped, std::uint64_t examples,
                    std::uint64_t failed) {
    if (!isShown_) return;
    const auto now = Clock::now();
    if (isDrawn_ && now - drawn_ < std::chrono::milliseconds(200)) return;
    drawn_ = now;
    isDrawn_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    draw("\r\x1b[K" + progressLine(seconds, total_, taken, skipped, examples, failed));
}

void Progress::clear() {
    if (isDrawn_) draw("\r\x1b[K");
    isDrawn_ = false;
}

bool showsProgress() { return ::isatty(STDERR_FILENO) != 0; }

}  // namespace hw::cli
