// SPDX-License-Identifier: MIT
/** Types of the documents that vpsfit writes, for sites and tools in TypeScript. The schemas in schema/ are binding. */

/** An exact number as text: "46734.45". Never parse it with Number where a cent matters. */
export type Decimal = string;
/** A day: "2026-11-02". */
export type Day = string;
export type LanguageTag = "en" | "ko" | "ja" | "zh-TW" | "de";
export type Status = "ok" | "no_fit" | "refused";
export type Robustness = "robust" | "tight" | "flips";

export interface Money {
  amount: Decimal;
  /** ISO 4217; the amount has the currency's own digits. */
  currency: string;
}

/** One figure over the runs of a subject. */
export interface Range {
  low: Decimal;
  median: Decimal;
  high: Decimal;
  runs: number;
}

export interface Load {
  name: string | null;
  request_rate_per_s: Decimal | null;
}

export interface Need {
  /** Whole cores, at least 1. */
  vcpus: number;
  /** Before rounding up. */
  vcpus_exact: Decimal;
  memory_bytes: number;
}

export interface Plan {
  vendor: string;
  id: string;
  vcpus: number;
  memory_bytes: number;
  annual_fee: Money;
}

/** Positive where the baseline is cheaper. */
export interface Savings {
  annual: Money;
  annual_exact: Decimal;
  monthly: Money;
}

/** The figures of one subject in words of one language; null where there is nothing to say. */
export interface Display {
  cpu_cores: string | null;
  memory_median: string | null;
  memory_largest: string | null;
  needed_vcpus: string | null;
  needed_memory: string | null;
  plan: string | null;
  annual_fee: string | null;
  annual_saving: string | null;
  monthly_saving: string | null;
  headline: string | null;
}

/** What stands above the figures. */
export type LabelKey =
  | "title"
  | "as_of"
  | "subject"
  | "measured"
  | "forecast"
  | "load"
  | "runs"
  | "cpu_cores"
  | "memory_median"
  | "memory_largest"
  | "needed_vcpus"
  | "needed_memory"
  | "plan"
  | "annual_fee"
  | "annual_saving"
  | "monthly_saving"
  | "baseline"
  | "no_plan"
  | "not_stated"
  | "forecast_warning"
  | "assumptions"
  | "core_performance"
  | "cpu_headroom"
  | "memory_factor"
  | "os_reserve"
  | "remarks"
  | "load_results"
  | "load_results_note"
  | "data"
  | LoadKey;

/** What a plan costs over the years that were asked for. */
export interface YearsTotal {
  years: number;
  /** null: nobody tells */
  setup_fee: Money | null;
  first_term: Money;
  renewed_periods: number;
  renewed: Money;
  ipv4: Money;
  /** null where a part is unknown */
  total: Money | null;
  /** With what is unknown as it is at first. */
  total_if_unchanged: Money;
}

/** Where the core performance was measured. */
export interface Calibration {
  subject: string;
  /** The lowest over the runs, which counts. */
  core_performance: Decimal;
  core_performance_highest: Decimal;
  plan: string | null;
  here: { cpu_model: string | null; runs: number };
  there: { cpu_model: string | null; runs: number };
}

export interface SummarySubject {
  subject: string;
  status: Status;
  is_baseline: boolean;
  usage: {
    cpu_cores: Decimal | null;
    memory_bytes: number | null;
    memory_statistic: string | null;
    runs: number | null;
    load: Load | null;
    cpu_cores_of_runs: Range | null;
    memory_median_bytes_of_runs: Range | null;
    memory_max_bytes_of_runs: Range | null;
  };
  need: Need | null;
  plan: Plan | null;
  savings: Savings | null;
  robustness: Robustness | null;
  years_total?: YearsTotal;
  display: Partial<Record<LanguageTag, Display>>;
}

/** What a load generator reported about one subject; throughput and latencies are null where they are withheld. */
export interface LoadSubject {
  subject: string;
  runs: number;
  generators: string[];
  /** What speaks against any of the runs. */
  flags: string[];
  /** The flag that forbids to publish the figures. */
  withheld: string | null;
  /** Successful responses per recorded second. */
  throughput_per_s: Range | null;
  /** Successful responses / (rate x planned time). */
  completed_share: Range | null;
  runs_below_rate: number;
  /** Milliseconds. */
  latency_ms: Record<"mean" | "p25" | "p50" | "p75" | "p90" | "p95" | "p99" | "max", Range | null>;
  failed_requests: Range | null;
  contract_checks: number;
  /** CPU of the sampling itself while the load ran. */
  sampling_cores: Range | null;
}

/** One load, measured in one way. */
export interface LoadGroup<Subject = LoadSubject> {
  load: string;
  /** null: as many as each subject takes. */
  request_rate_per_s: Decimal | null;
  connections: number;
  /** From when latencies count: "scheduled", "rebuilt", "actual_send", "backfilled", "unknown". */
  latency_origin: string | null;
  subjects: Subject[];
}

/** A column of a table of load results: a label, and a figure in words beside "KEY_range". */
export type LoadKey =
  | "throughput"
  | "completed_share"
  | "latency_mean"
  | "latency_p25"
  | "latency_p50"
  | "latency_p75"
  | "latency_p90"
  | "latency_p95"
  | "latency_p99"
  | "latency_max"
  | "failed_requests";

