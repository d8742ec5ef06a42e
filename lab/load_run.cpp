// SPDX-License-Identifier: MIT
#include "lab/load_run.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <thread>

#include "core/text.hpp"
#include "files/files.hpp"
#include "files/reason.hpp"
#include "json/value.hpp"
#include "lab/limits.hpp"
#include "lab/raw_files.hpp"
#include "sampler/group.hpp"

namespace vpsfit::lab {
namespace {

using std::filesystem::path;

Result<files::Descriptor> make_file(const path& file) {
  files::Descriptor made(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (made) return made;
  return fail(ErrorKind::io, fmt::format("cannot be written: {}", files::reason(errno)), printable(file.string()));
}

Result<std::string> read_if_there(const path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return std::string();
  return files::read_whole(file, most_raw_bytes);
}

Result<void> prepare_folder(const LoadOrder& order, const Invocation& call) {
  std::error_code error;
  std::filesystem::create_directories(order.folder, error);
  if (error)
    return fail(ErrorKind::io, fmt::format("cannot be made: {}", error.message()), printable(order.folder.string()));
  // A file that an earlier attempt left must never be taken for this one's.
  if (!call.log.empty()) std::filesystem::remove(order.folder / call.log, error);
  for (const auto& [name, content] : call.files) VPSFIT_CHECK(files::write_whole(order.folder / name, content));
  auto words = json::Value::array();
  for (const auto& word : call.argv) words.push(word);
  return files::write_whole(order.folder / "argv.json", json::dump(words) + "\n");
}

/// Waits for the end of the command, of its time, of the server, or for a signal.
void wait_for(sampler::Command& command, const Sampling* sampling, std::chrono::nanoseconds most, LoadRun& run) {
  const auto deadline = std::chrono::steady_clock::now() + most;
  while (!command.ended()) {
    run.server_ended = sampling != nullptr && sampling->over();
    run.stopped = pending_signal() != 0;
    run.hung = std::chrono::steady_clock::now() >= deadline;
    if (run.server_ended || run.stopped || run.hung) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::optional<CpuTime> usage_of(sampler::Group& group) {
  recording::Reading reading;
  group.read(reading);
  return reading.usage;
}

/// Runs it with its outputs in `output` and, beside it, stderr.txt.
Result<LoadRun> run_in_group(const HostView& host, const std::vector<std::string>& argv, const GeneratorPlan& plan,
                             const path& output, const Sampling* sampling, std::chrono::nanoseconds most) {
  LoadRun run;
  run.argv = argv;
  VPSFIT_TRY(auto group, fresh_group(host));
  VPSFIT_CHECK(set_limits(host.tree, group.place(), {{}, {}, plan.memory, {}}));
  VPSFIT_TRY(const auto source, sampler::Group::open(group.place(), std::make_shared<sampler::ReadBuffer>()));
  VPSFIT_TRY(const auto file, make_file(output));
  VPSFIT_TRY(const auto errors, make_file(output.parent_path() / "stderr.txt"));
  sampler::Surroundings around;
  around.output = file.get();
  around.errors = errors.get();
  if (plan.cpuset) around.cpus.assign(plan.cpuset->cpus().begin(), plan.cpuset->cpus().end());
  VPSFIT_TRY(const auto command, sampler::Command::prepare(argv, &group, around));
  const auto before = usage_of(*source);
  const CpuTime ours = sampling != nullptr ? sampling->own_cpu() : CpuTime{0};
  VPSFIT_CHECK(command->start());
  wait_for(*command, sampling, most, run);
  const auto after = usage_of(*source);
  if (before && after) run.cpu = *after - *before;
  if (sampling != nullptr && !run.server_ended) run.sampler_cpu = sampling->own_cpu() - ours;
  command->kill();
  run.status = command->status();
  VPSFIT_CHECK(group.remove());
  return run;
}

}  // namespace

bool is_installed(std::string_view program) { return sampler::find_program(std::string(program)).has_value(); }

std::string version_file(const Generator& generator) { return fmt::format("{}.version", generator.name); }

std::string ask_version(const Generator& generator, const HostView& host, const path& folder) {
  using namespace std::chrono_literals;
  const path output = folder / version_file(generator);
  const auto run = run_in_group(host, {std::string(generator.name), std::string(generator.version_argument)}, {},
                                output, nullptr, 5s);
  return run ? read_if_there(output).value_or("") : std::string();
}

Result<RawOutput> read_raw(const Invocation& call, const path& folder) {
  RawOutput raw;
  VPSFIT_TRY(raw.standard_output, read_if_there(folder / "stdout.txt"));
  VPSFIT_TRY(raw.standard_error, read_if_there(folder / "stderr.txt"));
  if (!call.log.empty()) {
    VPSFIT_TRY(raw.log, read_if_there(folder / call.log));
  }
  return raw;
}

Result<LoadRun> run_load(const HostView& host, const Generator& generator, const GeneratorPlan& plan,
                         const LoadOrder& order, Sampling& sampling, std::chrono::nanoseconds deadline) {
  VPSFIT_TRY(const Invocation call, generator.invoke(order));
  VPSFIT_CHECK(prepare_folder(order, call));
  VPSFIT_TRY(LoadRun run, run_in_group(host, call.argv, plan, order.folder / "stdout.txt", &sampling, deadline));
  VPSFIT_TRY(run.raw, read_raw(call, order.folder));
  return run;
}

}  // namespace vpsfit::lab
