// SPDX-License-Identifier: MIT
#include <array>
#include <fmt/format.h>
#include <nettle/base64.h>
#include <zlib.h>

#include "lab/histogram_file.hpp"

namespace vpsfit::lab {
namespace {

constexpr std::uint32_t compressed_cookie = 0x1c849314, plain_cookie = 0x1c849313;
constexpr std::size_t header_bytes = 40;
constexpr std::size_t most_bytes = std::size_t{64} << 20;

tl::unexpected<Error> broken(std::string_view what) {
  return fail(ErrorKind::input, fmt::format("the histogram is {}", what), {},
              "only whole HdrHistogram V2 blobs are read");
}

Result<std::string> from_base64(std::string_view text) {
  base64_decode_ctx context;
  base64_decode_init(&context);
  std::string bytes(BASE64_DECODE_LENGTH(text.size()), '\0');
  std::size_t length = bytes.size();
  const bool good = base64_decode_update(&context, &length, reinterpret_cast<std::uint8_t*>(bytes.data()), text.size(),
                                         text.data()) == 1 &&
                    base64_decode_final(&context) == 1;
  if (!good) return broken("no base64");
  bytes.resize(length);
  return bytes;
}

std::string to_base64(std::string_view bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return text;
}

std::uint64_t big_endian(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

void put(std::string& into, std::uint64_t value, int width) {
  for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) into += static_cast<char>(value >> shift & 0xff);
}

/// What zlib makes of the bytes, at most `most_bytes`: a small blob may unfold to anything.
Result<std::string> inflated(std::string_view packed) {
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) return fail(ErrorKind::io, "zlib does not start");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // NOLINT: zlib reads it only
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string plain;
  std::array<char, 65536> piece{};
  int code = Z_OK;
  while (code == Z_OK && plain.size() <= most_bytes) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = piece.size();
    code = ::inflate(&stream, Z_NO_FLUSH);
    plain.append(piece.data(), piece.size() - stream.avail_out);
  }
  ::inflateEnd(&stream);
  if (plain.size() > most_bytes) return broken("larger than 64 MiB");
  if (code != Z_STREAM_END) return broken("not whole: its compressed part ends early or is damaged");
  return plain;
}

std::string deflated(std::string_view plain) {
  uLongf length = ::compressBound(plain.size());
  std::string packed(length, '\0');
  ::compress(reinterpret_cast<Bytef*>(packed.data()), &length, reinterpret_cast<const Bytef*>(plain.data()),
             plain.size());
  packed.resize(length);
  return packed;
}

/// LEB128 in ZigZag, at most 9 bytes of which the last has 8 bits.
std::optional<std::int64_t> take_number(std::string_view& rest) {
  std::uint64_t value = 0;
  for (int i = 0; i < 9; ++i) {
    if (rest.empty()) return std::nullopt;
    const auto byte = static_cast<std::uint8_t>(rest.front());
    rest.remove_prefix(1);
    const bool last = i == 8;
    value |= static_cast<std::uint64_t>(last ? byte : byte & 0x7f) << (7 * i);
    if (last || (byte & 0x80) == 0) break;
  }
  return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

void put_number(std::string& into, std::int64_t number) {
  std::uint64_t value = static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
  for (int i = 0; i < 8; ++i) {
    if (value >> 7 == 0) return into.push_back(static_cast<char>(value));
    into += static_cast<char>((value & 0x7f) | 0x80);
    value >>= 7;
  }
  into += static_cast<char>(value);
}

Result<void> check_cookie(std::uint64_t cookie, std::uint32_t wanted) {
  const std::uint64_t base = cookie & ~std::uint64_t{0xf0};
  if (base == (wanted & ~0xf0U) && (cookie & 0xf0) == 0x10) return {};
  if (base == 0x1c849308 || base == 0x1c849309) return broken("of format V0, which is not read");
  if (base == 0x1c849301 || base == 0x1c849302) return broken("of format V1, which is not read");
  return broken(fmt::format("no HdrHistogram (it begins with {:08x})", cookie));
}

Result<void> read_counts(std::string_view rest, Histogram& histogram) {
  std::size_t index = 0;
  const std::size_t most = histogram.index_of(Histogram::largest_value);
  while (!rest.empty()) {
    const auto number = take_number(rest);
    if (!number) return broken("not whole: its last count is cut");
    if (*number < 0) {
      if (*number < -static_cast<std::int64_t>(most) - 1)
        return broken("damaged: a run of zeros is longer than it can be");
      index += static_cast<std::size_t>(-*number);
    } else {
      VPSFIT_CHECK(histogram.add_at(index++, *number));
    }
    if (index > most + 1) return broken("damaged: it has more counts than its geometry allows");
  }
  return {};
}

}  // namespace

