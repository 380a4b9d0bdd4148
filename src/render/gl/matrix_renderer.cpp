// SPDX-License-Identifier: MIT
#include "render/gl/matrix_renderer.h"

#include <GLES3/gl3.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "generated/shaders.h"
#include "render/draw_plan.h"
#include "render/extent_pyramid.h"
#include "render/gl/gl_program.h"
#include "render/gl/gl_state.h"
#include "render/gl/gl_texture.h"
#include "render/texture_ledger.h"

namespace hw {
namespace {

constexpr std::size_t rampCount = 4;

struct RampTexture {
    GLuint name = 0;
    float gamma = 1;
    bool dark = false;
    std::uint32_t ground = 0;
};

struct Colour {
    float r, g, b;
};

Colour colourOf(std::uint32_t argb) {
    const auto channel = [argb](unsigned shift) {
        return static_cast<float>((argb >> shift) & 0xFFU) / 255.0F;
    };
    return {channel(16), channel(8), channel(0)};
}

/// Faint but visible lines, a tenth of the way from the ground to black or white.
Colour hatchOn(Colour ground, bool dark) {
    const auto towards = [dark](float from) { return from + ((dark ? 1.0F : 0.0F) - from) * 0.1F; };
    return {towards(ground.r), towards(ground.g), towards(ground.b)};
}

void setUniforms(const GlProgram& p, const MatrixDraw& what, const DrawPlan& plan, int width,
                 int height) {
    const AxisSampling& cols = plan.cols;
    const AxisSampling& rows = plan.rows;
    glUniform4f(p.at("uRect"), plan.left, plan.top, static_cast<float>(cols.pixels),
                static_cast<float>(rows.pixels));
    glUniform2f(p.at("uTopLeft"), plan.left, plan.top);
    glUniform2f(p.at("uFramebuffer"), static_cast<float>(width), static_cast<float>(height));
    glUniform4f(p.at("uEdge"), cols.edge, rows.edge, cols.perPixel, rows.perPixel);
    glUniform2f(p.at("uShift"), cols.shift, rows.shift);
    glUniform2i(p.at("uShown"), cols.shown, rows.shown);
    glUniform3i(p.at("uShape"), cols.count, rows.count, plan.level - plan.from->firstLevel);
    glUniform1i(p.at("uFrom"), unitFrom);
    glUniform1i(p.at("uTo"), unitTo);
    glUniform1i(p.at("uRamp"), unitRamp);
    glUniform2f(p.at("uSigned"), plan.from->isSigned ? 1.0F : 0.0F,
                plan.to->isSigned ? 1.0F : 0.0F);
    glUniform1f(p.at("uBlend"), plan.blend);
    glUniform1f(p.at("uPerScale"), 1 / std::max(what.scale, 1e-30F));

    const Colour ground = colourOf(what.ground);
    const Colour hatch = hatchOn(ground, what.dark);
    glUniform2f(p.at("uGap"), plan.gapWidth, plan.gapOpacity);
    glUniform2f(p.at("uHatchSize"), plan.hatchPeriod, plan.hatchWidth);
    glUniform3f(p.at("uGround"), ground.r, ground.g, ground.b);
    glUniform3f(p.at("uHatch"), hatch.r, hatch.g, hatch.b);
}

void setScissor(const MatrixDraw& what, int height) {
    if (what.clipWidth <= 0 || what.clipHeight <= 0) {
        glDisable(GL_SCISSOR_TEST);
        return;
    }
    const auto left = static_cast<GLint>(std::floor(what.clipX));
    const auto top = static_cast<GLint>(std::floor(what.clipY));
    const auto right = static_cast<GLint>(std::ceil(what.clipX + what.clipWidth));
    const auto bottom = static_cast<GLint>(std::ceil(what.clipY + what.clipHeight));
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, height - bottom, right - left, bottom - top);
}

}  // namespace

struct MatrixRenderer::Impl {
    explicit Impl(std::size_t budget) : ledger(budget) {}

    TextureLedger ledger;
    std::unordered_map<MatrixTexture, Picture> pictures;
    RampTexture ramps[rampCount];
    std::optional<GlProgram> programs[Variant::count];
    GLuint vertexArray = 0;  ///< without any attributes; 0 without a context
    int largestTexture = 2048;

    void deleteObjects();
    void forgetObjects();
    const Picture* find(MatrixTexture id) const;
    const GlProgram* program(const Variant& variant, std::string& error);
    GLuint ramp(const MatrixDraw& what);
};

void MatrixRenderer::Impl::forgetObjects() {
    ledger.loseAll();
    pictures.clear();
    for (RampTexture& kept : ramps) kept = {};
    for (auto& kept : programs) kept.reset();
    vertexArray = 0;
}

