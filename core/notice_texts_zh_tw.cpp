// SPDX-License-Identifier: MIT
#include <array>

#include "core/notice_texts_translated.hpp"

namespace vpsfit::notices {
namespace {

constexpr auto texts = std::to_array<Translation>({
    {"ticks_missed", "執行{run}的視窗{window}中，{due}個樣本有{missed}個遺漏，未做任何補值。"},
    {"run_cut", "執行{run}未正常結束，僅保留到最後一個樣本為止的資料。"},
    {"ended_early", "執行{run}比預定視窗提早{seconds}秒結束（{reason}）。"},
    {"oom_kill", "執行{run}：因記憶體不足，系統核心終止了{count}個行程。"},
    {"throttled", "執行{run}在{periods}個CPU週期受到限制：所需的CPU超過上限。"},
    {"second_rate_source", "執行{run}因無法建立控制群組而改由行程樹取樣，其記憶體為估計值。"},
    {"older_peak", "執行{run}：系統核心記錄的記憶體峰值（{peak_bytes}位元組）來自執行之前，未予採用。"},
    {"sample_gap", "執行{run}的視窗{window}中，有{seconds}秒沒有樣本。"},
    {"window_open", "執行{run}的視窗{window}因取樣中途停止而未關閉，故不採用。"},
    {"window_missing", "執行{run}沒有視窗{window}，故不採用。"},
    {"counter_backwards", "執行{run}的視窗{window}：CPU計數器倒退，彷彿群組已被更換，故不採用。"},
    {"cpu_unknown", "執行{run}的視窗{window}：無法讀取兩端的CPU計數器，故不採用。"},
    {"memory_unknown", "執行{run}沒有記憶體樣本（{definition}），故不採用。"},
    {"ticks_dropped", "執行{run}：磁碟長時間無法寫入，捨棄了{ticks}個樣本，未做任何補值。"},
    {"run_going_on", "執行{run}仍在量測中，數值為截至目前的結果。"},
    {"unknown_remark", "記錄含有此版本無法辨識的備註「{code}」。"},
    {"no_usable_run", "{subject}沒有任何具備完整視窗{window}的執行，無法計算。"},
    {"load_missing", "{subject}未在負載{load}下量測，無法計算。"},
    {"figure_missing", "執行{run}：無法讀取{figure}（{reason}），其值為未知而非零。"},
    {"peak_decides",
     "執行{run}：系統核心記錄的記憶體峰值（{peak_bytes}位元組）高於最大樣本（{sample_bytes}位元組），需求以此為準。"},
    {"memory_unit_decides",
     "{plan}：{size}以較小的{bytes}位元組解讀；若以較大者解讀則符合需求，因此結果取決於供應商採用的單位。"},
    {"single_run", "僅有{runs}次執行，幾乎無從得知每次重新啟動之間的差異。"},
    {"architecture_differs", "{plan}採用{plan_architecture}核心，但量測在{measured_architecture}上進行。"},
    {"unequal_load", "{subject}以每秒{rate}次請求量測，{baseline}為{baseline_rate}次；負載不同，故不計算節省金額。"},
    {"idle_subject", "{subject}在視窗內幾乎未使用CPU；閒置的服務無法說明所需伺服器的大小。"},
    {"load_unknown", "無從得知{subject}與{baseline}是否在相同負載下量測。"},
    {"different_load",
     "{subject}在負載{load}下量測，{baseline}在負載{baseline_load}下量測；負載不同，故不計算節省金額。"},
    {"stock_unknown", "{plan}：是否有庫存不明。"},
    {"renewal_unknown", "{plan}：首期之後的價格不明。"},
    {"baseline_share_unknown", "{plan}：供應商未公布每個核心可持續使用的比例；每個核心需要{share}。"},
    {"plan_old", "{plan}：確認日期為{verified_on}，比{as_of}早{days}天。"},
    {"tax_unknown", "{plan}：價格是否含稅不明。"},
    {"tax_mixed", "所比較的方案中，含稅與未稅價格並存：{plans}。"},
    {"tie", "{plans}費用相同，依記憶體、vCPU、流量、名稱的順序決定。"},
    {"scarce", "{plan}：庫存稀少，訂購時可能已無貨。"},
    {"setup_fee_unknown", "{plan}：是否收取設定費不明。"},
    {"coupon_not_applied", "{plan}：有折扣碼{coupon}，但未套用。"},
    {"first_term_not_applied", "{plan}：最初{periods}期每期{amount}，但採用正常價格。"},
    {"renewal_differs", "{plan}：首期之後每期為{amount}。"},
    {"deprecated", "{plan}即將停止供應（{date}之後）。"},
    {"verified_later", "{plan}的確認日期{verified_on}晚於{as_of}，當時可能尚未銷售。"},
    {"longer_term", "{plan}：一次支付{period}的費用，此處採計其中一年的份額。"},
    {"region_price", "{plan}：此價格僅適用於地區{region}。"},
    {"disk_unknown", "{plan}：磁碟容量不明；要求的容量為{bytes}位元組。"},
    {"against_excluded", "{plan}是所有組態的比較對象，但本身無法選用（{reason}）。"},
    {"rate_given", "{date}的1 {from} = {value} {to}為手動輸入，未與來源核對。"},
    {"rate_older_day", "{asked}的匯率採用銀行最後公布日{used}的數值。"},
    {"baseline_without_plan", "{baseline}沒有可供比較的方案，故不計算節省金額。"},
    {"rate_far", "{from}/{to}匯率為{date}的數值，與{as_of}相差超過一個月。"},
});

}  // namespace

std::span<const Translation> chinese_taiwan() { return texts; }

}  // namespace vpsfit::notices
