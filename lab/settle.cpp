// SPDX-License-Identifier: MIT
#include "lab/settle.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/descriptor.hpp"
#include "files/files.hpp"
#include "files/reason.hpp"
#include "json/value.hpp"

namespace vpsfit::lab {
namespace {

constexpr std::int64_t most_time_wait = 5000;
constexpr double most_pressure = 20;

/// The word that follows a word.
std::string_view after(std::string_view text, std::string_view word) {
  const auto at = text.find(word);
  if (at == std::string_view::npos) return {};
  const auto rest = text.substr(at + word.size());
  return rest.substr(0, rest.find_first_of(" \n"));
}

json::Value first_line(const char* file) {
  const auto text = files::read_whole(file, 65'536);
  if (!text) return {};
  const auto line = trim(std::string_view(*text).substr(0, text->find('\n')));
  return json::Value(printable(line, 300));
}

constexpr std::array<std::pair<const char*, const char*>, 14> facts{{
    {"cpus_online", "/sys/devices/system/cpu/online"},
    {"smt_active", "/sys/devices/system/cpu/smt/active"},
    {"governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"},
    {"no_turbo", "/sys/devices/system/cpu/intel_pstate/no_turbo"},
    {"numa_nodes", "/sys/devices/system/node/online"},
    {"clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource"},
    {"transparent_hugepage", "/sys/kernel/mm/transparent_hugepage/enabled"},
    {"swappiness", "/proc/sys/vm/swappiness"},
    {"loopback_mtu", "/sys/class/net/lo/mtu"},
    {"ip_local_port_range", "/proc/sys/net/ipv4/ip_local_port_range"},
    {"somaxconn", "/proc/sys/net/core/somaxconn"},
    {"tcp_tw_reuse", "/proc/sys/net/ipv4/tcp_tw_reuse"},
    {"loadavg", "/proc/loadavg"},
    {"virtualization", "/sys/class/dmi/id/product_name"},
}};

}  // namespace

std::optional<std::int64_t> parse_time_wait(std::string_view sockstat) {
  const auto number = parse_int(after(sockstat, " tw "));
  return number ? std::optional(*number) : std::nullopt;
}

std::optional<double> parse_pressure(std::string_view pressure) {
  const auto word = after(pressure, "some avg10=");
  double value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || read.ec != std::errc() || read.ptr != word.data() + word.size()) return std::nullopt;
  return value;
}

std::string unrest() {
  const auto sockets = files::read_whole("/proc/net/sockstat", 65'536);
  const auto waiting = sockets ? parse_time_wait(*sockets) : std::nullopt;
  if (waiting.value_or(0) >= most_time_wait) return fmt::format("{} sockets are in TIME_WAIT", *waiting);
  const auto pressure = files::read_whole("/proc/pressure/cpu", 65'536);
  const auto percent = pressure ? parse_pressure(*pressure) : std::nullopt;
  if (percent.value_or(0) >= most_pressure)
    return fmt::format("others wait for the processors {:.0f} % of the time", *percent);
  return {};
}

Result<void> drop_caches() {
  ::sync();
  const files::Descriptor file(::open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC));
  if (file && ::write(file.get(), "3", 1) == 1) return {};
  return fail(ErrorKind::unavailable, fmt::format("the page cache cannot be dropped: {}", files::reason(errno)),
              "cache_state", "be root, or write cache_state = \"as-is\"");
}

bool is_listening(std::int64_t port) {
  const files::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return socket && ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

std::string environment_json() {
  auto all = json::Value::object();
  utsname names{};
  if (::uname(&names) == 0) all.set("kernel", std::string(names.release)).set("machine", std::string(names.machine));
  for (const auto& [name, file] : facts) all.set(name, first_line(file));
  rlimit files_limit{};
  if (::getrlimit(RLIMIT_NOFILE, &files_limit) == 0)
    all.set("open_files_limit", static_cast<std::int64_t>(files_limit.rlim_cur));
  return json::dump(all);
}

}  // namespace vpsfit::lab
