// SPDX-License-Identifier: MIT
#include "render/gl/gl_texture.h"

#include <algorithm>

namespace hw {
namespace {

GLuint newTexture(GLenum minifying) {
    GLuint name = 0;
    glGenTextures(1, &name);
    bindTexture(unitFrom, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(minifying));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return name;
}

void readPixelsFromMemory() {
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

std::size_t mipSide(int side, int level) { return std::max(1, side >> level); }

}  // namespace

void bindTexture(TextureUnit unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindSampler(static_cast<GLuint>(unit), 0);
    glBindTexture(GL_TEXTURE_2D, texture);
}

TextureStorage storageFor(const ExtentPyramid& pyramid) {
    TextureStorage storage;
    storage.levels = static_cast<int>(pyramid.levels.size());
    storage.width = paddedSide(pyramid.levels.front().cols, storage.levels);
    storage.height = paddedSide(pyramid.levels.front().rows, storage.levels);
    const std::size_t texel = sizeof(float) * pyramid.channels;
    for (int level = 0; level < storage.levels; ++level) {
        storage.bytes += texel * mipSide(storage.width, level) * mipSide(storage.height, level);
    }
    return storage;
}

GLuint matrixTexture(const ExtentPyramid& pyramid, const TextureStorage& storage) {
    const bool isSigned = pyramid.channels == 2;
    // Needs a filter between levels although only single values are read. Without one the texture would have no levels
    // for the shader.
    const GLuint name = newTexture(GL_NEAREST_MIPMAP_NEAREST);
    glTexStorage2D(GL_TEXTURE_2D, storage.levels, isSigned ? GL_RG32F : GL_R32F, storage.width,
                   storage.height);
    readPixelsFromMemory();
    for (int index = 0; const PyramidLevel& level : pyramid.levels) {
        glTexSubImage2D(GL_TEXTURE_2D, index++, 0, 0, level.cols, level.rows,
                        isSigned ? GL_RG : GL_RED, GL_FLOAT, level.texels.data());
    }
    return name;
}

GLuint rampTexture(GLuint texture, const std::array<std::uint32_t, rampEntries>& colours) {
    if (texture == 0) {
        texture = newTexture(GL_NEAREST);
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, rampEntries, 1);
    }
    bindTexture(unitFrom, texture);
    readPixelsFromMemory();
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, rampEntries, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                    colours.data());
    return texture;
}

}  // namespace hw