Result<Histogram> decode_v2(std::string_view base64) {
  if (base64.size() > most_bytes) return broken("larger than 64 MiB");
  VPSFIT_TRY(const std::string outer, from_base64(base64));
  if (outer.size() < 8) return broken("not whole");
  VPSFIT_CHECK(check_cookie(big_endian(outer, 0, 4), compressed_cookie));
  const std::size_t length = big_endian(outer, 4, 4);
  if (length > outer.size() - 8)
    return broken(fmt::format("not whole: {} of {} bytes are here", outer.size() - 8, length));
  VPSFIT_TRY(const std::string plain, inflated(std::string_view(outer).substr(8, length)));
  if (plain.size() < header_bytes) return broken("not whole: its header is cut");
  VPSFIT_CHECK(check_cookie(big_endian(plain, 0, 4), plain_cookie));
  const std::size_t payload = big_endian(plain, 4, 4);
  if (payload > plain.size() - header_bytes) return broken("not whole: counts are missing");
  // A real shift is by whole doublings; 1 is what the JavaScript library writes for none.
  if (big_endian(plain, 8, 4) > 1) return broken("shifted (its normalizing offset is not 0), which is not read");
  const std::uint64_t digits = big_endian(plain, 12, 4), lowest = big_endian(plain, 16, 8);
  if (digits > 5 || lowest < 1 || lowest > static_cast<std::uint64_t>(Histogram::largest_value / 4))
    return broken(fmt::format("of {} digits from {}, which is no histogram", digits, lowest));
  // The ratio at 32 is not looked at: some writers put a whole number's bits there.
  Histogram histogram(Geometry{static_cast<int>(digits), static_cast<std::int64_t>(lowest)});
  VPSFIT_CHECK(read_counts(std::string_view(plain).substr(header_bytes, payload), histogram));
  return histogram;
}

std::string encode_v2(const Histogram& histogram) {
  std::string counts;
  std::int64_t zeros = 0;
  for (const std::int64_t count : histogram.counts()) {
    if (count == 0) {
      ++zeros;
      continue;
    }
    if (zeros > 0) put_number(counts, zeros == 1 ? 0 : -zeros);
    zeros = 0;
    put_number(counts, count);
  }
  std::string plain;
  put(plain, plain_cookie, 4);
  put(plain, counts.size(), 4);
  put(plain, 0, 4);
  put(plain, static_cast<std::uint64_t>(histogram.geometry().digits), 4);
  put(plain, static_cast<std::uint64_t>(histogram.geometry().lowest), 8);
  // Readers allocate up to here: the largest value that is counted, at least twice the lowest.
  const std::int64_t top =
      std::max<std::int64_t>(histogram.percentile(1'000'000).value_or(0), 2 * histogram.geometry().lowest);
  put(plain, static_cast<std::uint64_t>(top), 8);
  put(plain, 0x3ff0000000000000, 8);  // the ratio 1.0
  plain += counts;
  const std::string packed = deflated(plain);
  std::string outer;
  put(outer, compressed_cookie, 4);
  put(outer, packed.size(), 4);
  return to_base64(outer + packed);
}

}  // namespace vpsfit::lab
