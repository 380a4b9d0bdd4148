// SPDX-License-Identifier: MIT
#include "view/faithfulness_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hw {
namespace {

constexpr float titleHeight = 34;
constexpr float nameWidth = 72;
constexpr float headHeight = 24;
constexpr float scoreHeight = 28;
constexpr float blockGap = 26;
constexpr float narrowestPlot = 236;
constexpr float widestPlot = 400;
constexpr Method shownMethods[] = {Method::raw, Method::rollout, Method::flow};
constexpr const char* methodWord[] = {"raw", "rollout", "flow"};

/// ".62", "−.06", "1": two decimals as the paper's tables have them.
std::string shortNumber(double value) {
    if (std::isnan(value)) return "–";
    char text[16];
    std::snprintf(text, sizeof text, "%.2f", std::abs(value));
    std::string digits(text[0] == '0' ? text + 1 : text);
    return (value < -0.005 ? "−" : "") + digits;
}

ImU32 lineColour(const Theme& theme, std::size_t method) {
    if (method == 0) return theme.muted;
    return method == 1 ? theme.quantity : theme.ink;
}

struct Block {
    bool beside = false;  ///< the plot stands at the right of the table
    float cellWidth = 0;
    float plotWidth = 0;
    float rowHeight = 0;
    float height = 0;
    float tableWidth(int layers) const { return nameWidth + cellWidth * static_cast<float>(layers); }
};

Block blockFor(const FaithfulnessModel& model, float width) {
    Block block;
    block.beside = width > 640;
    block.rowHeight = model.overAll ? 42.0F : 28.0F;
    const float room = block.beside ? width - narrowestPlot - 48 : width;
    const auto layers = static_cast<float>(std::max(model.layers, 1));
    block.cellWidth = std::min((room - nameWidth) / layers, 64.0F);
    block.plotWidth = block.beside ? std::min(width - block.tableWidth(model.layers) - 48, widestPlot)
                                   : width;
    const float table = headHeight + 3 * block.rowHeight;
    block.height = scoreHeight + (block.beside ? std::max(table, 128.0F) : table + 16 + 128.0F);
    return block;
}

void drawCell(const Pen& pen, const FaithfulnessModel& model, const FaithfulnessCell& cell,
              const Rect& box) {
    const bool spread = model.overAll;
    const float middle = box.y + (spread ? box.h * 0.34F : box.h / 2);
    const float x = box.x + box.w / 2;
    ImFont* face = fonts().mono;
    const std::string text = shortNumber(cell.mean);
    const ImU32 ink = cell.best ? pen.theme.ink : pen.theme.muted;
    if (cell.best) {
        const float width = wordWidth(face, type::number, text) + 12;
        pen.list->AddRectFilled({x - width / 2, middle - 10}, {x + width / 2, middle + 10},
                                faded(pen.theme.quantity, pen.theme.dark ? 0.34F : 0.16F), 3);
    }
    textLine(pen, face, type::number, x, middle, ink, text, Align::centre);
    if (spread && !std::isnan(cell.deviation)) {
        textLine(pen, face, 10.5F, x, middle + 17, pen.theme.muted, "±" + shortNumber(cell.deviation),
                 Align::centre);
    }
}

std::string exactText(const FaithfulnessModel& model, std::size_t method, int layer,
                      const FaithfulnessCell& cell) {
    char text[160];
    std::string out = std::string(methodWord[method]) + ", layer " + std::to_string(layer + 1);
    if (std::isnan(cell.mean)) return out + "\nno correlation";
    std::snprintf(text, sizeof text, "\n%.6f", cell.mean);
    out += text;
    if (!model.overAll) return out;
    std::snprintf(text, sizeof text, " ± %.6f\n%d examples, %d constant", cell.deviation,
                  cell.examples, cell.constant);
    return out + text;
}

void drawTable(const Pen& pen, const FaithfulnessModel& model, const FaithfulnessTable& table,
               const Block& block, const Rect& area, Commands& commands) {
    const int layers = model.layers;
    // A number needs 34 pixels; models of many layers show every second or third.
    const float cellWidth = block.cellWidth;
    const int every = std::max(1, static_cast<int>(std::ceil(34.0F / cellWidth)));
    const auto left = [&](int layer) {
        return area.x + nameWidth + cellWidth * static_cast<float>(layer);
    };
    const auto shows = [&](int layer) {
        const bool crowded = layer != model.layer && std::abs(layer - model.layer) < every;
        return every == 1 || layer == model.layer || (layer % every == 0 && !crowded);
    };
    hline(pen, area.x, left(layers), area.y + headHeight, pen.theme.rule);
    for (int layer = 0; layer < layers; ++layer) {
        if (!shows(layer)) continue;
        const bool here = layer == model.layer;
        textLine(pen, here ? fonts().semibold : fonts().text, type::label,
                 left(layer) + cellWidth / 2, area.y + headHeight / 2,
                 here ? pen.theme.selection : pen.theme.muted, std::to_string(layer + 1),
                 Align::centre);
    }
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const float y = area.y + headHeight + 2 + block.rowHeight * static_cast<float>(method);
        const bool here = shownMethods[method] == model.method;
        textLine(pen, here ? fonts().semibold : fonts().text, type::small, area.x,
                 y + (model.overAll ? block.rowHeight * 0.34F : block.rowHeight / 2), pen.theme.ink,
                 methodWord[method]);
        for (int layer = 0; layer < layers; ++layer) {
            if (!shows(layer)) continue;
            const FaithfulnessCell& cell = table.methods[method][static_cast<std::size_t>(layer)];
            const Rect box{left(layer), y, cellWidth, block.rowHeight};
            ImGui::PushID(static_cast<int>(method) * 1000 + layer);
            const Hit hit = hitArea("cell", {left(layer), y, cellWidth * static_cast<float>(every),
                                             block.rowHeight});
            ImGui::PopID();
            drawCell(pen, model, cell, box);
            if (hit.hovered) {
                ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
                commands.push_back(SetHover{{-1, -1, layer}});
                tooltip(pen, exactText(model, method, layer, cell));
            }
            if (hit.clicked) {
                commands.push_back(SetMethod{shownMethods[method]});
                commands.push_back(SetLayer{layer});
            }
        }
    }
}

