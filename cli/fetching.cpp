// SPDX-License-Identifier: MIT
#include "cli/fetching.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "cli/output.hpp"
#include "cli/state_folder.hpp"
#include "cli/version.hpp"
#include "core/date.hpp"
#include "core/text.hpp"
#include "files/files.hpp"

namespace vpsfit::cli {

Network::Network() : live_(::isatty(STDERR_FILENO) == 1) {}

Network::~Network() {
  if (written_) static_cast<void>(!::write(STDERR_FILENO, "\r\x1b[K", 4));
}

bool Network::show(const std::string& url, std::int64_t received, std::int64_t expected) {
  if (!live_) return true;
  const std::string size = expected > 0 ? fmt::format("{} of {} KiB", received / 1024, expected / 1024)
                                        : fmt::format("{} KiB", received / 1024);
  const std::string line = fmt::format("\r\x1b[K{} {}", printable(url, 60), size);
  static_cast<void>(!::write(STDERR_FILENO, line.data(), line.size()));
  written_ = true;
  return true;
}

Result<std::unique_ptr<Network>> Network::make(const Arguments& arguments) {
  std::unique_ptr<Network> network(new Network());  // NOLINT: the constructor is private
  fetch::Fetcher& fetcher = network->fetcher_;
  Network* const self = network.get();
  fetcher.transport = [self](const HttpRequest& request) { return self->http_.ask(request); };
  fetcher.sleep = [](std::chrono::milliseconds time) { return std::this_thread::sleep_for(time), true; };
  fetcher.progress = [self](const std::string& url, std::int64_t received, std::int64_t expected) {
    return self->show(url, received, expected);
  };
  fetcher.user_agent = std::string("vpsfit/") + std::string(version);
  fetcher.ca_file = arguments.text("--ca-file").value_or("");
  if (!fetcher.ca_file.empty() && ::access(fetcher.ca_file.c_str(), R_OK) != 0)
    return fail(ErrorKind::io, "cannot be read", printable(fetcher.ca_file), "name a PEM file of certificates");
  if (const auto text = arguments.text("--timeout")) {
    const auto time = parse_duration(*text);
    if (!time) return fail(Error(time.error()).in("--timeout"));
    fetcher.limits.total = std::chrono::ceil<std::chrono::milliseconds>(*time);
    fetcher.limits.idle = std::min(fetcher.limits.idle, fetcher.limits.total);
  }
  if (const auto folder = state_folder()) {
    network->cache_ = std::make_unique<fetch::AnswerCache>(*folder / "answers");
    fetcher.cache = network->cache_.get();
  }
  return network;
}

Result<std::string> read_token(const std::string& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) && (info.st_mode & (S_IRGRP | S_IROTH)) != 0)
    return fail(ErrorKind::input, "others than its owner may read this token", printable(file), "chmod 600 the file");
  VPSFIT_TRY(const std::string content, files::read_whole(file, 4096));
  const std::string token(trim(content));
  if (token.empty() || token.find('\n') != std::string::npos)
    return fail(ErrorKind::input, "a token is one line", printable(file));
  return token;
}

}  // namespace vpsfit::cli
