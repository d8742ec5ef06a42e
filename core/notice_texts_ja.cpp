// SPDX-License-Identifier: MIT
#include <array>

#include "core/notice_texts_translated.hpp"

namespace vpsfit::notices {
namespace {

constexpr auto japanese_texts = std::to_array<Translation>({
    {"ticks_missed", "実行{run}の区間{window}で、サンプル{due}個のうち{missed}個が欠測です。補間はしていません。"},
    {"run_cut", "実行{run}は正常に終了しておらず、最後のサンプルまでの記録だけが残っています。"},
    {"ended_early", "実行{run}は予定の区間より{seconds}秒早く終わりました（{reason}）。"},
    {"oom_kill", "実行{run}: メモリ不足のため、カーネルが{count}個のプロセスを終了させました。"},
    {"throttled", "実行{run}はCPU周期{periods}回で制限されました。上限より多くのCPUを必要としていました。"},
    {"second_rate_source",
     "実行{run}は、コントロールグループを作れなかったためプロセスツリーから測定しました。メモリは推定値です。"},
    {"older_peak",
     "実行{run}: カーネルが記録したメモリの最大値（{peak_bytes}バイト）は実行前のもののため、使っていません。"},
    {"sample_gap", "実行{run}の区間{window}で、{seconds}秒間サンプルがありません。"},
    {"window_open", "実行{run}の区間{window}は、途中でサンプリングが止まり閉じられなかったため、使いません。"},
    {"window_missing", "実行{run}には区間{window}がないため、使いません。"},
    {"counter_backwards",
     "実行{run}の区間{window}: グループが入れ替わったかのようにCPUカウンターが逆行したため、使いません。"},
    {"cpu_unknown", "実行{run}の区間{window}: 両端のCPUカウンターを読めなかったため、使いません。"},
    {"memory_unknown", "実行{run}にはメモリのサンプル（{definition}）がないため、使いません。"},
    {"ticks_dropped", "実行{run}: 長時間ディスクに書き込めず、サンプル{ticks}個を破棄しました。補間はしていません。"},
    {"run_going_on", "実行{run}はまだ測定中で、数値は現時点までのものです。"},
    {"unknown_remark", "記録に、このバージョンでは解釈できない注記「{code}」があります。"},
    {"no_usable_run", "{subject}には区間{window}が完全な実行がないため、何も計算できません。"},
    {"load_missing", "{subject}は負荷{load}で測定されていないため、何も計算できません。"},
    {"figure_missing", "実行{run}: {figure}を読めませんでした（{reason}）。0ではなく不明です。"},
    {"target_exited", "実行{run}のグループで動いていたものが終了し、グループは削除されました。"},
    {"target_oom", "カーネルがメモリ不足でプロセスを{count}個終了させた直後に、実行{run}は終わりました。"},
    {"target_oom_above",
     "実行{run}が終わったとき、上位のグループがメモリ不足による終了を数えました。おそらくこの実行のものです。"},
    {"target_removed", "何も動いていなかった実行{run}のグループが削除されました。"},
    {"engine_gone", "実行{run}はコンテナエンジンのサービスとともに終わりました。"},
    {"paused", "実行{run}は区間{window}のうち{seconds}秒間一時停止していました。この時間は平均に含めません。"},
    {"joined_late", "実行{run}は区間{window}の開始から{seconds}秒後に始まりました。それ以前は存在しませんでした。"},
    {"engine_source", "実行{run}はカーネルではなくコンテナエンジンの報告から測定しました。数値の精度は劣ります。"},
    {"impossible_cpu",
     "実行{run}の区間{window}: CPUカウンターは{cores}コアを示しますが、ホストのCPUは{cpus}"
     "個でした。どちらかが誤りなので、この区間は使いません。"},
    {"impossible_memory",
     "実行{run}: "
     "サンプルのメモリは{bytes}バイトですが、ホストのメモリは{host_bytes}バイトでした。どちらかが誤りです。"},
    {"clock_stepped",
     "実行{run}の区間{window}: ホストの時計が{seconds}秒ずらされました。測定した時間には影響しません。"},
    {"host_suspended",
     "実行{run}の区間{window}: ホストが{seconds}秒間スリープしました。その時間はどの数値にも入っていません。"},
    {"host_stolen",
     "実行{run}の区間{window}: ハイパーバイザーがホストのCPU時間の{percent}"
     "%を奪いました。数値は妨げられたマシンのものです。"},
    {"swap_used", "実行{run}: 最大{bytes}バイトがスワップにあり、メモリの数値には含まれていません。"},
    {"shorter_than_minute", "実行{run}の区間{window}は1分より短いため、その平均を最も忙しい1分とみなします。"},
    {"excerpt", "実行{run}は開始後{from}秒から{to}秒までの抜粋です。その前後はどの数値にも入っていません。"},
    {"rolled_up",
     "実行{run}の区間{window}の{minutes}分間は分単位に集約されています。平均、件数、欠落、最大値は正確ですが、"
     "中央値と最も忙しい1分はもう分かりません。"},
    {"memory_at_limit",
     "実行{run}はメモリ上限{limit_bytes}バイトの{percent}%を使いました。ヒープやキャッシュは与えられただけ使うため、"
     "上限が変われば必要量も変わります。"},
    {"rate_not_reached",
     "負荷{load}で、{subject}の{runs}回の実行のうち{missed}回は要求されたレートの{share}に届きませんでした。"},
    {"generator_bound",
     "負荷{load}で、{subject}の{runs}回の実行のうち{bound}回は、サーバーではなく負荷生成ツールが限界でした。"},
    {"load_errors", "{subject}の実行{run}では{requests}件のリクエストのうち{errors}件が失敗しました。"},
    {"peak_decides",
     "実行{run}: "
     "カーネルが記録したメモリの最大値（{peak_bytes}バイト）が最大のサンプル（{sample_bytes}"
     "バイト）を上回るため、これで必要量を決めました。"},
    {"memory_unit_decides",
     "{plan}: "
     "{size}を小さい方の{bytes}"
     "バイトと解釈しました。大きい方なら条件を満たすため、販売元の単位によって結果が変わります。"},
    {"single_run", "実行が{runs}回だけのため、起動ごとのばらつきはほとんど分かりません。"},
    {"architecture_differs", "{plan}は{plan_architecture}のコアですが、測定は{measured_architecture}で行いました。"},
    {"unequal_load",
     "{subject}は毎秒{rate}リクエスト、{baseline}は{baseline_rate}"
     "で測定しました。負荷が異なるため、節約額は計算しません。"},
    {"idle_subject",
     "{subject}は区間中にCPUをほとんど使っていません。待機中のサービスからサーバーの大きさは分かりません。"},
    {"load_unknown", "{subject}と{baseline}が同じ負荷で測定されたかどうかは不明です。"},
    {"different_load",
     "{subject}は負荷{load}、{baseline}は負荷{baseline_load}で測定しました。負荷が異なるため、節約額は計算しません。"},
    {"stock_unknown", "{plan}: 在庫の有無は不明です。"},
    {"renewal_unknown", "{plan}: 初回契約期間後の価格は不明です。"},
    {"baseline_share_unknown",
     "{plan}: コアを常時どこまで使えるかを販売元が公開していません。各コアで{share}の割合が必要です。"},
    {"plan_old", "{plan}: {as_of}の{days}日前、{verified_on}に確認したものです。"},
    {"tax_unknown", "{plan}: 価格に税が含まれるかどうかは不明です。"},
    {"tax_mixed", "比較したプランには税込みと税抜きの価格が混在しています: {plans}。"},
    {"tie", "{plans}は同額のため、メモリ、vCPU、転送量、名前の順で決めました。"},
    {"scarce", "{plan}: 在庫が少なく、注文時にはなくなっている可能性があります。"},
    {"setup_fee_unknown", "{plan}: 初期費用の有無は不明です。"},
    {"promotion_not_applied", "{plan}: コード不要の割引がありますが、適用していません。"},
    {"coupon_not_applied", "{plan}: 割引コード{coupon}がありますが、適用していません。"},
    {"first_term_not_applied", "{plan}: 最初の{periods}期間は各{amount}ですが、通常価格を用いました。"},
    {"renewal_differs", "{plan}: 初回契約期間の後は1期間あたり{amount}です。"},
    {"deprecated", "{plan}は販売終了の予定です（{date}以降）。"},
    {"verified_later",
     "{plan}は{as_of}より後の{verified_on}に確認したもので、当時は販売されていなかった可能性があります。"},
    {"longer_term", "{plan}: {period}分を一括で支払うため、その1年分を用いました。"},
    {"region_price", "{plan}: この価格は地域{region}でのみ有効です。"},
    {"disk_unknown", "{plan}: ディスク容量は不明です。求めた容量は{bytes}バイトです。"},
    {"against_excluded", "{plan}は全体の比較対象ですが、それ自体は選べないプランです（{reason}）。"},
    {"rate_given", "{date}の1 {from} = {value} {to}は手入力の値で、出典との照合はしていません。"},
    {"rate_older_day", "{asked}のレートには、銀行が最後に公表した{used}の値を使いました。"},
    {"baseline_without_plan", "{baseline}には比較するプランがないため、節約額は計算しません。"},
    {"rate_far", "{from}/{to}のレートは{date}のもので、{as_of}から1か月以上離れています。"},
    {"throttled_refused",
     "{subject}: "
     "実行{run}は{periods}回のCPU周期でCPU制限により抑えられました。本来の使用量が不明なため、節約額は計算しません。"},
    {"oom_refused",
     "{subject}: "
     "カーネルがメモリ不足により実行{run}のプロセス{count}"
     "個を終了させました。本来の必要量が不明なため、節約額は計算しません。"},
    {"request_errors",
     "{subject}: "
     "実行{run}の{requests}件のリクエストのうち{errors}"
     "件が失敗しました。求めた処理量に満たないため、節約額は計算しません。"},
    {"rate_missed",
     "{subject}: "
     "実行{run}は毎秒{asked}件のリクエストに対し{achieved}件と、98%に届きませんでした。節約額は計算しません。"},
    {"few_ticks",
     "{subject}: "
     "実行{run}の区間内のサンプルは{due}件中{ticks}件で、最大メモリを知るには少なすぎます。節約額は計算しません。"},
    {"baseline_refused", "比較対象の{baseline}自体が判定対象外のため、節約額は計算しません。"},
    {"rates_of_days_mixed",
     "レートの日付が揃っていません（{days}）。異なる通貨の料金の比較は、どの日の実際の関係とも一致しません。"},
    {"calibration_work_differs",
     "{subject}は2台のホストで異なる仕事をしました（{here}、{there}）。消費したCPU時間は比較できません。"},
    {"calibration_work_unknown",
     "{recording}"
     "：行われた仕事の量が不明です。リクエストレートの宣言も、リクエストの計数も、最初から最後まで実行されたコマンドも"
     "ありません。"},
    {"calibration_saturated",
     "{recording}：飽和負荷ではホストごとに仕事の量が異なります。固定レートまたは固定リクエスト数で計測してください。"},
    {"calibration_throttled", "{recording}：実行{run}は{periods}期間でCPU制限により抑えられました。"},
    {"calibration_oom", "{recording}：カーネルがメモリ不足のため実行{run}のプロセスを{count}個終了しました。"},
    {"calibration_errors",
     "{recording}：実行{run}では{requests}件中{errors}件のリクエストが失敗し、求められた仕事に達していません。"},
    {"calibration_rate_missed", "{recording}：実行{run}の到達レートは毎秒{asked}件に対し{achieved}件で、98%未満です。"},
    {"calibration_few_ticks",
     "{recording}：実行{run}の区間内のサンプルは{due}件中{ticks}件で、信頼するには少なすぎます。"},
    {"calibration_idle", "{recording}：実行{run}は区間内で計測できるCPUを使いませんでした。"},
    {"calibration_no_run", "{recording}：{subject}には使える実行がありません。"},
    {"calibration_rate_declared",
     "両方のホストでリクエストが数えられてはいないため、宣言された毎秒{rate}件を実施済みとみなしています。"},
    {"calibration_few_runs", "{recording}：実行は{runs}回だけで、新規起動間のばらつきは不明か、ほとんど分かりません。"},
    {"calibration_other_host",
     "{subject}は{measured}で計測され、コア性能は{calibrated}"
     "を基準に較正されています。当てはまらないため、節約額は計算しません。"},
    {"calibration_other_plan",
     "コア性能は{calibrated_plan}で計測されました。{plan}のコアの性能はこれと異なる可能性があります。"},
    {"cpu_predicted",
     "{subject}：毎秒{rate}件は計測されていません。{rates}通りのレートでの{runs}回の実行を通る直線では{cores}コア、95%"
     "区間の上端では{high}コアになります。"},
    {"rate_beyond", "{subject}：毎秒{rate}件は、計測された最大の{highest}件を超えています。"},
    {"line_bent", "{subject}：実行結果は直線上にありません（p < 0.05）。このレートの近くで計測してください。"},
    {"memory_of_lower_rates",
     "{subject}：メモリは全レート中の最大値です。毎秒{rate}件ほど高いレートは計測されていません。"},
    {"rates_too_few", "{subject}は2つ以上のレートで計測されていません。1つのレートから別のレートは分かりません。"},
    {"rate_too_far",
     "{subject}：毎秒{rate}件は計測された最大レート（{highest}）の1."
     "5倍を超えています。どこで伸びが止まるかは分かりません。"},
    {"limits_differ",
     "{subject}：実行{run}のメモリまたはCPUの制限が実行{first}"
     "と異なります。変更前後の値は一緒に扱えないため、節約額は計算しません。"},
});

}  // namespace

std::span<const Translation> japanese() { return japanese_texts; }

}  // namespace vpsfit::notices
