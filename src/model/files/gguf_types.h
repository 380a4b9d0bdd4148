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
    TensorType stored;  ///< `other` for known types that are not read as weights
    int bytes;  ///< per element, for a type that is listed but not read; 0 for unsupported blocks
};

inline constexpr GgufType ggufTypes[] = {
    {0, "F32", TensorType::f32, 4},        {1, "F16", TensorType::f16, 2},
    {2, "Q4_0", TensorType::q4_0, 0},      {3, "Q4_1", TensorType::q4_1, 0},
    {6, "Q5_0", TensorType::q5_0, 0},      {7, "Q5_1", TensorType::q5_1, 0},
    {8, "Q8_0", TensorType::q8_0, 0},      {9, "Q8_1", TensorType::other, 0},
    {10, "Q2_K", TensorType::q2_k, 0},     {11, "Q3_K", TensorType::q3_k, 0},
    {12, "Q4_K", TensorType::q4_k, 0},     {13, "Q5_K", TensorType::q5_k, 0},
    {14, "Q6_K", TensorType::q6_k, 0},     {15, "Q8_K", TensorType::other, 0},
    {16, "IQ2_XXS", TensorType::other, 0}, {17, "IQ2_XS", TensorType::other, 0},
    {18, "IQ3_XXS", TensorType::other, 0}, {19, "IQ1_S", TensorType::other, 0},
    {20, "IQ4_NL", TensorType::other, 0},  {21, "IQ3_S", TensorType::other, 0},
    {22, "IQ2_S", TensorType::other, 0},   {23, "IQ4_XS", TensorType::other, 0},
    {24, "I8", TensorType::other, 1},      {25, "I16", TensorType::other, 2},
    {26, "I32", TensorType::other, 4},     {27, "I64", TensorType::other, 8},
    {28, "F64", TensorType::f64, 8},       {29, "IQ1_M", TensorType::other, 0},
    {30, "BF16", TensorType::bf16, 2},     {34, "TQ1_0", TensorType::other, 0},
    {35, "TQ2_0", TensorType::other, 0},   {39, "MXFP4", TensorType::other, 0},
};

}  // namespace hw::model
