// SPDX-License-Identifier: MIT
// EnvelopeCholesky, compared with Eigen's factors of the same matrices, and with the matrices themselves.
#include "core/flow/envelope_cholesky.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>

namespace {

struct Case {
    std::vector<int> ends;
    Eigen::MatrixXd matrix;
};

/// Diagonally dominant, and 0 from each row's end on. `share` of the entries before it are 0 too.
Case randomCase(int rows, int widest, double share, std::mt19937& random) {
    std::uniform_int_distribution<int> width(1, widest);
    std::uniform_real_distribution<double> chance(0.0, 1.0);
    Case made;
    made.matrix = Eigen::MatrixXd::Zero(rows, rows);
    int end = 0;
    for (int row = 0; row < rows; ++row) {
        end = std::min(rows, std::max({end, row + 1, row + width(random)}));
        if (widest == 1) end = row + 1;
        made.ends.push_back(end);
        for (int column = row + 1; column < end; ++column) {
            const double value = chance(random) < share ? 0.0 : chance(random) - 0.5;
            made.matrix(row, column) = made.matrix(column, row) = value;
        }
    }
    for (int row = 0; row < rows; ++row)
        made.matrix(row, row) = 0.1 + made.matrix.row(row).cwiseAbs().sum();
    return made;
}

hw::EnvelopeCholesky filled(const Case& made) {
    hw::EnvelopeCholesky factors(made.ends);
    for (int row = 0; row < factors.rows(); ++row) {
        for (int column = row; column < made.ends[row]; ++column)
            factors.row(row)[column - row] = made.matrix(row, column);
    }
    return factors;
}

}  // namespace

TEST_CASE("envelope Cholesky: the factors are Eigen's") {
    std::mt19937 random(7);
    for (const int widest : {1, 2, 5, 40}) {
        for (const int rows : {1, 2, 3, 4, 5, 8, 13, 33}) {
            const Case made = randomCase(rows, widest, widest == 5 ? 0.8 : 0.1, random);
            hw::EnvelopeCholesky factors = filled(made);
            factors.factorise();
            const Eigen::MatrixXd expected = made.matrix.llt().matrixU();
            for (int row = 0; row < rows; ++row) {
                for (int column = row; column < rows; ++column) {
                    const double value =
                        column < made.ends[row] ? factors.row(row)[column - row] : 0.0;
                    REQUIRE(std::abs(value - expected(row, column)) < 1e-14);
                }
            }
        }
    }
}

TEST_CASE("envelope Cholesky: a solution solves") {
    std::mt19937 random(8);
    std::normal_distribution<double> normal;
    for (const int rows : {1, 6, 50, 131}) {
        const Case made = randomCase(rows, 30, 0.3, random);
        hw::EnvelopeCholesky factors = filled(made);
        factors.factorise();
        for (int again = 0; again < 3; ++again) {
            Eigen::VectorXd wanted(rows);
            for (double& value : wanted) value = normal(random);
            Eigen::VectorXd values = made.matrix * wanted;
            factors.solve({values.data(), static_cast<std::size_t>(rows)});
            REQUIRE((values - wanted).cwiseAbs().maxCoeff() < 1e-11);
        }
    }
}

TEST_CASE("envelope Cholesky: cleared, it takes another matrix of the same shape") {
    std::mt19937 random(9);
    const Case made = randomCase(17, 6, 0.2, random);
    hw::EnvelopeCholesky factors = filled(made);
    factors.factorise();
    const double first = factors.row(3)[0];
    factors.setZero();
    for (int row = 0; row < factors.rows(); ++row) factors.row(row)[0] = made.matrix(row, row);
    factors.factorise();
    // The diagonal is its own quotient by its root, which is the root except for its last bit.
    CHECK(std::abs(factors.row(3)[0] - std::sqrt(made.matrix(3, 3))) < 1e-15);
    CHECK(factors.row(3)[0] != first);
}