/// The range that a plot needs, in steps of a quarter; 0 is always in it.
struct Range {
    float low = 0;
    float high = 1;
    float at(const Rect& plot, double value) const {
        const float share = (static_cast<float>(value) - low) / (high - low);
        return plot.bottom() - plot.h * share;
    }
};

Range rangeOf(const FaithfulnessTable& table) {
    double low = 0;
    double high = 0.5;
    for (const auto& row : table.methods) {
        for (const FaithfulnessCell& cell : row) {
            if (std::isnan(cell.mean)) continue;
            low = std::min(low, cell.mean);
            high = std::max(high, cell.mean);
        }
    }
    return {static_cast<float>(std::floor(low * 4) / 4), static_cast<float>(std::ceil(high * 4) / 4)};
}

/// Names at the lines' ends, pushed apart where they would touch.
void drawLineNames(const Pen& pen, const FaithfulnessTable& table, const Range& range,
                   const Rect& plot) {
    struct Name { std::size_t method; float y; };
    std::vector<Name> names;
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const auto& row = table.methods[method];
        const auto last = std::find_if(row.rbegin(), row.rend(), [](const FaithfulnessCell& cell) {
            return !std::isnan(cell.mean);
        });
        if (last != row.rend()) names.push_back({method, range.at(plot, last->mean)});
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const Name& a, const Name& b) { return a.y < b.y; });
    constexpr float apart = 14;
    for (std::size_t i = 1; i < names.size(); ++i) {
        names[i].y = std::max(names[i].y, names[i - 1].y + apart);
    }
    const float over = names.empty() ? 0 : std::max(0.0F, names.back().y - plot.bottom());
    for (const Name& name : names) {
        textLine(pen, fonts().text, type::label, plot.right() + 8, name.y - over,
                 lineColour(pen.theme, name.method), methodWord[name.method]);
    }
}

void drawPlot(const Pen& pen, const FaithfulnessModel& model, const FaithfulnessTable& table,
              const Rect& area) {
    const Rect plot{area.x + 34, area.y + 8, area.w - 34 - 50, area.h - 30};
    const Range range = rangeOf(table);
    for (float value = range.low; value <= range.high + 0.01F; value += 0.25F) {
        const float y = range.at(plot, value);
        const bool zero = std::abs(value) < 0.01F;
        hline(pen, plot.x, plot.right(), y, zero ? pen.theme.ghost : pen.theme.rule);
        const bool half = std::abs(std::remainder(value, 0.5F)) < 0.01F;
        if (!half) continue;
        textLine(pen, fonts().mono, type::label, plot.x - 8, y, pen.theme.muted,
                 zero ? "0" : shortNumber(value), Align::right);
    }
    const int last = std::max(model.layers - 1, 1);
    const auto x = [&](int layer) {
        return plot.x + plot.w * static_cast<float>(layer) / static_cast<float>(last);
    };
    vline(pen, x(model.layer), plot.y, plot.bottom(), pen.theme.selection);
    textLine(pen, fonts().text, type::label, x(model.layer), plot.bottom() + 12, pen.theme.selection,
             std::to_string(model.layer + 1), Align::centre);
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const ImU32 colour = lineColour(pen.theme, method);
        const auto& row = table.methods[method];
        for (int layer = 0; layer < model.layers; ++layer) {
            const double here = row[static_cast<std::size_t>(layer)].mean;
            if (std::isnan(here)) continue;
            const ImVec2 point{x(layer), range.at(plot, here)};
            if (model.layers <= 16) pen.list->AddCircleFilled(point, 2.2F, colour, 12);
            if (layer == 0) continue;
            const double before = row[static_cast<std::size_t>(layer) - 1].mean;
            if (std::isnan(before)) continue;
            pen.list->AddLine({x(layer - 1), range.at(plot, before)}, point, colour, 1.6F);
        }
    }
    drawLineNames(pen, table, range, plot);
}

