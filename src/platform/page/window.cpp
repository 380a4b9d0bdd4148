// SPDX-License-Identifier: MIT
#include "platform/page/window.h"

#include <GLES3/gl3.h>
#include <GLFW/glfw3.h>

#include <algorithm>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "platform/page/browser_host.h"
#include "view/widgets/limit_drawing.h"

namespace hw {
namespace {

constexpr const char* shaderVersion = "#version 300 es";

const char* cssCursor(ImGuiMouseCursor cursor) {
    switch (cursor) {
        case ImGuiMouseCursor_TextInput: return "text";
        case ImGuiMouseCursor_ResizeAll: return "move";
        case ImGuiMouseCursor_ResizeNS: return "ns-resize";
        case ImGuiMouseCursor_ResizeEW: return "ew-resize";
        case ImGuiMouseCursor_ResizeNESW: return "nesw-resize";
        case ImGuiMouseCursor_ResizeNWSE: return "nwse-resize";
        case ImGuiMouseCursor_Hand: return "pointer";
        case ImGuiMouseCursor_NotAllowed: return "not-allowed";
        default: return "default";
    }
}

}  // namespace

// GLFW makes only the window and its WebGL2 context. Emscripten's version takes every key of the page (Tab, Backspace)
// and every notch of the wheel, has a stub for the clipboard and sizes in whole pixels. So input, size, scale, cursor,
// clipboard and time come from web/, and ImGui's backend for GLFW, which would ask GLFW for them, is not compiled.
bool Window::create() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendPlatformName = "headwaters page";
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    io.ConfigInputTextCursorBlink = false;  // each blink would need a frame
    resize(size_);
    return createContext();
}

bool Window::createContext() {
    if (glfwInit() == GLFW_FALSE) return false;
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_SAMPLES, 0);  // ImGui smooths its own edges
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    transparent_ = browser::isTransparent();
    glfwWindowHint(GLFW_ALPHA_BITS, 0);
    if (glfwCreateWindow(size_.framebufferWidth, size_.framebufferHeight, "Headwaters", nullptr,
                         nullptr) == nullptr) {
        return false;
    }
    browser::takeCanvasFromGlfw(size_.framebufferWidth, size_.framebufferHeight);
    return ImGui_ImplOpenGL3_Init(shaderVersion);
}

void Window::resize(const CanvasSize& size) {
    size_ = size;
    changed_.forget();                                  // a canvas of a new size is empty
    if (ImGui::GetCurrentContext() == nullptr) return;  // create() applies the size
    ImGuiIO& io = ImGui::GetIO();
    // From the framebuffer's whole pixels, so that one unit of ImGui is exactly `density` pixels.
    io.DisplaySize = {static_cast<float>(size.framebufferWidth) / size.density,
                      static_cast<float>(size.framebufferHeight) / size.density};
    io.DisplayFramebufferScale = {size.density, size.density};
}

bool Window::hasInputLeft() const { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

void Window::beginFrame(float seconds, double rested, unsigned groundArgb) {
    // Two clicks an hour apart are no double click.
    ImGui::GetCurrentContext()->Time += rested;
    ImGui::GetIO().DeltaTime = std::max(seconds, 1e-4F);
    if (groundArgb != ground_) changed_.forget();
    ground_ = groundArgb;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
}

void Window::drawChanges(ImDrawData& data) {
    bool uploads = false;
    for (const ImTextureData* texture : *data.Textures) {
        if (texture->Status == ImTextureStatus_OK) continue;
        uploads = true;
        // Letters are only added to the atlas, but a picture's pixels change under the same name.
        if (texture != ImGui::GetIO().Fonts->TexData) changed_.repainted(texture);
    }
    const std::vector<PixelRect> rects = changed_.update(data);
    if (rects.empty() && !uploads) return;  // the browser need not even compose the page
    const auto channel = [&](int shift) {
        return static_cast<float>((ground_ >> shift) & 0xFFU) / 255.0F;
    };
    if (transparent_)
        glClearColor(0, 0, 0, 0);
    else
        glClearColor(channel(16), channel(8), channel(0), 1);
    glEnable(GL_SCISSOR_TEST);
    for (const PixelRect& rect : rects) {
        glScissor(rect.x0, size_.framebufferHeight - rect.y1, rect.x1 - rect.x0, rect.y1 - rect.y0);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
    limitTo(data, rects);
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

void Window::endFrame() {
    const ImGuiMouseCursor wanted = ImGui::GetMouseCursor();
    ImGui::Render();
    drawChanges(*ImGui::GetDrawData());
    if (wanted != cursor_) {
        cursor_ = wanted;
        browser::setCursor(cssCursor(wanted));
    }
}

void Window::contextRestored() {
    lost_ = false;
    browser::renewExtensions();
    // ImGui keeps the font atlas and its pictures in memory and uploads them again with the next frame.
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplOpenGL3_Init(shaderVersion);
}

}  // namespace hw
