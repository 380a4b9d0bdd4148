// SPDX-License-Identifier: MIT
// A linked shader program and its uniforms by name.
#pragma once

#include <GLES3/gl3.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

class GlProgram {
public:
    /// Compiles and links. `defines` ("#define X 1\n"...) are inserted after the first line of the fragment shader. On
    /// failure nothing stays allocated, and `error` contains the driver's log.
    static std::optional<GlProgram> link(std::string_view vertex, std::string_view fragment,
                                         std::string_view defines, std::string& error);

    GLuint name() const { return name_; }
    /// Location of a uniform, or -1, which GL ignores, if the program does not use it.
    GLint at(std::string_view uniform) const;
    /// Call while the context still exists.
    void deleteObject();

private:
    struct Uniform {
        std::string name;
        GLint location = -1;
    };
    explicit GlProgram(GLuint name);

    GLuint name_ = 0;
    std::vector<Uniform> uniforms_;
};

}  // namespace hw
