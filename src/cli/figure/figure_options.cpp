// SPDX-License-Identifier: MIT
#include "cli/figure/figure_options.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/setting_options.h"
#include "page/address/view_fields.h"
#include "panels/figures.h"
#include "panels/registry.h"

namespace hw::cli {
namespace {

/// Fields that have options of other names.
constexpr std::array<std::string_view, 8> saidOtherwise{"side",  "layer", "token",    "preset",
                                                        "words", "spans", "segments", "hidden"};

bool isField(const ShareKey& key) {
    return !key.isSetting && key.name != "renormalise" &&
           std::ranges::find(saidOtherwise, key.name) == saidOtherwise.end();
}

std::string names() {
    std::string list;
    for (const Panel panel : every<Panel>()) {
        for (const FigureName& one : specOf(panel).figures)
            list += (list.empty() ? "" : ", ") + std::string(one.name);
    }
    return list;
}

/// "640x400", or "640" with any height, in CSS pixels.
std::optional<FigureSize> sizeOf(std::string_view value) {
    FigureSize size;
    const auto parts = pieces(value, 'x');
    if (parts.empty() || parts.size() > 2) return std::nullopt;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto number = wholeNumber(parts[i], rangeOf("--size"));
        if (!number) return std::nullopt;
        (i == 0 ? size.width : size.height) = *number;
    }
    return size;
}

/// "83mm", "8.3cm", "3.27in", "236pt" in millimetres.
std::optional<float> lengthOf(std::string_view value) {
    constexpr std::pair<std::string_view, double> units[] = {
        {"mm", 1}, {"cm", 10}, {"in", 25.4}, {"pt", 25.4 / 72}};
    for (const auto& [unit, millimetres] : units) {
        if (!value.ends_with(unit)) continue;
        const auto number = decimalNumber(value.substr(0, value.size() - unit.size()));
        if (!number) return std::nullopt;
        const auto length = static_cast<float>(*number * millimetres);
        if (!(length >= figure::narrowestPrint && length <= figure::widestPrint))
            return std::nullopt;
        return length;
    }
    return std::nullopt;
}

/// Words wrapped to the width of the help's second column.
std::string wrapped(std::string_view text) {
    constexpr std::size_t most = 84;
    std::string lines;
    std::size_t length = 0;
    for (const std::string_view word : pieces(text, ' ')) {
        const bool fits = length + 1 + word.size() <= most;
        if (length > 0) lines += fits ? ' ' : '\n';
        length = (length > 0 && fits ? length + 1 : 0) + word.size();
        lines += word;
    }
    return lines;
}

}  // namespace

Result<void> applyFigure(FigureOptions& options, std::string_view name, std::string_view value) {
    FigureRequest& figure = options.figure;
    if (name == "--view") {
        if (figure::findFigure(value) == nullptr)
            return badValue(name, value, "Use one of: " + names() + ".");
        figure.view = value;
    } else if (name == "--state") {
        figure.state = value;
    } else if (name == "--second") {
        if (value.empty() || value == "-") return badValue(name, value, "Name a file.");
        figure.second = value;
    } else if (name == "--out") {
        if (value.empty()) return badValue(name, value, "Name a file.");
        figure.out = value;
    } else if (name == "--size") {
        const auto size = sizeOf(value);
        if (!size) return badValue(name, value, std::string(rangeOf(name).remedy));
        figure.size = *size;
    } else if (name == "--theme") {
        if (value != "light" && value != "dark")
            return badValue(name, value, "Use one of: light, dark.");
        figure.dark = value == "dark";
    } else if (name == "--width") {
        const auto length = lengthOf(value);
        if (!length)
            return badValue(
                name, value,
                "Use a length from 50mm to 1000mm, such as 83mm, 17cm, 3.3in or 236pt.");
        figure.millimetres = *length;
    } else if (name == "--font-size") {
        const auto points = decimalNumber(value, rangeOf(name));
        if (!points) return badValue(name, value, std::string(rangeOf(name).remedy));
        figure.points = static_cast<float>(*points);
    } else if (name == "--dpi") {
        const auto dots = wholeNumber(value, rangeOf(name));
        if (!dots) return badValue(name, value, std::string(rangeOf(name).remedy));
        figure.dotsPerInch = *dots;
        if (!figure.file) figure.file = FigureFile::png;
    } else if (name == "--palette") {
        const auto palette = fromName<figure::Palette>(value);
        if (!palette) return badValue(name, value, "Use one of: own, safe, grey.");
        figure.palette = std::to_underlying(*palette);
    } else {
        figure.fields.emplace_back(name.substr(2), value);
    }
    return {};
}

FigureFile fileOf(const FigureRequest& figure) {
    if (figure.file) return *figure.file;
    if (figure.out.ends_with(".pdf")) return FigureFile::pdf;
    if (figure.out.ends_with(".png")) return FigureFile::png;
    return FigureFile::svg;
}

void applyFigureSwitch(FigureRequest& figure, std::string_view name) {
    if (name == "--plain") figure.hasTitle = figure.hasCaption = false;
    if (name == "--no-title") figure.hasTitle = false;
    if (name == "--no-caption") figure.hasCaption = false;
    if (name == "--pdf") figure.file = FigureFile::pdf;
    if (name == "--png") figure.file = FigureFile::png;
}

std::string figureNamesHelp() { return wrapped(names()); }

std::vector<std::string_view> linkFields() {
    std::vector<std::string_view> fields;
    for (const ShareKey& key : shareKeys())
        if (isField(key) && key.name != "scale")  // "--scale" is a setting
            fields.push_back(key.name);
    return fields;
}

}  // namespace hw::cli
