// SPDX-License-Identifier: MIT
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <fmt/format.h>
#include <memory>

#include "core/text.hpp"
#include "fx-rates/ecb_file.hpp"

namespace vpsfit::fx {
namespace {

using Archive = std::unique_ptr<archive, decltype([](archive* a) { archive_read_free(a); })>;

tl::unexpected<Error> wrong(std::string message) {
  return fail(ErrorKind::input, std::move(message), {}, "fetch the zip anew from www.ecb.europa.eu/stats/eurofxref");
}

tl::unexpected<Error> broken(archive* zip) {
  const char* const why = archive_error_string(zip);
  return wrong(fmt::format("the zip is cut or damaged: {}", why == nullptr ? "no reason given" : printable(why)));
}

std::string name_of(archive_entry* entry) {
  const char* const name = archive_entry_pathname(entry);
  return name == nullptr ? "" : name;
}

Result<std::string> text_of(archive* zip) {
  std::string text;
  std::array<char, 65536> block{};
  for (;;) {
    const auto got = archive_read_data(zip, block.data(), block.size());
    if (got < 0) return broken(zip);
    if (got == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
    if (text.size() > max_quotes_bytes)
      return wrong(fmt::format("the zip unpacks to more than {} bytes", max_quotes_bytes));
  }
}

}  // namespace

Result<std::string> unzip(std::string_view content) {
  const Archive zip(archive_read_new());
  // The seekable reader needs the directory at the end, so a zip that was cut is noticed also where its data are whole.
  if (!zip || archive_read_support_format_zip_seekable(zip.get()) != ARCHIVE_OK ||
      archive_read_open_memory(zip.get(), content.data(), content.size()) != ARCHIVE_OK)
    return broken(zip.get());
  archive_entry* entry = nullptr;
  const int found = archive_read_next_header(zip.get(), &entry);
  if (found == ARCHIVE_EOF) return wrong("the zip is empty");
  if (found != ARCHIVE_OK) return broken(zip.get());
  const std::string name = name_of(entry);
  if (archive_entry_filetype(entry) != AE_IFREG || !name.ends_with(".csv"))
    return wrong(fmt::format("the zip holds '{}' and not a CSV file", printable(name, 60)));
  if (archive_entry_is_data_encrypted(entry) != 0) return wrong("the file in the zip is encrypted");
  VPSFIT_TRY(std::string text, text_of(zip.get()));
  const int next = archive_read_next_header(zip.get(), &entry);
  if (next == ARCHIVE_OK)
    return wrong(fmt::format("the zip holds a second file, '{}'; the ECB's hold one", printable(name_of(entry), 60)));
  if (next != ARCHIVE_EOF) return broken(zip.get());
  return text;
}

}  // namespace vpsfit::fx