/// What the table is about: which examples, which tokens.
float drawChoices(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                  Commands& commands) {
    float x = area.x;
    float y = area.y + 12;
    const auto place = [&](float width) {
        if (x > area.x && x + width > area.right()) {
            x = area.x;
            y += 28;
        }
    };
    const auto word = [&](const std::string& text, bool chosen) {
        const float width = wordWidth(fonts().text, type::small, text);
        place(width);
        const bool clicked =
            wordButton(pen, text.c_str(), fonts().text, type::small, x, y, text, chosen).clicked;
        x += width + 16;
        return clicked;
    };
    if (model.examples > 1) {
        if (word("all " + std::to_string(model.examples) + " examples", model.overAll)) {
            commands.push_back(SetThisExampleOnly{false});
        }
        if (word("this example", !model.overAll)) commands.push_back(SetThisExampleOnly{true});
        x += 16;
    }
    if (!model.choices.empty()) {
        const char* label = "left out of the ranking:";
        place(wordWidth(fonts().text, type::small, label) + 60);
        x += textLine(pen, fonts().text, type::small, x, y, pen.theme.muted, label) + 12;
    }
    for (const FaithfulnessModel::Choice& choice : model.choices) {
        if (!word(choice.token, choice.leftOut)) continue;
        std::vector<std::string> next = model.leftOut;
        if (choice.leftOut) {
            std::erase(next, choice.token);
        } else {
            next.push_back(choice.token);
        }
        commands.push_back(SetLeftOut{std::move(next)});
    }
    return y + 22 - area.y;
}

void drawProgress(const Pen& pen, const FaithfulnessModel& model, const Rect& area) {
    if (!model.overAll || model.complete) return;
    const std::string text =
        std::to_string(model.done) + " of " + std::to_string(model.examples) + " examples";
    const float width = wordWidth(fonts().mono, type::label, text);
    textLine(pen, fonts().mono, type::label, area.right(), area.y + 10, pen.theme.muted, text,
             Align::right);
    const float track = 120;
    const float right = area.right() - width - 12;
    const float share = static_cast<float>(model.done) / static_cast<float>(std::max(model.examples, 1));
    pen.list->AddRectFilled({right - track, area.y + 9}, {right, area.y + 11}, pen.theme.rule);
    pen.list->AddRectFilled({right - track, area.y + 9}, {right - track + track * share, area.y + 11},
                            pen.theme.quantity);
}

}  // namespace

float faithfulnessHeight(const FaithfulnessModel& model, float width) {
    const Block block = blockFor(model, width);
    const auto tables = static_cast<float>(std::max<std::size_t>(model.tables.size(), 1));
    return titleHeight + 60 + tables * (block.height + blockGap) + 90;
}

void drawFaithfulness(const Pen& pen, const FaithfulnessModel& model, const Rect& area,
                      Commands& commands) {
    textLine(pen, fonts().semibold, type::title, area.x, area.y + 10, pen.theme.ink,
             elided(fonts().semibold, type::title, model.title, area.w));
    drawProgress(pen, model, area);
    float y = area.y + titleHeight;
    y += drawChoices(pen, model, {area.x, y, area.w, 0}, commands) + 6;
    if (!model.problem.empty() || !model.ready) {
        textBlock(pen, fonts().text, type::body, {area.x, y + 8, area.w, 0}, pen.theme.muted,
                  model.problem.empty() ? "Computing …" : model.problem);
        return;
    }
    const Rect body{area.x, y, area.w, area.bottom() - y};
    ImGui::SetCursorScreenPos(body.min());
    ImGui::BeginChild("faithfulness", body.size(), ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList()};
    const float width = area.w - 12;
    const Block block = blockFor(model, width);
    float at = body.y - ImGui::GetScrollY() + 6;
    for (std::size_t i = 0; i < model.tables.size(); ++i) {
        const FaithfulnessTable& table = model.tables[i];
        ImGui::PushID(static_cast<int>(i));
        textLine(inner, fonts().semibold, type::body, area.x, at + 8, pen.theme.ink,
                 "against " + table.name);
        const float top = at + scoreHeight;
        drawTable(inner, model, table, block, {area.x, top, 0, 0}, commands);
        const float tableHeight = headHeight + 3 * block.rowHeight;
        const Rect plot = block.beside
                              ? Rect{area.x + block.tableWidth(model.layers) + 48, at,
                                     block.plotWidth, block.height}
                              : Rect{area.x, top + tableHeight + 16, width, 128};
        drawPlot(inner, model, table, plot);
        ImGui::PopID();
        at += block.height + blockGap;
    }
    at += textBlock(inner, fonts().text, type::small, {area.x, at, std::min(width, 720.0F), 0},
                    pen.theme.muted, model.caption);
    ImGui::SetCursorScreenPos({body.x, at + 12});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace hw
