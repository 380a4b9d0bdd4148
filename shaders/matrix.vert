#version 300 es
// SPDX-License-Identifier: MIT
// A rectangle from four numbers: no vertex buffer needed.
precision highp float;

uniform vec4 uRect;         // x, y, width, height in framebuffer pixels, origin at the top left
uniform vec2 uFramebuffer;  // width, height in pixels

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 place = (uRect.xy + corner * uRect.zw) / uFramebuffer;
    gl_Position = vec4(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y, 0.0, 1.0);
}
