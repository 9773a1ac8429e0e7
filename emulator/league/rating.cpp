// Bradley and Terry's model, which Elo's is: who has strength g beats who has h with g / (g + h), and 400 points are
// ten times the strength; a draw is half a win. Each bot is also given two draws against one of strength 1, so that who
// won all games has a rating, too. Newton's method finds the strengths; the matrix of the last step gives the errors.

#include "emulator/league/rating.hpp"

#include <algorithm>
#include <cmath>

namespace mariner::league {

namespace {

constexpr double given_games = 2;
constexpr double given_points = 1;
constexpr int most_rounds = 200;
constexpr double close_enough = 1e-11;
constexpr double longest_step = 1;  // of the logarithm of a strength
constexpr double mean_rating = 1500;
constexpr double points_a_decade = 400;
constexpr double natural_of_ten = 2.302585092994045684;
constexpr double normal_95 = 1.959963984540054235;

/// Natural; `number` is positive. No library's, since these differ in the last digit.
double logarithm(double number) {
    constexpr double of_two = 0.693147180559945309;
    double whole = 0;
    while (number > 1.5) {
        number /= 2;
        whole += of_two;
    }
    while (number < 0.75) {
        number *= 2;
        whole -= of_two;
    }
    const double ratio = (number - 1) / (number + 1);
    double power = ratio;
    double sum = 0;
    for (int i = 1; i < 40; i += 2) {
        sum += power / i;
        power *= ratio * ratio;
    }
    return whole + 2 * sum;
}

/// A symmetric matrix, positive definite, as the product of a triangle and its mirror.
class Triangle {
public:
    explicit Triangle(size_t size) : m_size(size), m_cells(size * size) {}

    double& at(size_t row, size_t column) { return m_cells[row * m_size + column]; }

    void decompose() {
        for (size_t j = 0; j < m_size; ++j) {
            for (size_t i = j; i < m_size; ++i) {
                double sum = at(i, j);
                for (size_t k = 0; k < j; ++k) {
                    sum -= at(i, k) * at(j, k);
                }
                at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
            }
        }
    }
    /// After decompose(): the solution for this right side.
    [[nodiscard]] std::vector<double> solve(std::vector<double> side) {
        for (size_t i = 0; i < m_size; ++i) {
            for (size_t k = 0; k < i; ++k) {
                side[i] -= at(i, k) * side[k];
            }
            side[i] /= at(i, i);
        }
        for (size_t i = m_size; i-- > 0;) {
            for (size_t k = i + 1; k < m_size; ++k) {
                side[i] -= at(k, i) * side[k];
            }
            side[i] /= at(i, i);
        }
        return side;
    }

private:
    size_t m_size;
    std::vector<double> m_cells;
};

class StrengthFit {
public:
    StrengthFit(size_t bots, const std::vector<Score>& scores)
        : m_scores(scores), m_strengths(bots, 1.0), m_curvature(bots), m_slope(bots) {}

    std::vector<Rating> run() {
        for (int round = 0; round < most_rounds && step() > close_enough; ++round) {
        }
        look();
        m_curvature.decompose();
        std::vector<Rating> found;
        const double scale = points_a_decade / natural_of_ten;
        for (size_t i = 0; i < m_strengths.size(); ++i) {
            std::vector<double> unit(m_strengths.size(), 0.0);
            unit[i] = 1;
            const double variance = m_curvature.solve(std::move(unit))[i];
            found.push_back({rounded(mean_rating + scale * logarithm(m_strengths[i])),
                             rounded(normal_95 * scale * std::sqrt(variance))});
        }
        return found;
    }

private:
    static int rounded(double number) { return static_cast<int>(std::floor(number + 0.5)); }

    /// Of the logarithm of likelihood, by the logarithms of strengths: the first and (negative) second derivatives.
    void look() {
        const size_t size = m_strengths.size();
        m_curvature = Triangle(size);
        for (size_t i = 0; i < size; ++i) {
            const double expected = m_strengths[i] / (m_strengths[i] + 1);
            m_slope[i] = given_points - given_games * expected;
            m_curvature.at(i, i) = given_games * expected * (1 - expected);
        }
        for (const Score& score : m_scores) {
            const double own = m_strengths[score.first];
            const double expected = own / (own + m_strengths[score.second]);
            const auto played = static_cast<double>(score.games);
            const double surprise = static_cast<double>(score.halves) / 2 - played * expected;
            const double weight = played * expected * (1 - expected);
            m_slope[score.first] += surprise;
            m_slope[score.second] -= surprise;
            m_curvature.at(score.first, score.first) += weight;
            m_curvature.at(score.second, score.second) += weight;
            m_curvature.at(score.second, score.first) -= weight;
            m_curvature.at(score.first, score.second) -= weight;
        }
    }

    /// How far the farthest went.
    double step() {
        look();
        m_curvature.decompose();
        const std::vector<double> steps = m_curvature.solve(m_slope);
        double farthest = 0;
        for (size_t i = 0; i < steps.size(); ++i) {
            const double wanted = std::clamp(steps[i], -longest_step, longest_step);
            m_strengths[i] *= (2 + wanted) / (2 - wanted);  // about e to that power; the end is the same
            farthest = std::max(farthest, std::abs(wanted));
        }
        return farthest;
    }

    const std::vector<Score>& m_scores;
    std::vector<double> m_strengths;
    Triangle m_curvature;
    std::vector<double> m_slope;
};

}  // namespace

std::vector<Rating> ratings(size_t bots, const std::vector<Score>& scores) {
    return StrengthFit(bots, scores).run();
}

}  // namespace mariner::league
