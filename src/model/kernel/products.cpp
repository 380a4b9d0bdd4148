// SPDX-License-Identifier: MIT
#include "model/kernel/products.h"

namespace hw::model {

namespace {

void put(const Into& c, int row, int column, float value) {
    float& to = c.data[row * c.stride + column];
    to = c.add ? to + value : value;
}

}  // namespace

void productTransposed(const Rows& a, const Rows& b, float scale, const Into& c) {
    for (int i = 0; i < a.rows; ++i) {
        const float* left = a.data + i * a.stride;
        for (int j = 0; j < b.rows; ++j) {
            const float* right = b.data + j * b.stride;
            float sum = 0.0F;
            for (int k = 0; k < a.columns; ++k) sum += left[k] * right[k];
            put(c, i, j, scale * sum);
        }
    }
}

void product(const Rows& a, const Rows& b, float scale, const Into& c) {
    for (int i = 0; i < a.rows; ++i) {
        const float* left = a.data + i * a.stride;
        for (int j = 0; j < b.columns; ++j) {
            float sum = 0.0F;
            for (int k = 0; k < a.columns; ++k) sum += left[k] * b.data[k * b.stride + j];
            put(c, i, j, scale * sum);
        }
    }
}

void transposedProduct(const Rows& a, const Rows& b, float scale, const Into& c) {
    for (int i = 0; i < a.columns; ++i) {
        for (int j = 0; j < b.columns; ++j) {
            float sum = 0.0F;
            for (int k = 0; k < a.rows; ++k) {
                sum += a.data[k * a.stride + i] * b.data[k * b.stride + j];
            }
            put(c, i, j, scale * sum);
        }
    }
}

}  // namespace hw::model
