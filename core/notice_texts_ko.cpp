// SPDX-License-Identifier: MIT
#include <array>

#include "core/notice_texts_translated.hpp"

namespace vpsfit::notices {
namespace {

constexpr auto korean_texts = std::to_array<Translation>({
    {"ticks_missed",
     "실행 {run}의 구간 {window}에서 표본 {due}개 중 {missed}개를 놓쳤습니다. 빈 곳을 채워 넣지 않았습니다."},
    {"run_cut", "실행 {run}: 표본 수집이 정상적으로 끝나지 않아 마지막 표본까지만 남아 있습니다."},
    {"ended_early", "실행 {run}: 정해진 구간보다 {seconds}초 먼저 끝났습니다({reason})."},
    {"oom_kill", "실행 {run}: 메모리가 부족해 커널이 프로세스 {count}개를 종료했습니다."},
    {"throttled", "실행 {run}: CPU 주기 {periods}개에서 한도에 걸렸습니다. 한도보다 많은 CPU가 필요했다는 뜻입니다."},
    {"second_rate_source",
     "실행 {run}: 컨트롤 그룹을 만들 수 없어 프로세스 트리에서 측정했으므로, 메모리는 추정값입니다."},
    {"older_peak", "실행 {run}: 커널이 기록한 메모리 최고치({peak_bytes}바이트)는 실행 이전의 값이라 쓰지 않았습니다."},
    {"sample_gap", "실행 {run}의 구간 {window}에서 {seconds}초 동안 표본이 없습니다."},
    {"window_open", "실행 {run}의 구간 {window}: 도중에 표본 수집이 멈춰 닫히지 않았으므로 쓰지 않습니다."},
    {"window_missing", "실행 {run}: 구간 {window}이(가) 없어 쓰지 않습니다."},
    {"counter_backwards", "실행 {run}의 구간 {window}: 그룹이 바뀐 것처럼 CPU 카운터가 거꾸로 갔으므로 쓰지 않습니다."},
    {"cpu_unknown", "실행 {run}의 구간 {window}: 양 끝의 CPU 카운터를 읽지 못해 쓰지 않습니다."},
    {"memory_unknown", "실행 {run}: 메모리 표본({definition})이 없어 쓰지 않습니다."},
    {"ticks_dropped",
     "실행 {run}: 디스크에 오랫동안 쓸 수 없어 표본 {ticks}개를 버렸습니다. 빈 곳을 채워 넣지 않았습니다."},
    {"run_going_on", "실행 {run}: 아직 측정 중이며, 수치는 지금까지의 값입니다."},
    {"unknown_remark", "기록에 이 버전이 모르는 비고 '{code}'이(가) 있습니다."},
    {"no_usable_run", "{subject}: 온전한 구간 {window}이(가) 있는 실행이 없어 아무것도 계산할 수 없습니다."},
    {"load_missing", "{subject}: 부하 {load}에서 측정하지 않아 아무것도 계산할 수 없습니다."},
    {"figure_missing", "실행 {run}: {figure} 값을 읽지 못했습니다({reason}). 0이 아니라 알 수 없는 값입니다."},
    {"target_exited", "실행 {run}의 그룹에서 실행되던 프로세스가 끝났고 그룹은 제거되었습니다."},
    {"target_oom", "커널이 메모리 부족으로 프로세스 {count}개를 종료한 직후 실행 {run}이(가) 끝났습니다."},
    {"target_oom_above",
     "실행 {run}이(가) 끝날 때 그 위의 그룹이 메모리 부족 종료를 기록했습니다. 아마 이 실행의 것입니다."},
    {"target_removed", "아무것도 실행되지 않던 실행 {run}의 그룹이 제거되었습니다."},
    {"engine_gone", "실행 {run}은(는) 컨테이너 엔진의 서비스와 함께 끝났습니다."},
    {"paused",
     "실행 {run}은(는) 구간 {window} 중 {seconds}초 동안 일시 정지되었습니다. 이 시간은 평균에 넣지 않습니다."},
    {"joined_late", "실행 {run}은(는) 구간 {window}이(가) 시작된 뒤 {seconds}초에 시작했습니다. 그 전에는 없었습니다."},
    {"engine_source",
     "실행 {run}은(는) 커널이 아니라 컨테이너 엔진이 알려 준 값으로 측정했습니다. 그 수치는 정확도가 떨어집니다."},
    {"impossible_cpu",
     "실행 {run}의 구간 {window}: CPU 카운터는 {cores}코어를 가리키는데 호스트의 CPU는 {cpus}개였습니다. 둘 중 하나가 "
     "틀렸으므로 이 구간은 쓰지 않습니다."},
    {"impossible_memory",
     "실행 {run}: 표본의 메모리가 {bytes}바이트인데 호스트의 메모리는 {host_bytes}바이트였습니다. 둘 중 하나가 "
     "틀렸습니다."},
    {"clock_stepped",
     "실행 {run}의 구간 {window}: 호스트의 시계가 {seconds}초 바뀌었습니다. 측정한 시간에는 영향이 없습니다."},
    {"host_suspended",
     "실행 {run}의 구간 {window}: 호스트가 {seconds}초 동안 절전 상태였습니다. 그 시간은 어떤 수치에도 들어 있지 "
     "않습니다."},
    {"host_stolen",
     "실행 {run}의 구간 {window}: 하이퍼바이저가 호스트 CPU 시간의 {percent}%를 가져갔습니다. 방해받은 기계의 "
     "수치입니다."},
    {"swap_used", "실행 {run}: 최대 {bytes}바이트가 스왑에 있었으며, 메모리 수치에는 들어 있지 않습니다."},
    {"shorter_than_minute", "실행 {run}의 구간 {window}이(가) 1분보다 짧아, 그 평균을 가장 바쁜 1분으로 봅니다."},
    {"excerpt",
     "실행 {run}: 시작 후 {from}초부터 {to}초까지의 발췌입니다. 그 앞뒤는 어떤 수치에도 들어 있지 않습니다."},
    {"rolled_up",
     "실행 {run}의 구간 {window} 중 {minutes}분이 분 단위로 요약되었습니다. 평균, 횟수, 공백, 최댓값은 정확하지만 "
     "중앙값과 가장 바쁜 1분은 더 이상 알 수 없습니다."},
    {"memory_at_limit",
     "실행 {run}: 메모리 한도 {limit_bytes}바이트의 {percent}%를 썼습니다. 힙이나 캐시는 주어진 만큼 쓰므로 한도가 "
     "다르면 "
     "필요량도 달라집니다."},
    {"rate_not_reached",
     "부하 {load}에서 {subject}의 실행 {runs}회 중 {missed}회가 요구된 요청률의 {share}에 미치지 못했습니다."},
    {"generator_bound",
     "부하 {load}에서 {subject}의 실행 {runs}회 중 {bound}회는 서버가 아니라 부하 생성기가 한계였습니다."},
    {"load_errors", "{subject}의 실행 {run}에서 요청 {requests}건 중 {errors}건이 실패했습니다."},
    {"peak_decides",
     "실행 {run}: 커널이 기록한 메모리 최고치({peak_bytes}바이트)가 가장 큰 표본({sample_bytes}바이트)보다 높아 이 "
     "값으로 필요량을 정했습니다."},
    {"memory_unit_decides",
     "{plan}: {size} 표기를 작은 쪽인 {bytes}바이트로 읽었습니다. 큰 쪽으로 읽으면 조건에 맞으므로 판매자의 단위에 "
     "따라 결과가 달라집니다."},
    {"single_run", "실행 {runs}회뿐이므로, 새로 시작할 때마다 값이 얼마나 달라지는지 거의 알 수 없습니다."},
    {"architecture_differs", "{plan}: {plan_architecture} 코어를 쓰지만 측정은 {measured_architecture}에서 했습니다."},
    {"unequal_load",
     "{subject}: 초당 요청 {rate}건, {baseline}: {baseline_rate}건으로 측정했습니다. 부하가 다르므로 절감액을 계산하지 "
     "않습니다."},
    {"idle_subject",
     "{subject}: 구간 동안 CPU를 거의 쓰지 않았습니다. 쉬고 있는 서비스로는 서버 크기를 알 수 없습니다."},
    {"load_unknown", "{subject}, {baseline}: 같은 부하에서 측정했는지 알 수 없습니다."},
    {"different_load",
     "{subject}: 부하 {load}, {baseline}: 부하 {baseline_load}에서 측정했습니다. 부하가 다르므로 절감액을 계산하지 "
     "않습니다."},
    {"stock_unknown", "{plan}: 재고가 있는지 알 수 없습니다."},
    {"renewal_unknown", "{plan}: 첫 계약 기간 이후의 가격을 알 수 없습니다."},
    {"baseline_share_unknown",
     "{plan}: 코어를 얼마나 계속 쓸 수 있는지 판매자가 공개하지 않았습니다. 코어마다 {share} 비율이 필요합니다."},
    {"plan_old", "{plan}: {as_of}보다 {days}일 앞선 {verified_on}에 확인했습니다."},
    {"tax_unknown", "{plan}: 가격에 세금이 포함되는지 알 수 없습니다."},
    {"tax_mixed", "비교한 상품의 가격에 세금을 포함한 것과 제외한 것이 섞여 있습니다: {plans}."},
    {"tie", "{plans}: 요금이 같아 메모리, vCPU, 트래픽, 이름 순으로 정했습니다."},
    {"scarce", "{plan}: 재고가 적어 주문할 때 없을 수 있습니다."},
    {"setup_fee_unknown", "{plan}: 설치비가 있는지 알 수 없습니다."},
    {"promotion_not_applied", "{plan}: 코드 없는 할인이 있지만 적용하지 않았습니다."},
    {"coupon_not_applied", "{plan}: 할인 코드 {coupon}이(가) 있지만 적용하지 않았습니다."},
    {"first_term_not_applied", "{plan}: 처음 {periods}개 기간은 각각 {amount}이지만 정상 가격을 적용했습니다."},
    {"renewal_differs", "{plan}: 첫 계약 기간이 지나면 한 기간에 {amount}입니다."},
    {"deprecated", "{plan}: 판매가 중단될 예정입니다({date} 이후)."},
    {"verified_later", "{plan}: {as_of} 이후인 {verified_on}에 확인했으므로, 당시에는 판매하지 않았을 수 있습니다."},
    {"longer_term", "{plan}: {period} 요금을 한 번에 내며, 그중 1년 몫을 적용했습니다."},
    {"region_price", "{plan}: 이 가격은 {region} 지역에서만 적용됩니다."},
    {"disk_unknown", "{plan}: 디스크 용량을 알 수 없습니다. 요구한 용량은 {bytes}바이트입니다."},
    {"against_excluded", "{plan}: 모두의 비교 대상이지만 그 자체는 선택할 수 없는 상품입니다({reason})."},
    {"rate_given", "{date} 환율 1 {from} = {value} {to}: 직접 입력한 값이며 출처와 대조하지 않았습니다."},
    {"rate_older_day", "{asked}의 환율로, 은행이 마지막으로 고시한 {used}의 값을 썼습니다."},
    {"baseline_without_plan", "{baseline}: 비교할 상품이 없어 절감액을 계산하지 않습니다."},
    {"rate_far", "{from}/{to} 환율은 {date}의 값으로, {as_of}와(과) 한 달 넘게 차이 납니다."},
    {"throttled_refused",
     "{subject}: 실행 {run}은(는) CPU 한도 때문에 {periods}개 주기 동안 제한되었습니다. 원래 사용량을 알 수 없으므로 "
     "절감액을 계산하지 않습니다."},
    {"oom_refused",
     "{subject}: 커널이 메모리 부족으로 실행 {run}의 프로세스 {count}개를 종료했습니다. 원래 필요량을 알 수 없으므로 "
     "절감액을 계산하지 않습니다."},
    {"request_errors",
     "{subject}: 실행 {run}의 요청 {requests}건 중 {errors}건이 실패했습니다. 요구한 일을 다 하지 못했으므로 절감액을 "
     "계산하지 않습니다."},
    {"rate_missed",
     "{subject}: 실행 {run}은(는) 초당 {asked}건 중 {achieved}건으로 98%에 미치지 못했습니다. 절감액을 계산하지 "
     "않습니다."},
    {"few_ticks",
     "{subject}: 실행 {run}의 구간 표본은 {due}개 중 {ticks}개로, 최대 메모리를 알기에 너무 적습니다. 절감액을 "
     "계산하지 않습니다."},
    {"baseline_refused", "{baseline}: 모두의 비교 대상이지만 그 자체가 판정에서 제외되어 절감액을 계산하지 않습니다."},
    {"rates_of_days_mixed",
     "환율의 날짜가 서로 다릅니다({days}). 서로 다른 통화의 요금 비교는 어느 날의 실제 관계와도 맞지 않습니다."},
    {"calibration_work_differs",
     "{subject}: 두 호스트에서 한 일이 다릅니다({here}; {there}). 사용한 CPU 시간을 비교할 수 없습니다."},
    {"calibration_work_unknown",
     "{recording}: 얼마나 많은 일을 했는지 알 수 없습니다. 요청률 선언도, 요청 집계도, 처음부터 끝까지 실행된 명령도 "
     "없습니다."},
    {"calibration_saturated",
     "{recording}: 포화 부하에서는 호스트마다 하는 일의 양이 다릅니다. 고정 요청률이나 고정 요청 수로 측정하십시오."},
    {"calibration_throttled", "{recording}: 실행 {run}은(는) {periods}개 주기에서 CPU 제한에 막혔습니다."},
    {"calibration_oom", "{recording}: 커널이 메모리 부족으로 실행 {run}의 프로세스 {count}개를 종료했습니다."},
    {"calibration_errors",
     "{recording}: 실행 {run}의 요청 {requests}건 중 {errors}건이 실패해 요구된 만큼 일하지 못했습니다."},
    {"calibration_rate_missed",
     "{recording}: 실행 {run}은(는) 초당 {asked}건 중 {achieved}건에 그쳐 98%에 못 미칩니다."},
    {"calibration_few_ticks", "{recording}: 실행 {run}의 구간 표본은 {due}개 중 {ticks}개로, 믿기에 너무 적습니다."},
    {"calibration_idle", "{recording}: 실행 {run}은(는) 구간에서 측정할 만한 CPU를 쓰지 않았습니다."},
    {"calibration_no_run", "{recording}: {subject}에 쓸 수 있는 실행이 없습니다."},
    {"calibration_rate_declared",
     "요청이 두 호스트 모두에서 집계되지 않아, 선언된 초당 {rate}건을 수행한 것으로 봅니다."},
    {"calibration_few_runs", "{recording}: 실행이 {runs}회뿐이라 새로 시작할 때마다의 편차를 모르거나 거의 모릅니다."},
    {"calibration_other_host",
     "{subject}: {measured}에서 측정했으나 코어 성능은 {calibrated}를 기준으로 보정되었습니다. 이 측정에는 맞지 않아 "
     "절감액을 계산하지 않습니다."},
    {"calibration_other_plan",
     "코어 성능은 {calibrated_plan}에서 측정했습니다. {plan}의 코어는 이보다 빠르거나 느릴 수 있습니다."},
    {"cpu_predicted",
     "{subject}: 초당 {rate}건은 측정되지 않았습니다. {rates}가지 요청률의 실행 {runs}회를 지나는 직선에 따르면 "
     "{cores}코어이고, 95% 구간의 상한은 {high}코어입니다."},
    {"rate_beyond", "{subject}: 초당 {rate}건은 측정된 최고치 {highest}건을 넘습니다."},
    {"line_bent", "{subject}: 실행 결과가 직선 위에 있지 않습니다(p < 0.05). 이 요청률 가까이에서 측정하십시오."},
    {"memory_of_lower_rates",
     "{subject}: 메모리는 모든 요청률 중 가장 큰 값입니다. 초당 {rate}건만큼 높은 요청률은 측정되지 않았습니다."},
    {"rates_too_few", "{subject}: 둘 이상의 요청률에서 측정되지 않았습니다. 하나로는 다른 요청률을 알 수 없습니다."},
    {"rate_too_far",
     "{subject}: 초당 {rate}건은 측정된 최고 요청률({highest})의 1.5배를 넘습니다. 어디에서 확장이 멈추는지 알 수 "
     "없습니다."},
    {"limits_differ",
     "{subject}: 실행 {run}의 메모리 또는 CPU 제한이 실행 {first}과(와) 다릅니다. 변경 전후의 수치는 함께 쓸 수 없어 "
     "절감액을 계산하지 않습니다."},
});

}  // namespace

std::span<const Translation> korean() { return korean_texts; }

}  // namespace vpsfit::notices
