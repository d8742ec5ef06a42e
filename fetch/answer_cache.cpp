// SPDX-License-Identifier: MIT
#include "fetch/answer_cache.hpp"

#include <fmt/format.h>
#include <system_error>
#include <vector>

#include "core/text.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"

namespace vpsfit::fetch {
namespace {

constexpr std::string_view first_line = "vpsfit answer 1";

/// Takes the text up to the next line break off the front; nothing where there is none.
std::optional<std::string> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string line(text.substr(0, end));
  text.remove_prefix(end + 1);
  return line;
}

}  // namespace

std::filesystem::path AnswerCache::file_of(const std::string& question) const {
  return folder_ / (files::sha256(question) + ".answer");
}

std::optional<KeptAnswer> AnswerCache::find(const std::string& question) const {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file_of(question), error)) return std::nullopt;
  const auto content = files::read_whole(file_of(question));
  if (!content) return std::nullopt;
  std::string_view rest = *content;
  const auto magic = take_line(rest);
  const auto sum = take_line(rest);
  auto etag = take_line(rest);
  auto modified = take_line(rest);
  if (magic != first_line || !sum || !etag || !modified || *sum != files::sha256(rest)) return std::nullopt;
  return KeptAnswer{std::move(*etag), std::move(*modified), std::string(rest)};
}

Result<void> AnswerCache::keep(const std::string& question, const KeptAnswer& answer) const {
  if (answer.etag.empty() && answer.last_modified.empty()) return {};  // it could never be asked about
  if ((answer.etag + answer.last_modified).find('\n') != std::string::npos) return {};
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    return fail(ErrorKind::io, fmt::format("cannot create the folder: {}", error.message()),
                printable(folder_.string()));
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, error);  // an account's prices are its own
  return files::write_whole(file_of(question), fmt::format("{}\n{}\n{}\n{}\n{}", first_line, files::sha256(answer.body),
                                                           answer.etag, answer.last_modified, answer.body));
}

}  // namespace vpsfit::fetch
