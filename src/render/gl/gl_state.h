// SPDX-License-Identifier: MIT
// Saves and restores the GL state that drawing a matrix changes, so that the frame of Dear ImGui's renderer around it
// is not disturbed.
#pragma once

#include <GLES3/gl3.h>

namespace hw {

/// Texture units 0 .. 2, which a matrix draw binds.
inline constexpr int usedTextureUnits = 3;

class GlStateGuard {
public:
    GlStateGuard();
    ~GlStateGuard();
    GlStateGuard(const GlStateGuard&) = delete;
    GlStateGuard& operator=(const GlStateGuard&) = delete;

private:
    GLint program_ = 0;
    GLint vertexArray_ = 0;
    GLint arrayBuffer_ = 0;
    GLint unpackBuffer_ = 0;
    GLint unpackAlignment_ = 4;
    GLint activeTexture_ = GL_TEXTURE0;
    GLint textures_[usedTextureUnits] = {};
    GLint samplers_[usedTextureUnits] = {};
    GLint viewport_[4] = {};
    GLint scissor_[4] = {};
    GLboolean enabled_[5] = {};
};

}  // namespace hw