/** The same with its words. */
export interface SummaryLoadSubject extends LoadSubject {
  display: Partial<Record<LanguageTag, Record<LoadKey | `${LoadKey}_range`, string | null>>>;
}
export interface SummaryLoadGroup extends LoadGroup<SummaryLoadSubject> {
  display: Partial<Record<LanguageTag, { caption: string; remarks: string[]; notes: string[] }>>;
}

/** summary.json, what a website reads. */
export interface Summary {
  schema: "urn:vpsfit:schema:summary:1";
  schema_version: string;
  tool: { name: string; version: string };
  title: string;
  as_of: Day;
  /** The moment that the report bears, RFC 3339: SOURCE_DATE_EPOCH, else the newest day among the inputs. */
  made_at: string;
  currency: string;
  baseline: string | null;
  against: string | null;
  assumptions: {
    core_performance: Decimal;
    cpu_headroom: Decimal;
    memory_factor: Decimal;
    os_reserve_bytes: number;
  };
  /** Absent where the core performance is assumed; labels.calibration says it in words. */
  calibration?: Calibration;
  /** What plans had to be known for; absent where nothing was insisted on. */
  filters?: Record<string, unknown>;
  /** Over how many years the plans were also priced. */
  years?: number;
  languages: LanguageTag[];
  labels: Partial<Record<LanguageTag, Record<LabelKey, string> & Record<string, string>>>;
  subjects: SummarySubject[];
  /** A table each; empty where no recording has load results. */
  load_results: SummaryLoadGroup[];
  pages: Partial<Record<LanguageTag, string>>;
  files: { name: string; bytes: number; sha256: string }[];
}

export interface Notice {
  code: string;
  args: { [name: string]: string | number | undefined };
  text: string;
}

export interface NamedPlan {
  vendor: string;
  id: string;
}

/** A plan that does not hold the need, with what it lacks. */
export interface ShortPlan extends NamedPlan {
  short_vcpus?: number;
  short_memory_bytes?: number;
  annual_fee?: Money;
}

/** One fresh start, as it was measured. */
export interface Measurement {
  run: string;
  cpu_cores: Decimal;
  cpu_usage_usec: number;
  window_usec: number;
  memory_max_bytes: number;
  memory_median_bytes: number | null;
  memory_peak_bytes: number | null;
  throttled_periods: number | null;
  oom_kills: number | null;
  ticks: number | null;
  missed_ticks: number | null;
}

/** How a plan is paid for. */
export interface Price {
  amount: Decimal;
  currency: string;
  period_count: number;
  period_unit: string;
  kind: string;
  tax: string;
  region: string | null;
}

/** forecast.json, the whole result. */
export interface Forecast {
  schema: "urn:vpsfit:schema:forecast:1";
  schema_version: string;
  tool: { name: string; version: string };
  as_of: Day;
  baseline: string | null;
  against: string | null;
  baseline_annual_fee: Money | null;
  currency: string;
  inputs: { path: string; sha256: string }[];
  assumptions: Summary["assumptions"] & { cpu_formula: string; memory_formula: string };
  rates: {
    from: string;
    to: string;
    value: Decimal;
    value_exact: Decimal | null;
    date_used: Day;
    date_asked: Day;
    days_back: number;
    source: "given" | "ecb" | "identity";
    legs: { from: string; to: string; value: Decimal }[] | null;
  }[];
  excluded_plans: (NamedPlan & { code: string })[];
  subjects: {
    subject: string;
    status: Status;
    usage: {
      cpu_cores: Decimal | null;
      cpu_cores_fraction: string | null;
      cpu_statistic: string;
      deciding_run: string | null;
      cpu_usage_usec: number | null;
      window_usec: number | null;
      memory_bytes: number | null;
      memory_statistic: string | null;
      runs: number;
      memory_run?: string | null;
      memory_definition?: "current" | "working-set" | "anon";
      load?: { name: string | null; request_rate_per_s: number | null } | null;
      window?: string | null;
      origin?: string;
      architecture?: string | null;
      measurements?: Measurement[];
    };
    need: (Need & { vcpus_exact_fraction: string }) | null;
    plan: (Plan & {
      name?: string;
      annual_fee_exact: Decimal;
      annual_fee_converted?: Money | null;
      traffic_included_bytes?: number | null;
      price?: Price;
      stock?: string;
      verified_on?: Day | null;
    }) | null;
    savings: (Savings & { annual_in_plan_currency: Money | null }) | null;
    break_even: {
      cpu_headroom_max: Decimal | null;
      core_performance_min: Decimal | null;
      memory_factor_max: Decimal | null;
      cpu_growth_max: Decimal | null;
      sustained_cpu_share_needed: Decimal | null;
    } | null;
    robustness: Robustness | null;
    /** A row a core performance, a column a headroom; plans are "VENDOR/ID", null where none fits. */
    sensitivity: {
      cpu_headrooms: Decimal[];
      rows: { core_performance: Decimal; vcpus: number[]; plans: (string | null)[] }[];
    } | null;
    rejected_cheaper: (ShortPlan & { code: string })[];
    nearest_misses: (ShortPlan & { excluded?: string })[];
    /** Plans that cost the same as the chosen one. */
    ties: NamedPlan[];
    notices: Notice[];
  }[];
  /** Where a recording has them. */
  load_results?: LoadGroup[];
  notices: Notice[];
}
