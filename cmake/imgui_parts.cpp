// SPDX-License-Identifier: MIT
// What the page leaves out of Dear ImGui, and what stands for it: 45 KB less of WebAssembly, 18 of them compressed.
#include <imgui_internal.h>

#include <cstdarg>
#include <cstdlib>

/// sscanf for formats of plain characters and "%d"; how many numbers were found.
int scanWholeNumbers(const char* text, const char* format, ...) {
    va_list numbers;
    va_start(numbers, format);
    int found = 0;
    for (; *format != '\0'; ++format) {
        if (format[0] == '%' && format[1] == 'd') {
            char* end = nullptr;
            const long number = std::strtol(text, &end, 10);
            if (end == text) break;
            *va_arg(numbers, int*) = static_cast<int>(number);
            text = end;
            ++found;
            ++format;
        } else if (*format == *text) {
            ++text;
        } else {
            break;
        }
    }
    va_end(numbers);
    return found;
}

/// The functions that the rest of Dear ImGui calls if there is a table or a column, of which the page has none. Whoever
/// uses one is told by the linker.
namespace ImGui {

void EndTable() {}
void EndColumns() {}
void PushColumnsBackground() {}
void PopColumnsBackground() {}
void TableEndRow(ImGuiTable*) {}
void TableEndCell(ImGuiTable*) {}
void TablePushColumnChannel(int) {}
void TablePopColumnChannel() {}
void TablePushBackgroundChannel() {}
void TablePopBackgroundChannel() {}
void TableGcCompactTransientBuffers(ImGuiTable*) {}
void TableGcCompactTransientBuffers(ImGuiTableTempData*) {}
void TableGcCompactSettings() {}
void TableSettingsAddSettingsHandler() {}

}  // namespace ImGui
