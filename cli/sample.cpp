// SPDX-License-Identifier: MIT
#include <algorithm>
#include <csignal>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/sample_options.hpp"
#include "cli/sample_progress.hpp"
#include "cli/sample_start.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "recording/writer.hpp"
#include "sampler/host_facts.hpp"
#include "sampler/life_watch.hpp"
#include "sampler/mark_socket.hpp"
#include "sampler/system_clock.hpp"
#include "sampler/user_scope.hpp"
#include "sampler/writer_sink.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view sample_usage =
    R"(Samples what running targets, or a command, use, once a second, into a recording.

Usage: vpsfit sample --out=FILE [--subject=NAME] [--run=ID] [--window=SPAN]...
                     [--for=TIME] [--interval=TIME] [--load=NAME] [--request-rate=N]
                     [--progress=HOW] [--follow=NAME]... [--exclude=NAME]... [--via=SOURCE]
                     [--retain=TIME] [<target>...]

Targets that run already:
  docker:NAME, podman:NAME, containerd:NAME, crio:NAME, lxc:NAME, machine:NAME,
  pod:NAMESPACE/NAME, unit:NAME.service, cgroup:/PATH, pid:N, self; all containers:
  all; and a bare NAME of a container. A NAME may also be an alias or the start of
  an id; docker:label=KEY=VALUE means all that carry the label.
all also takes in containers that start later. A container that starts again is a
new run of the same subject.
A command that is written after a double dash, as in
  vpsfit sample --out=run.db --window=load=15s -- ./server --port 8080
runs in a control group of its own, is sampled from before its first instruction
until after its last exit, and everything it left running is killed and the group
removed. Run servers in the foreground: when the command exits, the run ends.
When the windows are over the command gets SIGTERM, and SIGKILL after 10 s.
Its exit status is recorded, not returned. Where no group can be made, the process
tree is sampled, which is second-rate for memory.

  --out=FILE        the recording; it is made, or gets further runs
  --subject=NAME    what is measured; without it the name of the target or command
  --run=ID          names this fresh start; without it the subject's next number
  --window=SPAN     NAME=DURATION, like load=15s; windows run one after the other
                    from the start of the command or the first reading
  --for=TIME        how long to sample; without it the sum of the windows; with
                    neither, one window "all" until Ctrl-C or the end
  --interval=TIME   from one sample to the next [1s]
  --retain=TIME     how long samples stay in seconds, like 12h or 7d; older ones become
                    minutes while it goes on, as 'vpsfit compact' makes them
  --load=NAME       name of the load that the targets are under
  --request-rate=N  requests per second of that load
  --follow=NAME     a target that is sampled each time it appears; the windows begin
                    with its first reading, or the first of another target
  --exclude=NAME    not this one; with all and --follow. * stands for any text
  --via=SOURCE      cgroup: the kernel's own figures [usual]; docker-api: those that a
                    container engine tells, for who cannot read the cgroup tree: they
                    are second-rate (no peak, no kills for lack of memory) and marked so
  --progress=HOW    on standard error: lines (a line a window), json (an object a
                    line, with the members "event" and the figures of each tick),
                    none, or auto: on a terminal a table of the targets, else lines

Ctrl-C ends it in good order, twice at once; what was recorded is whole. Exit status
4: recorded, but with gaps over 2 s, under 95 % of the samples, ended early, or
processes killed for lack of memory.
)";

/// Ticks begin a little later, so that the first one is on time too.
constexpr std::chrono::milliseconds time_to_prepare{100};

ExitCode exit_code_of(const sampler::Outcome& outcome) {
  if (outcome.failure) return exit_code(outcome.failure->kind);
  if (outcome.signal != 0) return outcome.signal == SIGINT ? ExitCode::interrupted : ExitCode::terminated;
  return outcome.incomplete ? ExitCode::incomplete : ExitCode::done;
}

