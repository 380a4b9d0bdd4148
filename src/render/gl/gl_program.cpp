// SPDX-License-Identifier: MIT
#include "render/gl/gl_program.h"

#include <algorithm>

namespace hw {
namespace {

std::string trimmed(std::string log) {
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
    return log;
}

GLuint compile(GLenum kind, std::string_view source, std::string_view defines, std::string& error) {
    // #version must be the first line.
    const std::size_t firstLine = std::min(source.find('\n'), source.size() - 1) + 1;
    const std::string_view parts[] = {source.substr(0, firstLine), defines,
                                      source.substr(firstLine)};
    const char* texts[3];
    GLint lengths[3];
    for (int i = 0; const std::string_view part : parts) {
        texts[i] = part.data();
        lengths[i++] = static_cast<GLint>(part.size());
    }
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 3, texts, lengths);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return shader;

    GLint size = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &size);
    error.assign(std::max(size, 0), '\0');
    glGetShaderInfoLog(shader, size, nullptr, error.data());
    error = (kind == GL_VERTEX_SHADER ? "vertex shader: " : "fragment shader: ") + trimmed(error);
    glDeleteShader(shader);
    return 0;
}

}  // namespace

GlProgram::GlProgram(GLuint name) : name_(name) {
    GLint count = 0;
    glGetProgramiv(name, GL_ACTIVE_UNIFORMS, &count);
    for (GLint i = 0; i < count; ++i) {
        char text[64];
        GLsizei length = 0;
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(name, static_cast<GLuint>(i), sizeof text, &length, &size, &type, text);
        uniforms_.push_back({std::string(text, length), glGetUniformLocation(name, text)});
    }
}

std::optional<GlProgram> GlProgram::link(std::string_view vertex, std::string_view fragment,
                                         std::string_view defines, std::string& error) {
    error.clear();
    const GLuint vertexShader = compile(GL_VERTEX_SHADER, vertex, "", error);
    const GLuint fragmentShader =
        vertexShader == 0 ? 0 : compile(GL_FRAGMENT_SHADER, fragment, defines, error);
    if (fragmentShader == 0) {
        glDeleteShader(vertexShader);
        return std::nullopt;
    }
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertexShader);
    glAttachShader(program, fragmentShader);
    glLinkProgram(program);
    glDeleteShader(vertexShader);
    glDeleteShader(fragmentShader);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return GlProgram(program);

    GLint size = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &size);
    error.assign(std::max(size, 0), '\0');
    glGetProgramInfoLog(program, size, nullptr, error.data());
    error = "linking: " + trimmed(error);
    glDeleteProgram(program);
    return std::nullopt;
}

GLint GlProgram::at(std::string_view uniform) const {
    const auto found = std::ranges::find(uniforms_, uniform, &Uniform::name);
    return found == uniforms_.end() ? -1 : found->location;
}

void GlProgram::deleteObject() {
    glDeleteProgram(name_);
    name_ = 0;
}

}  // namespace hw
