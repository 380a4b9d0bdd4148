// SPDX-License-Identifier: MIT
#include "render/gl/gl_state.h"

namespace hw {
namespace {

constexpr GLenum switches[] = {GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST,
                               GL_CULL_FACE};

GLuint name(GLint value) { return static_cast<GLuint>(value); }

GLenum unit(int index) { return GL_TEXTURE0 + static_cast<GLenum>(index); }

}  // namespace

GlStateGuard::GlStateGuard() {
    glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertexArray_);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &arrayBuffer_);
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpackBuffer_);
    glGetIntegerv(GL_UNPACK_ALIGNMENT, &unpackAlignment_);
    glGetIntegerv(GL_ACTIVE_TEXTURE, &activeTexture_);
    for (int i = 0; i < usedTextureUnits; ++i) {
        glActiveTexture(unit(i));
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[i]);
        glGetIntegerv(GL_SAMPLER_BINDING, &samplers_[i]);
    }
    glGetIntegerv(GL_VIEWPORT, viewport_);
    glGetIntegerv(GL_SCISSOR_BOX, scissor_);
    for (int i = 0; const GLenum which : switches) enabled_[i++] = glIsEnabled(which);
}

GlStateGuard::~GlStateGuard() {
    glUseProgram(name(program_));
    glBindVertexArray(name(vertexArray_));
    glBindBuffer(GL_ARRAY_BUFFER, name(arrayBuffer_));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name(unpackBuffer_));
    glPixelStorei(GL_UNPACK_ALIGNMENT, unpackAlignment_);
    for (int i = 0; i < usedTextureUnits; ++i) {
        glActiveTexture(unit(i));
        glBindTexture(GL_TEXTURE_2D, name(textures_[i]));
        glBindSampler(static_cast<GLuint>(i), name(samplers_[i]));
    }
    glActiveTexture(static_cast<GLenum>(activeTexture_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
    for (int i = 0; const GLenum which : switches) {
        if (enabled_[i++] == GL_TRUE) {
            glEnable(which);
        } else {
            glDisable(which);
        }
    }
}

}  // namespace hw