std::string summary(const SampleOptions& options, const std::string& names, const sampler::Outcome& outcome) {
  std::string end(recording::to_text(outcome.reason));
  std::replace(end.begin(), end.end(), '_', ' ');
  if (outcome.command_status) end += fmt::format(", status {}", *outcome.command_status);
  return fmt::format("{}: {} samples of {}, {} missed; {}{}", printable(options.out.string()), outcome.ticks,
                     printable(names, 80), outcome.missed, end,
                     outcome.incomplete ? "; incomplete, vpsfit show tells why" : "");
}

/// The measurement itself; the recording is open and will be finished by the caller whatever happens here.
Result<sampler::Outcome> measure(const SampleOptions& options, Measured& measured, recording::Writer& writer,
                                 sampler::SystemClock& clock, sampler::Plan plan, SampleProgress& progress) {
  const auto marks = sampler::MarkServer::listen(options.out);
  if (marks) {
    clock.watch_requests((*marks)->descriptor());
  } else {
    progress.remark(fmt::format("vpsfit mark will not work: {}", marks.error().message));
  }
  for (const auto& remark : measured.remarks) progress.remark(remark);
  const auto lives = sampler::EventWatch::make();
  sampler::WriterSink sink(writer);
  sampler::Session session(std::move(plan), std::move(measured.subjects), clock, sink, progress, measured.command.get(),
                           marks ? marks->get() : nullptr);
  if (lives) {
    session.watch(**lives);
    clock.watch_news((*lives)->descriptor());
  }
  if (measured.finder) {
    session.expect(*measured.finder);
    if (lives) (*lives)->also(measured.finder->descriptor());
  }
  return session.run();
}

Result<ExitCode> run_sample(const Arguments& arguments) {
  VPSFIT_TRY(const SampleOptions options, read_sample_options(arguments));
  VPSFIT_TRY(const auto progress, make_progress(options.progress));
  const sampler::HostRoot host;
  const auto tree = sampler::detect_cgroup_tree(host);
  if (!options.command.empty()) {
    VPSFIT_CHECK(sampler::find_program(options.command.front()));
    sampler::enter_user_scope(tree, own_memberships(host));
    sampler::settle_in_user_scope(tree, own_memberships(host));
  }
  const sampler::BlockedSignals blocked;
  Measured measured;
  if (options.command.empty()) {
    VPSFIT_TRY(measured, open_targets(options, host, tree));
  }
  VPSFIT_TRY(const auto clock, sampler::SystemClock::make());
  sampler::Plan plan = options.plan;
  const auto wall = clock->wall();
  plan.grid_start = clock->now() + time_to_prepare;
  VPSFIT_TRY(auto writer, recording::Writer::open(options.out, sampler::host_facts(host, tree, version), plan.interval,
                                                  plan.grid_start, wall + time_to_prepare));
  if (options.retain) VPSFIT_CHECK(writer.retain(*options.retain));
  if (!options.command.empty()) {
    VPSFIT_TRY(measured, prepare_command(options, host, tree));
  }
  VPSFIT_TRY(const auto outcome, measure(options, measured, writer, *clock, std::move(plan), *progress));
  measured.command.reset();
  Result<void> removed;
  if (measured.group) removed = measured.group->remove();
  const std::string retain_trouble = writer.retain_trouble();
  const auto finished = writer.finish();
  if (!retain_trouble.empty()) progress->remark("old seconds were not rolled up any more: " + retain_trouble);
  if (outcome.failure) complain(*outcome.failure);
  if (!removed) complain(removed.error());
  // A run that never began (its name is taken, the target was gone) has nothing to sum up: the complaint says it all.
  if (!outcome.failure || outcome.ticks > 0)
    progress->ended(outcome, options.out.string(), summary(options, measured.names, outcome));
  if (!finished) return fail(finished.error());
  return removed ? exit_code_of(outcome) : ExitCode::could_not;
}

}  // namespace

extern const Command sample_command;
const Command sample_command{"sample", "measure what containers or a command use", sample_usage, run_sample};

}  // namespace vpsfit::cli
