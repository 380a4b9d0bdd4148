// SPDX-License-Identifier: MIT
// ggml's types of tensors by their numbers (ggml.h: enum ggml_type).
#pragma once

#include <cstdint>
#include <string_view>

#include "model/files/stored_tensor.h"

namespace hw::model {

struct GgufType {
    std::uint32_t number;
    std::string_view name;
    Stored stored;  ///< `other` for known types that are not read as weights
    int bytes;  ///< per element, for a type that is listed but not read; 0 for unsupported blocks
};

inline constexpr GgufType ggufTypes[] = {
    {0, "F32", Stored::f32, 4},        {1, "F16", Stored::f16, 2},
    {2, "Q4_0", Stored::q4_0, 0},      {3, "Q4_1", Stored::q4_1, 0},
    {6, "Q5_0", Stored::q5_0, 0},      {7, "Q5_1", Stored::q5_1, 0},
    {8, "Q8_0", Stored::q8_0, 0},      {9, "Q8_1", Stored::other, 0},
    {10, "Q2_K", Stored::q2_k, 0},     {11, "Q3_K", Stored::q3_k, 0},
    {12, "Q4_K", Stored::q4_k, 0},     {13, "Q5_K", Stored::q5_k, 0},
    {14, "Q6_K", Stored::q6_k, 0},     {15, "Q8_K", Stored::other, 0},
    {16, "IQ2_XXS", Stored::other, 0}, {17, "IQ2_XS", Stored::other, 0},
    {18, "IQ3_XXS", Stored::other, 0}, {19, "IQ1_S", Stored::other, 0},
    {20, "IQ4_NL", Stored::other, 0},  {21, "IQ3_S", Stored::other, 0},
    {22, "IQ2_S", Stored::other, 0},   {23, "IQ4_XS", Stored::other, 0},
    {24, "I8", Stored::other, 1},      {25, "I16", Stored::other, 2},
    {26, "I32", Stored::other, 4},     {27, "I64", Stored::other, 8},
    {28, "F64", Stored::f64, 8},       {29, "IQ1_M", Stored::other, 0},
    {30, "BF16", Stored::bf16, 2},     {34, "TQ1_0", Stored::other, 0},
    {35, "TQ2_0", Stored::other, 0},   {39, "MXFP4", Stored::other, 0},
};

}  // namespace hw::model
