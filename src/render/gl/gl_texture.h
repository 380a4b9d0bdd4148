// SPDX-License-Identifier: MIT
// Textures whose values shaders read unfiltered.
#pragma once

#include <GLES3/gl3.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "render/colormap.h"
#include "render/extent_pyramid.h"

namespace hw {

/// Texture units of a matrix draw.
enum TextureUnit { unitFrom, unitTo, unitRamp };

/// Binds a texture with no sampler object. Changes the active unit.
void bindTexture(TextureUnit unit, GLuint texture);

/// Dimensions of a texture with a pyramid's levels as its mip levels.
struct TextureStorage {
    int width = 0;
    int height = 0;
    int levels = 0;
    std::size_t bytes = 0;
};
/// `pyramid` must have at least one level.
TextureStorage storageFor(const ExtentPyramid& pyramid);

/// R32F (RG32F with minima). Changes the binding of unit 0 and pixel storage.
GLuint matrixTexture(const ExtentPyramid& pyramid, const TextureStorage& storage);

/// One row of colours. Overwrites `texture` if it is not 0. Changes the same state.
GLuint rampTexture(GLuint texture, const std::array<std::uint32_t, rampEntries>& colours);

}  // namespace hw
