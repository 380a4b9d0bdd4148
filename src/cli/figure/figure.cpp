// SPDX-License-Identifier: MIT
// The page's figures, drawn by the page's program without a window. State, questions and writer are the same.
#include "cli/figure/figure.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/figure/figure_options.h"
#include "cli/figure/text_width.h"
#include "cli/figure/windowless.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/setting_options.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/program_name.h"
#include "core/refusal.h"
#include "core/tokens/token_text.h"
#include "page/address/address.h"
#include "panels/figure_names.h"
#include "panels/figures.h"
#include "panels/registry.h"
#include "paper/pdf.h"
#include "paper/pixels.h"
#include "paper/svg_reader.h"
#include "paper/type/own_fonts.h"
#include "protocol/field_text.h"

namespace hw::cli {
namespace {

/// Adds a warning about missing characters and pictures.
void noteMissing(const std::set<char32_t>& missing, int pictures, std::vector<Problem>& warnings) {
    const auto warn = [&](std::string finding, std::string remedy) {
        warnings.push_back({.code = Code::badArgument,
                            .place = {},
                            .finding = std::move(finding),
                            .remedy = std::move(remedy),
                            .byte = {}});
    };
    if (!missing.empty()) {
        std::string list;
        int left = 8;
        for (const char32_t c : missing) {
            if (left-- == 0) break;
            char code[16];
            std::snprintf(code, sizeof code, "U+%04X", static_cast<unsigned>(c));
            list += (list.empty() ? "" : ", ") + std::string(code);
        }
        if (missing.size() > 8) list += ", ...";
        warn("The program's fonts lack " + list + ", drawn as boxes.",
             "Export the figure from the page, which uses your computer's fonts.");
    }
    if (pictures > 0)
        warn("A picture in the figure is missing.",
             "Use an 8-bit PNG without interlacing, or export the figure from the page.");
}

/// A figure in the requested file format, with the program's own fonts. SVG is returned unchanged. Warnings list
/// characters that no font has, and pictures that were not read. Errors: tooLarge for a PNG beyond 268 million pixels.
Result<std::string> onPaper(std::string_view svg, FigureFile file, int dotsPerInch,
                            std::vector<Problem>& warnings) {
    if (file == FigureFile::svg) return std::string(svg);
    const auto fonts = paper::ownFonts();
    if (!fonts) return std::unexpected(fonts.error());
    const auto drawing = paper::readSvg(svg);
    if (!drawing) return std::unexpected(drawing.error());
    if (file == FigureFile::pdf) {
        paper::Pdf pdf = paper::writePdf(*drawing, *fonts, programName());
        noteMissing(pdf.missing, pdf.picturesLeftOut, warnings);
        return std::move(pdf.bytes);
    }
    auto png = paper::drawPng(*drawing, *fonts, dotsPerInch);
    if (!png) return std::unexpected(png.error());
    noteMissing(png->missing, png->picturesLeftOut, warnings);
    return std::move(png->bytes);
}

void add(std::string& fields, std::string_view key, std::string_view value) {
    if (!fields.empty()) fields += '&';
    fields += fieldText(key, value);
}

/// The part after the `#` of a whole URL, or the text itself if it is only fields.
std::string_view fragmentOf(std::string_view text) {
    const std::size_t hash = text.find('#');
    return hash == std::string_view::npos ? text : text.substr(hash + 1);
}

bool isOfSecond(std::string_view pair) { return pair.starts_with("second"); }

bool namesSecond(std::string_view fields) {
    while (!fields.empty()) {
        if (isOfSecond(takeUntil(fields, '&'))) return true;
    }
    return false;
}

/// A link's fields without its second file, which this program does not fetch.
std::string withoutSecond(std::string_view fields) {
    std::string kept;
    while (!fields.empty()) {
        const std::string_view pair = takeUntil(fields, '&');
        if (isOfSecond(pair)) continue;
        if (!kept.empty()) kept += '&';
        kept += pair;
    }
    return kept;
}

/// The name of a file in captions and messages.
std::string shortName(std::string_view path) {
    if (path == "-") return "standard input";
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return std::string(path.substr(path.find_last_of('/') + 1));
}

std::string fileName(const FigureOptions& options) {
    return shortName(options.model.model.empty() ? options.file : options.model.model);
}

/// Adds a warning if a link names a second file and no option gives one.
void noteSecond(const FigureOptions& options, std::vector<Problem>& warnings) {
    if (!options.figure.second.empty()) return;
    const bool isNamed = (isLink(options.file) && namesSecond(fragmentOf(options.file))) ||
                         namesSecond(fragmentOf(options.figure.state));
    if (!isNamed) return;
    warnings.push_back({.code = Code::badArgument,
                        .place = {},
                        .finding = "The link's second file was not downloaded.",
                        .remedy = "Save it and add --second FILE.",
                        .byte = {}});
}

/// Opens the file to compare with, as if it had been open before.
Result<void> openSecond(Windowless& page, const FigureOptions& options) {
    const std::string& second = options.figure.second;
    if (second.empty()) return {};
    const Feed feed = [&](const Take& take) { return readFile(second, [](auto) {}, take); };
    auto opened =
        page.open(GiveFile{1, shortName(second), options.reading}, feed, shortName(second));
    if (opened) return {};
    Problem problem = std::move(opened.error());
    problem.place = "second file " + second + (problem.place.empty() ? "" : ", ") + problem.place;
    return std::unexpected(std::move(problem));
}

/// The command that opens the data. If a link gives the data's URL, the figure's caption shows it.
hw::Command opening(const FigureOptions& options) {
    if (isLink(options.file)) return OpenSource{{}, withoutSecond(fragmentOf(options.file))};
    const Share share = parseShare(fragmentOf(options.figure.state));
    const DataSource::Kind kind = share.source.kind;
    if (kind == DataSource::Kind::none || kind == DataSource::Kind::local ||
        kind == DataSource::Kind::data)
        return GiveFile{1, fileName(options), options.reading};
    DataSource source = share.source;
    if (source.options == OpenOptions{}) source.options = options.reading;
    return OpenSource{source, {}};
}

/// The fields that do not depend on the data's tokens.
std::string plainFields(const FigureOptions& options) {
    std::string fields;
    if (options.part) add(fields, "side", nameOf(static_cast<Side>(*options.part)));
    if (options.layer) add(fields, "layer", numberText(*options.layer + 1));
    if (options.words) add(fields, "words", "on");
    if (!options.spans.empty()) add(fields, "spans", spansText(options.spans));
    if (options.segments) {
        constexpr std::string_view texts[] = {"a", "b"};
        add(fields, "segments",
            std::string(texts[options.segments->queries]) + '-' +
                std::string(texts[options.segments->keys]));
    }
    if (options.renormalise) add(fields, "renormalise", "on");
    for (const auto& [key, value] : options.figure.fields) add(fields, key, value);
    return fields;
}

Result<void> addToken(std::string& fields, const FigureOptions& options, const AppState& state) {
    if (!options.token) return {};
    auto choice = chooseTokens(*options.token, state.queryTokens());
    if (!choice) return std::unexpected(std::move(choice.error()));
    if (choice->join == OutputJoin::sum)
        add(fields, "token", listText(choice->tokens));
    else
        add(fields, "token", nameOf(choice->join));
    return {};
}

Result<void> addHidden(std::string& fields, const FigureOptions& options, const AppState& state) {
    if (!state.document) return {};
    std::vector<int> hidden;
    const std::vector<std::string>& tokens = state.keyTokens();
    for (const std::string& wanted : options.exclude) {
        if (wanted == "special") {
            const auto special = hw::specialTokens(tokens, state.document->current.specialTokens);
            for (std::size_t i = 0; i < special.size(); ++i) {
                if (special[i]) hidden.push_back(static_cast<int>(i));
            }
            continue;
        }
        auto choice = chooseTokens({OutputJoin::sum, {wanted}}, tokens);
        if (!choice) return std::unexpected(std::move(choice.error()));
        hidden.insert(hidden.end(), choice->tokens.begin(), choice->tokens.end());
    }
    std::ranges::sort(hidden);
    hidden.erase(std::unique(hidden.begin(), hidden.end()), hidden.end());
    if (!options.exclude.empty()) add(fields, "hidden", listText(hidden));
    return {};
}

/// The settings of the options, over those of a link.
Result<void> applySettings(Windowless& page, const FigureOptions& options) {
    if (options.figure.settings.empty()) return {};
    Settings wanted = page.state().view.settings;
    for (const auto& [name, value] : options.figure.settings) {
        if (name == "--preset") {
            if (auto good = applyPreset(wanted, value); !good) return good;
        } else if (auto good = applySetting(wanted, name, value); !good) {
            return std::unexpected(std::move(good.error()));
        }
    }
    if (auto good = page.run(Set{&ViewState::settings, wanted}); !good) return good;
    std::string unfit;
    forEachSetting([&](const auto& field) {
        if (page.state().view.settings.*field.member != wanted.*field.member) unfit = field.key;
    });
    if (unfit.empty()) return {};
    return refusal(Code::badArgument, {}, "The setting " + unfit + " doesn't fit this file.",
                   "See headwaters info for its layers and heads.");
}

/// Sets the view of the data from link and options.
Result<void> look(Windowless& page, const FigureOptions& options) {
    const std::string linked = fieldsText(parseShare(fragmentOf(options.figure.state)));
    if (!linked.empty()) {
        // As with a URL, missing fields take their defaults, whatever settings the file was saved with.
        if (auto good = page.run(ApplyFields{linked, true}); !good) return good;
    }
    if (options.isExampleGiven) {
        if (auto good = page.run(ApplyFields{fieldText("example", numberText(options.example))});
            !good)
            return good;
    }
    // The part decides which tokens there are, so it comes before them.
    if (auto good = page.run(ApplyFields{plainFields(options)}); !good) return good;
    std::string tokens;
    if (auto good = addToken(tokens, options, page.state()); !good) return good;
    if (auto good = addHidden(tokens, options, page.state()); !good) return good;
    if (!tokens.empty()) {
        if (auto good = page.run(ApplyFields{tokens}); !good) return good;
    }
    if (auto good = applySettings(page, options); !good) return good;
    // Comes last, since opened terms close when another place or setting is chosen.
    const auto& given = options.figure.fields;
    const auto terms =
        std::ranges::find(given, "terms", &std::pair<std::string, std::string>::first);
    return terms == given.end() ? Result<void>()
                                : page.run(ApplyFields{fieldText(terms->first, terms->second)});
}

/// The requested figure, or the one of a link's view. Default: the bars.
Result<std::string> chosenFigure(const AppState& state, const FigureRequest& wanted) {
    std::string name = wanted.view;
    if (name.empty()) {
        const auto& figures = specOf(state.view.panel).figures;
        name = figures.empty() ? "bars" : figures.front().name;
    }
    if (figure::hasFigure(state, name)) return name;
    std::string list;
    for (const std::string& one : figure::figureNames(state))
        list += (list.empty() ? "" : ", ") + one;
    return refusal(Code::badShape, {}, "This file has no figure \"" + name + "\".",
                   "Use one of: " + list + ".");
}

}  // namespace

Result<std::string> figureText(const FigureOptions& options, std::string_view given,
                               std::vector<Problem>& warnings) {
    Windowless page(options.memoryBytes);
    if (auto good = openSecond(page, options); !good)
        return std::unexpected(std::move(good.error()));
    noteSecond(options, warnings);
    const Feed feed = [&](const Take& take) -> Result<void> {
        if (!given.empty()) return take(std::as_bytes(std::span(given)));
        if (isLink(options.file)) return take(std::as_bytes(std::span(options.file)));
        return readFile(options.file, [](auto) {}, take);
    };
    if (auto good = page.open(opening(options), feed, fileName(options)); !good)
        return std::unexpected(std::move(good.error()));
    for (const Message& message : page.state().messages) warnings.push_back(message.problem);
    for (const std::string& part : parseShare(fragmentOf(options.figure.state)).dropped) {
        warnings.push_back({.code = Code::badArgument,
                            .place = {},
                            .finding = "This part of the link is unknown: " + part + ".",
                            .remedy = "It was ignored.",
                            .byte = {}});
    }
    if (auto good = look(page, options); !good) return std::unexpected(std::move(good.error()));
    const auto name = chosenFigure(page.state(), options.figure);
    if (!name) return std::unexpected(name.error());
    if (auto good = page.prepare(*name); !good) return std::unexpected(std::move(good.error()));
    const FigureRequest& wanted = options.figure;
    const figure::FigureForm form{
        .hasTitle = wanted.hasTitle,
        .hasCaption = wanted.hasCaption,
        .paper = wanted.dark ? figure::Paper::dark : figure::Paper::white,
        .size = {static_cast<float>(wanted.size.width), static_cast<float>(wanted.size.height)},
        .print = {wanted.millimetres, wanted.points.value_or(figure::PrintForm{}.points)},
        .palette = static_cast<figure::Palette>(wanted.palette)};
    const std::string svg =
        figure::figureSvg(page.state(), page.session().results(), *name, textWidth, form);
    return onPaper(svg, fileOf(wanted), wanted.dotsPerInch, warnings);
}

}  // namespace hw::cli
