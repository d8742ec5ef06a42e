// SPDX-License-Identifier: MIT
#include "sampler/mounts.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {

std::string undo_octal(std::string_view text) {
  const auto octal = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '7'; };
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && octal(i + 1) && text[i + 1] <= '3' && octal(i + 2) && octal(i + 3)) {
      plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::vector<Mount> parse_mounts(std::string_view text) {
  std::vector<Mount> mounts;
  while (const auto line = take_line(text)) {
    // 36 35 98:0 /root /point options optional-fields... - type source super-options
    const auto fields = split(*line, ' ');
    const auto dash = fields.size() < 7 ? fields.end() : std::find(fields.begin() + 6, fields.end(), "-");
    if (fields.end() - dash < 4) continue;
    Mount mount{undo_octal(fields[3]), undo_octal(fields[4]), std::string(dash[1]), false, {}};
    const auto options = split(fields[5], ',');
    mount.read_only = std::find(options.begin(), options.end(), "ro") != options.end();
    for (const auto option : split(dash[3], ',')) mount.super_options.emplace_back(option);
    mounts.push_back(std::move(mount));
  }
  return mounts;
}

}  // namespace vpsfit::sampler
