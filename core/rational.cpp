// SPDX-License-Identifier: MIT
#include "core/rational.hpp"

#include <stdexcept>

namespace vpsfit {
namespace {

static_assert(sizeof(long) == sizeof(std::int64_t), "GMP takes long; this program is for 64-bit Linux");

Result<std::int64_t> narrow(const mpz_class& whole) {
  if (!whole.fits_slong_p())
    return fail(ErrorKind::input, "the number " + whole.get_str().substr(0, 40) + " does not fit 64 bits");
  return whole.get_si();
}

}  // namespace

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) throw std::domain_error("fraction with denominator zero");
  value_ = mpq_class(mpz_class(static_cast<long>(numerator)), mpz_class(static_cast<long>(denominator)));
  value_.canonicalize();
}

Rational& Rational::operator/=(const Rational& o) {
  if (o.is_zero()) throw std::domain_error("division by zero");
  value_ /= o.value_;
  return *this;
}

Result<std::int64_t> Rational::ceil() const {
  mpz_class whole;
  mpz_cdiv_q(whole.get_mpz_t(), value_.get_num_mpz_t(), value_.get_den_mpz_t());
  return narrow(whole);
}

Result<std::int64_t> Rational::floor() const {
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), value_.get_num_mpz_t(), value_.get_den_mpz_t());
  return narrow(whole);
}

Rational Rational::from(mpq_class value) {
  Rational result;
  result.value_ = std::move(value);
  return result;
}

Rational abs(Rational value) { return value.is_negative() ? -std::move(value) : value; }

}  // namespace vpsfit