void MatrixRenderer::Impl::deleteObjects() {
    for (const auto& [id, picture] : pictures) glDeleteTextures(1, &picture.name);
    for (const RampTexture& kept : ramps) glDeleteTextures(1, &kept.name);
    for (auto& kept : programs) {
        if (kept) kept->deleteObject();
    }
    glDeleteVertexArrays(1, &vertexArray);
    forgetObjects();
}

const Picture* MatrixRenderer::Impl::find(MatrixTexture id) const {
    const auto found = pictures.find(id);
    return found == pictures.end() ? nullptr : &found->second;
}

/// Compiled on first use, because most visits need few of the variants.
const GlProgram* MatrixRenderer::Impl::program(const Variant& variant, std::string& error) {
    auto& kept = programs[variant.index()];
    if (!kept) {
        kept = GlProgram::link(shaders::matrixVert, shaders::matrixFrag, variant.defines(), error);
    }
    return kept ? &*kept : nullptr;
}

GLuint MatrixRenderer::Impl::ramp(const MatrixDraw& what) {
    RampTexture& kept = ramps[std::to_underlying(what.ramp)];
    const bool fits = kept.name != 0 && kept.gamma == what.gamma && kept.dark == what.dark &&
                      kept.ground == what.ground;
    if (!fits) {
        const auto colours = rampTable(what.ramp, what.gamma, what.dark, what.ground);
        kept = {rampTexture(kept.name, colours), what.gamma, what.dark, what.ground};
    }
    return kept.name;
}

MatrixRenderer::MatrixRenderer(std::size_t budget) : impl_(std::make_unique<Impl>(budget)) {}

MatrixRenderer::~MatrixRenderer() {
    if (impl_->vertexArray != 0) impl_->deleteObjects();
}

bool MatrixRenderer::create() {
    if (impl_->vertexArray != 0) impl_->deleteObjects();
    error_.clear();
    // The plainest variant shows whether the context accepts the shader at all.
    if (impl_->program({}, error_) == nullptr) return false;
    glGenVertexArrays(1, &impl_->vertexArray);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &impl_->largestTexture);
    return true;
}

void MatrixRenderer::contextLost() { impl_->forgetObjects(); }

MatrixTexture MatrixRenderer::upload(std::uint64_t key, MatrixView matrix, Ramp ramp) {
    if (const MatrixTexture known = impl_->ledger.find(key); known != 0) {
        impl_->ledger.touch(known);
        return known;
    }
    if (impl_->vertexArray == 0) return 0;
    std::vector<float> logarithms;
    if (ramp == Ramp::ratio) {
        for (const float value : matrix.values()) logarithms.push_back(logarithm(value));
        matrix.data = logarithms.data();
    }
    // Padding makes a side longer by less than the deepest level's block.
    const ExtentPyramid pyramid =
        extentPyramid(matrix, impl_->largestTexture - (1 << deepestLevel));
    if (pyramid.levels.empty()) return 0;

    const GlStateGuard guard;
    const TextureStorage storage = storageFor(pyramid);
    std::vector<MatrixTexture> evicted;
    const MatrixTexture id = impl_->ledger.add(key, storage.bytes, evicted);
    for (const MatrixTexture gone : evicted) {
        if (const Picture* picture = impl_->find(gone)) glDeleteTextures(1, &picture->name);
        impl_->pictures.erase(gone);
    }
    Picture& picture = impl_->pictures[id];
    picture = {matrixTexture(pyramid, storage), pyramid.cols, pyramid.rows, 0, 0, false};
    picture.firstLevel = pyramid.firstLevel;
    picture.lastLevel = pyramid.firstLevel + storage.levels - 1;
    picture.isSigned = pyramid.channels == 2;
    return id;
}

void MatrixRenderer::draw(const MatrixDraw& what, int framebufferWidth, int framebufferHeight) {
    const Picture* from = impl_->find(what.from);
    const Picture* to = impl_->find(what.to);
    if (to == nullptr) to = from;
    if (from == nullptr) from = to;
    const bool drawable = from != nullptr && framebufferWidth > 0 && framebufferHeight > 0 &&
                          what.cols > 0 && what.rows > 0;
    if (!drawable) return;
    impl_->ledger.touch(what.from);
    impl_->ledger.touch(what.to);

    const DrawPlan plan = drawPlan(what, *from, *to);
    const GlProgram* program = impl_->program(plan.variant, error_);
    if (program == nullptr || plan.cols.pixels <= 0 || plan.rows.pixels <= 0) return;

    const GlStateGuard guard;
    const GLuint ramp = impl_->ramp(what);
    glUseProgram(program->name());
    glBindVertexArray(impl_->vertexArray);
    bindTexture(unitFrom, plan.from->name);
    bindTexture(unitTo, plan.to->name);
    bindTexture(unitRamp, ramp);
    for (const int off : {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE}) {
        glDisable(static_cast<GLenum>(off));
    }
    glViewport(0, 0, framebufferWidth, framebufferHeight);
    setScissor(what, framebufferHeight);
    setUniforms(*program, what, plan, framebufferWidth, framebufferHeight);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace hw
