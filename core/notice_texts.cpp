// SPDX-License-Identifier: MIT
#include "core/notice_texts.hpp"

#include <array>

namespace vpsfit {
namespace {

// Sorted by number. A number or a code is never reused with another meaning.
constexpr auto texts = std::to_array<NoticeText>({
    {101, "ticks_missed",
     "{missed} of {due} samples in window {window} of run {run} were missed; nothing was filled in."},
    {102, "run_cut", "Run {run} was not ended by the sampler: it holds everything up to its last sample, and no more."},
    {103, "ended_early", "Run {run} ended {seconds} s before its windows did ({reason})."},
    {104, "oom_kill", "The kernel killed {count} process(es) of run {run} for lack of memory."},
    {105, "throttled", "Run {run} was throttled in {periods} CPU periods: it wanted more CPU than its limit gave."},
    {106, "second_rate_source",
     "Run {run} was sampled from the process tree, because no control group could be made: its memory is an estimate."},
    {107, "older_peak",
     "The kernel's memory peak of run {run} ({peak_bytes} bytes) is from before the run and was not used."},
    {108, "sample_gap", "No sample was taken for {seconds} s in window {window} of run {run}."},
    {109, "window_open", "Window {window} of run {run} has no end, so no average CPU: the run is not used in it."},
    {110, "window_missing", "Run {run} has no window {window} and is not used."},
    {111, "counter_backwards",
     "The CPU counter of run {run} went backwards in window {window}, as if the group had been replaced: the window is "
     "not used."},
    {112, "cpu_unknown",
     "The CPU counter could not be read at both edges of window {window} of run {run}: the window is not used."},
    {113, "memory_unknown", "Run {run} has no sample of its memory ({definition}) and is not used."},
    {114, "ticks_dropped",
     "The disk refused samples of run {run} for so long that {ticks} were dropped; nothing was filled in."},
    {115, "run_going_on", "Run {run} is still being sampled: its figures are those up to now."},
    {116, "unknown_remark", "The recording carries the remark '{code}', which this version does not know."},
    {117, "no_usable_run", "{subject} has no run with a whole window {window}: nothing can be computed for it."},
    {118, "load_missing", "{subject} was not measured under load {load}: nothing can be computed for it."},
    {119, "figure_missing", "The {figure} of run {run} could not be read ({reason}): it is unknown, not zero."},
    {120, "target_exited", "What ran in the group of run {run} ended, and the group was removed."},
    {121, "target_oom",
     "Run {run} ended right after the kernel had killed {count} of its processes for lack of memory."},
    {122, "target_oom_above",
     "The group above that of run {run} counted a kill for lack of memory when the run ended: it was probably its "
     "own."},
    {123, "target_removed", "The group of run {run}, in which nothing ran, was removed."},
    {124, "engine_gone", "Run {run} ended together with the service of its container engine."},
    {125, "paused", "Run {run} was paused for {seconds} s of window {window}: that time is not averaged in."},
    {126, "joined_late", "Run {run} began {seconds} s after window {window} had begun: it was not there before."},
    {127, "engine_source",
     "Run {run} was sampled from what its container engine says, not from the kernel: its figures are second-rate."},
    {130, "impossible_cpu",
     "The CPU counter of run {run} says {cores} cores in window {window}, and the host had {cpus} CPUs: one of the two "
     "is wrong, and the window is not used."},
    {131, "impossible_memory",
     "A sample of run {run} says {bytes} bytes of memory, and the host had {host_bytes}: one of the two is wrong."},
    {132, "clock_stepped",
     "The clock of the host was set by {seconds} s in window {window} of run {run}; measured times do not depend on "
     "it."},
    {133, "host_suspended",
     "The host slept for {seconds} s in window {window} of run {run}: that time is in no figure."},
    {134, "host_stolen",
     "The hypervisor took {percent} % of the CPU time of the host in window {window} of run {run}: the figures are "
     "those of a disturbed machine."},
    {135, "swap_used", "Run {run} had up to {bytes} bytes in swap, which are in no figure of its memory."},
    {136, "shorter_than_minute",
     "Window {window} of run {run} is shorter than a minute: its average stands for its busiest minute."},
    {137, "excerpt",
     "Run {run} is an excerpt from {from} to {to} s after its start: what came before and after is in no figure."},
    {138, "rolled_up",
     "{minutes} minutes of window {window} of run {run} are rolled up: averages, counts, gaps and largest values are "
     "exact, the median and the busiest minute are not known any more."},
    {139, "memory_at_limit",
     "Run {run} filled {percent} % of the {limit_bytes} bytes that its memory limit allows: a heap or a cache takes "
     "what "
     "it is given, so under another limit it would need more or less."},
    {151, "rate_not_reached",
     "{missed} of {runs} runs of {subject} stayed below {share} of the rate that load {load} asks for."},
    {152, "generator_bound",
     "In {bound} of {runs} runs of {subject} under load {load} the load generator was the limit, not the server."},
    {153, "load_errors", "In run {run} of {subject} {errors} of {requests} requests failed."},
    {201, "peak_decides",
     "The kernel's memory peak of run {run} ({peak_bytes} bytes) is above the largest sample ({sample_bytes} bytes) "
     "and decides the need."},
    {202, "memory_unit_decides",
     "{plan}: {size} is read as the smaller {bytes} bytes; the larger reading would fit, so the vendor's unit "
     "decides."},
    {203, "single_run", "Only {runs} run(s): the spread between fresh starts is unknown or hardly known."},
    {204, "architecture_differs",
     "{plan} has {plan_architecture} cores; the measurement was made on {measured_architecture}."},
    {205, "unequal_load",
     "{subject} was measured at {rate} requests per second and {baseline} at {baseline_rate}: no saving is computed "
     "from unequal loads."},
    {206, "idle_subject",
     "{subject} used no measurable CPU in its window: an idle service says nothing about the size of its server."},
    {207, "load_unknown", "Nobody says whether {subject} and {baseline} were measured under the same load."},
    {208, "different_load",
     "{subject} was measured under load {load} and {baseline} under {baseline_load}: no saving is computed from "
     "different loads."},
    {209, "throttled_refused",
     "{subject}: run {run} was held back by its CPU limit in {periods} periods. What it would have used is unknown: no "
     "saving is computed."},
    {210, "oom_refused",
     "{subject}: the kernel killed {count} process(es) of run {run} for lack of memory. What it would have needed is "
     "unknown: no saving is computed."},
    {211, "request_errors",
     "{subject}: {errors} of {requests} requests of run {run} failed. It did less work than was asked for: no saving "
     "is computed."},
    {212, "rate_missed",
     "{subject}: run {run} reached {achieved} of {asked} requests per second, less than 98 %: no saving is computed."},
    {213, "few_ticks",
     "{subject}: run {run} has {ticks} of {due} samples in its window, too few to know its largest memory: no saving "
     "is computed."},
    {214, "limits_differ",
     "{subject}: run {run} had other limits of memory or CPU than run {first}. Figures from before and after a change "
     "do not belong together: no saving is computed."},
    {301, "stock_unknown", "{plan}: nobody knows whether it is in stock."},
    {302, "renewal_unknown", "{plan}: the price after the first term is unknown."},
    {303, "baseline_share_unknown",
     "{plan}: the vendor does not publish how much of a core may be used all the time; {share} of each is needed."},
    {304, "plan_old", "{plan} was verified on {verified_on}, {days} days before {as_of}."},
    {305, "tax_unknown", "{plan}: the price does not say whether tax is included."},
    {306, "tax_mixed", "The plans compared are priced with and without tax: {plans}."},
    {307, "tie", "{plans} cost the same; the tie was decided by memory, then vCPU, then traffic, then id."},
    {308, "scarce", "{plan} is scarce: it may be gone when you order it."},
    {309, "setup_fee_unknown", "{plan}: it is unknown whether a setup fee is charged."},
    {310, "coupon_not_applied", "{plan}: the code {coupon} is on offer and was not applied."},
    {311, "first_term_not_applied",
     "{plan}: the first {periods} period(s) cost {amount} each; the regular price was taken."},
    {312, "renewal_differs", "{plan}: after the first term a period costs {amount}."},
    {313, "deprecated", "{plan} is being withdrawn (after {date})."},
    {314, "verified_later", "{plan} was verified on {verified_on}, after {as_of}: it may not have been sold so then."},
    {315, "longer_term", "{plan}: {period} are paid at once; a year's share of it was taken."},
    {316, "region_price", "{plan}: this price holds in the region {region} only."},
    {317, "disk_unknown", "{plan}: nobody knows how much disk it has; {bytes} bytes were asked for."},
    {318, "against_excluded", "{plan}, which all are compared with, could not be chosen itself ({reason})."},
    {319, "promotion_not_applied", "{plan}: a reduction without a code is on offer and was not applied."},
    {401, "rate_given", "1 {from} = {value} {to} of {date} was given by hand and is not checked against a source."},
    {402, "rate_older_day", "The rate for {asked} is the one of {used}, the last day on which the bank published."},
    {403, "baseline_without_plan", "{baseline} has no plan to compare with: no saving is computed."},
    {404, "rate_far", "The rate {from}/{to} is of {date}, more than a month away from {as_of}."},
    {405, "baseline_refused", "{baseline}, which all are compared with, was refused itself: no saving is computed."},
    {406, "rates_of_days_mixed",
     "The rates are of different days ({days}): fees in different currencies compare as they never stood."},
    {501, "calibration_work_differs",
     "{subject} did other work on the two hosts ({here}; {there}): the CPU that it took cannot be compared."},
    {502, "calibration_work_unknown",
     "{recording}: nobody knows how much work was done: no request rate was declared, no requests were counted, and no "
     "command ran from its start to its end."},
    {503, "calibration_saturated",
     "{recording}: under a load that takes all it gets, every host does another amount of work: measure at a fixed "
     "rate or a fixed number of requests."},
    {504, "calibration_throttled", "{recording}: run {run} was held back by its CPU limit in {periods} periods."},
    {505, "calibration_oom", "{recording}: the kernel killed {count} process(es) of run {run} for lack of memory."},
    {506, "calibration_errors",
     "{recording}: {errors} of {requests} requests of run {run} failed: it did less work than was asked for."},
    {507, "calibration_rate_missed",
     "{recording}: run {run} reached {achieved} of {asked} requests per second, less than 98 %."},
    {508, "calibration_few_ticks",
     "{recording}: run {run} has {ticks} of {due} samples in its window, too few to be believed."},
    {509, "calibration_idle", "{recording}: run {run} used no measurable CPU in its window."},
    {510, "calibration_no_run", "{recording}: {subject} has no usable run."},
    {511, "calibration_rate_declared",
     "The requests were not counted on both hosts: the declared {rate} per second is taken as done."},
    {512, "calibration_few_runs",
     "{recording}: only {runs} run(s): the spread between fresh starts is unknown or hardly known."},
    {513, "calibration_other_host",
     "{subject} was measured on {measured}, and the core performance was calibrated from {calibrated}: it does not "
     "hold for it, and no saving is computed."},
    {514, "calibration_other_plan",
     "The core performance was measured on {calibrated_plan}; a core of {plan} may do more or less."},
    {601, "cpu_predicted",
     "{subject}: nobody measured {rate} requests per second. A line through {runs} run(s) at {rates} rates gives "
     "{cores} cores there, and {high} as the upper end of its 95 % interval."},
    {602, "rate_beyond", "{subject}: {rate} requests per second are beyond the {highest} that were measured."},
    {603, "line_bent", "{subject}: the runs do not lie on a line (p < 0.05): measure nearer to the rate."},
    {604, "memory_of_lower_rates",
     "{subject}: the memory is the largest of any rate; none as high as {rate} requests per second was measured."},
    {605, "rates_too_few", "{subject} was not measured at two rates or more: one says nothing about another."},
    {606, "rate_too_far",
     "{subject}: {rate} requests per second are more than 1.5 times the highest measured rate ({highest}): nobody "
     "knows where it stops scaling."},
});

}  // namespace

std::span<const NoticeText> notice_texts() { return texts; }

}  // namespace vpsfit
