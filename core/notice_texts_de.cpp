// SPDX-License-Identifier: MIT
#include <array>

#include "core/notice_texts_translated.hpp"

namespace vpsfit::notices {
namespace {

constexpr auto german_texts = std::to_array<Translation>({
    {"ticks_missed",
     "In Fenster {window} von Lauf {run} fehlen {missed} von {due} Messpunkten; nichts wurde aufgefüllt."},
    {"run_cut", "Lauf {run} wurde nicht regulär beendet: Er enthält alles bis zum letzten Messpunkt und nicht mehr."},
    {"ended_early", "Lauf {run} endete {seconds} s vor seinen Fenstern ({reason})."},
    {"oom_kill", "Der Kernel hat {count} Prozess(e) von Lauf {run} wegen Speichermangels beendet."},
    {"throttled",
     "Lauf {run} wurde in {periods} CPU-Perioden gedrosselt: Er wollte mehr CPU, als seine Grenze zuließ."},
    {"second_rate_source",
     "Lauf {run} wurde aus dem Prozessbaum gemessen, weil keine Control Group angelegt werden konnte: Sein Speicher "
     "ist eine Schätzung."},
    {"older_peak",
     "Die Speicherspitze des Kernels zu Lauf {run} ({peak_bytes} Bytes) stammt aus der Zeit vor dem Lauf und wurde "
     "nicht verwendet."},
    {"sample_gap", "In Fenster {window} von Lauf {run} gibt es {seconds} s lang keinen Messpunkt."},
    {"window_open",
     "Fenster {window} von Lauf {run} wurde nie geschlossen, weil die Messung darin abbrach: Es wird nicht verwendet."},
    {"window_missing", "Lauf {run} hat kein Fenster {window} und wird nicht verwendet."},
    {"counter_backwards",
     "Der CPU-Zähler von Lauf {run} lief in Fenster {window} rückwärts, als wäre die Gruppe ersetzt worden: Das "
     "Fenster wird nicht verwendet."},
    {"cpu_unknown",
     "Der CPU-Zähler war nicht an beiden Enden von Fenster {window} in Lauf {run} lesbar: Das Fenster wird nicht "
     "verwendet."},
    {"memory_unknown", "Lauf {run} hat keinen Messpunkt seines Speichers ({definition}) und wird nicht verwendet."},
    {"ticks_dropped",
     "Die Platte nahm Messpunkte von Lauf {run} so lange nicht an, dass {ticks} verworfen wurden; nichts wurde "
     "aufgefüllt."},
    {"run_going_on", "Lauf {run} wird noch gemessen: Seine Zahlen sind die bis jetzt."},
    {"unknown_remark", "Die Aufzeichnung enthält den Hinweis '{code}', den diese Version nicht kennt."},
    {"no_usable_run",
     "{subject} hat keinen Lauf mit vollständigem Fenster {window}: Dafür lässt sich nichts berechnen."},
    {"load_missing", "{subject} wurde nicht unter der Last {load} gemessen: Dafür lässt sich nichts berechnen."},
    {"figure_missing", "Der Wert {figure} von Lauf {run} war nicht lesbar ({reason}): Er ist unbekannt, nicht null."},
    {"target_exited", "Was in der Gruppe von Lauf {run} lief, ist beendet, und die Gruppe wurde entfernt."},
    {"target_oom",
     "Lauf {run} endete, gleich nachdem der Kernel {count} seiner Prozesse wegen Speichermangels beendet hatte."},
    {"target_oom_above",
     "Die Gruppe über der von Lauf {run} zählte bei dessen Ende einen Abbruch wegen Speichermangels: wahrscheinlich "
     "war es seiner."},
    {"target_removed", "Die Gruppe von Lauf {run}, in der nichts lief, wurde entfernt."},
    {"engine_gone", "Lauf {run} endete zusammen mit dem Dienst seiner Container-Engine."},
    {"paused",
     "Lauf {run} war {seconds} s von Fenster {window} angehalten: Diese Zeit zählt im Durchschnitt nicht mit."},
    {"joined_late", "Lauf {run} begann {seconds} s nach dem Beginn von Fenster {window}: Vorher war er nicht da."},
    {"engine_source",
     "Lauf {run} wurde nach den Angaben seiner Container-Engine gemessen, nicht nach denen des Kernels: Seine Zahlen "
     "sind weniger genau."},
    {"impossible_cpu",
     "Der CPU-Zähler von Lauf {run} nennt {cores} Kerne in Fenster {window}, der Rechner hatte {cpus} CPUs: Eines von "
     "beiden ist falsch, und das Fenster wird nicht verwendet."},
    {"impossible_memory",
     "Ein Messpunkt von Lauf {run} nennt {bytes} Bytes Speicher, der Rechner hatte {host_bytes}: Eines von beiden ist "
     "falsch."},
    {"clock_stepped",
     "Die Uhr des Rechners wurde in Fenster {window} von Lauf {run} um {seconds} s gestellt; gemessene Zeiten hängen "
     "nicht davon ab."},
    {"host_suspended",
     "Der Rechner schlief in Fenster {window} von Lauf {run} für {seconds} s: Diese Zeit ist in keiner Zahl "
     "enthalten."},
    {"host_stolen",
     "Der Hypervisor nahm dem Rechner in Fenster {window} von Lauf {run} {percent} % der CPU-Zeit: Die Zahlen stammen "
     "von einem gestörten Rechner."},
    {"swap_used",
     "Lauf {run} hatte bis zu {bytes} Bytes im Auslagerungsspeicher; sie sind in keiner Zahl seines Speichers "
     "enthalten."},
    {"shorter_than_minute",
     "Fenster {window} von Lauf {run} ist kürzer als eine Minute: Sein Durchschnitt steht für seine stärkste Minute."},
    {"excerpt",
     "Lauf {run} ist ein Ausschnitt von {from} bis {to} s nach seinem Start: Was davor und danach war, ist in keiner "
     "Zahl enthalten."},
    {"rolled_up",
     "{minutes} Minuten von Fenster {window} von Lauf {run} sind zusammengefasst: Durchschnitte, Anzahlen, Lücken und "
     "Höchstwerte sind exakt, der Median und die stärkste Minute sind nicht mehr bekannt."},
    {"memory_at_limit",
     "Lauf {run} füllte {percent} % der {limit_bytes} Bytes, die seine Speichergrenze erlaubt: Ein Heap oder ein Cache "
     "nimmt, was er "
     "bekommt; unter einer anderen Grenze wäre der Bedarf größer oder kleiner."},
    {"rate_not_reached",
     "{missed} von {runs} Läufen von {subject} blieben unter {share} der Rate, die die Last {load} verlangt."},
    {"generator_bound",
     "In {bound} von {runs} Läufen von {subject} unter der Last {load} war der Lastgenerator die Grenze, nicht der "
     "Server."},
    {"load_errors", "In Lauf {run} von {subject} schlugen {errors} von {requests} Anfragen fehl."},
    {"peak_decides",
     "Die Speicherspitze des Kernels zu Lauf {run} ({peak_bytes} Bytes) liegt über dem größten Messpunkt "
     "({sample_bytes} Bytes) und bestimmt den Bedarf."},
    {"memory_unit_decides",
     "{plan}: {size} wird als die kleineren {bytes} Bytes gelesen; die größere Lesart würde ausreichen, es kommt also "
     "auf die Einheit des Anbieters an."},
    {"single_run", "Nur {runs} Lauf/Läufe: Die Streuung zwischen frischen Starts ist kaum oder gar nicht bekannt."},
    {"architecture_differs", "{plan} hat {plan_architecture}-Kerne; gemessen wurde auf {measured_architecture}."},
    {"unequal_load",
     "{subject} wurde bei {rate} Anfragen pro Sekunde gemessen, {baseline} bei {baseline_rate}: Aus ungleicher Last "
     "wird keine Ersparnis berechnet."},
    {"idle_subject",
     "{subject} hat in seinem Fenster keine messbare CPU verbraucht: Ein untätiger Dienst sagt nichts über die Größe "
     "seines Servers."},
    {"load_unknown", "Ob {subject} und {baseline} unter gleicher Last gemessen wurden, ist unbekannt."},
    {"different_load",
     "{subject} wurde unter der Last {load} gemessen, {baseline} unter {baseline_load}: Aus verschiedener Last wird "
     "keine Ersparnis berechnet."},
    {"stock_unknown", "{plan}: Ob der Tarif verfügbar ist, ist unbekannt."},
    {"renewal_unknown", "{plan}: Der Preis nach der ersten Laufzeit ist unbekannt."},
    {"baseline_share_unknown",
     "{plan}: Der Anbieter veröffentlicht nicht, wie viel eines Kerns dauerhaft genutzt werden darf; nötig ist je Kern "
     "{share}."},
    {"plan_old", "{plan} wurde am {verified_on} geprüft, {days} Tage vor dem {as_of}."},
    {"tax_unknown", "{plan}: Der Preis sagt nicht, ob Steuern enthalten sind."},
    {"tax_mixed", "Die verglichenen Tarife sind teils mit, teils ohne Steuern angegeben: {plans}."},
    {"tie", "{plans} kosten gleich viel; entschieden haben Speicher, dann vCPU, dann Datenverkehr, dann Name."},
    {"scarce", "{plan} ist knapp: Bei der Bestellung kann der Tarif vergriffen sein."},
    {"setup_fee_unknown", "{plan}: Es ist unbekannt, ob eine Einrichtungsgebühr anfällt."},
    {"promotion_not_applied", "{plan}: Ein Nachlass ohne Gutscheincode wird angeboten und wurde nicht angewendet."},
    {"coupon_not_applied", "{plan}: Der Gutschein {coupon} wird angeboten und wurde nicht angewendet."},
    {"first_term_not_applied",
     "{plan}: Die ersten {periods} Zeiträume kosten je {amount}; genommen wurde der reguläre Preis."},
    {"renewal_differs", "{plan}: Nach der ersten Laufzeit kostet ein Zeitraum {amount}."},
    {"deprecated", "{plan} wird eingestellt (nach {date})."},
    {"verified_later",
     "{plan} wurde am {verified_on} geprüft, nach dem {as_of}: Damals wurde der Tarif womöglich nicht angeboten."},
    {"longer_term", "{plan}: {period} werden auf einmal bezahlt; genommen wurde der Anteil eines Jahres."},
    {"region_price", "{plan}: Dieser Preis gilt nur in der Region {region}."},
    {"disk_unknown", "{plan}: Der Plattenplatz des Tarifs ist unbekannt; verlangt waren {bytes} Bytes."},
    {"against_excluded", "{plan}, womit alle verglichen werden, war selbst nicht wählbar ({reason})."},
    {"rate_given",
     "1 {from} = {value} {to} vom {date} wurde von Hand angegeben und nicht mit einer Quelle verglichen."},
    {"rate_older_day",
     "Der Kurs für den {asked} ist der vom {used}, dem letzten Tag, an dem die Bank veröffentlicht hat."},
    {"baseline_without_plan", "{baseline} hat keinen Tarif zum Vergleichen: Es wird keine Ersparnis berechnet."},
    {"rate_far", "Der Kurs {from}/{to} ist vom {date}, mehr als einen Monat vom {as_of} entfernt."},
    {"throttled_refused",
     "{subject}: Lauf {run} wurde in {periods} CPU-Perioden von seiner CPU-Grenze gebremst. Was er gebraucht hätte, "
     "ist unbekannt: Es wird keine Ersparnis berechnet."},
    {"oom_refused",
     "{subject}: Der Kernel hat {count} Prozess(e) von Lauf {run} aus Speichermangel beendet. Was er gebraucht hätte, "
     "ist unbekannt: Es wird keine Ersparnis berechnet."},
    {"request_errors",
     "{subject}: {errors} von {requests} Anfragen in Lauf {run} sind fehlgeschlagen. Er hat weniger geleistet als "
     "verlangt: Es wird keine Ersparnis berechnet."},
    {"rate_missed",
     "{subject}: Lauf {run} erreichte {achieved} von {asked} Anfragen je Sekunde, weniger als 98 %: Es wird keine "
     "Ersparnis berechnet."},
    {"few_ticks",
     "{subject}: Lauf {run} hat {ticks} von {due} Messungen in seinem Fenster, zu wenige, um seinen größten Speicher "
     "zu kennen: Es wird keine Ersparnis berechnet."},
    {"baseline_refused",
     "{baseline}, womit alle verglichen werden, wurde selbst abgelehnt: Es wird keine Ersparnis berechnet."},
    {"rates_of_days_mixed",
     "Die Kurse sind von verschiedenen Tagen ({days}): So standen Preise in verschiedenen Währungen nie "
     "nebeneinander."},
    {"calibration_work_differs",
     "{subject} hat auf den beiden Rechnern Verschiedenes geleistet ({here}; {there}): Die CPU-Zeit dafür lässt sich "
     "nicht vergleichen."},
    {"calibration_work_unknown",
     "{recording}: Niemand weiß, wie viel geleistet wurde: Es wurde keine Anfragerate angegeben, keine Anfrage "
     "gezählt, und kein Befehl lief von seinem Anfang bis zu seinem Ende."},
    {"calibration_saturated",
     "{recording}: Unter einer Last, die alles nimmt, was sie bekommt, leistet jeder Rechner anderes: Bei fester Rate "
     "oder fester Zahl von Anfragen messen."},
    {"calibration_throttled", "{recording}: Lauf {run} wurde in {periods} Perioden von seiner CPU-Grenze gebremst."},
    {"calibration_oom", "{recording}: Der Kernel hat {count} Prozess(e) von Lauf {run} aus Speichermangel beendet."},
    {"calibration_errors",
     "{recording}: {errors} von {requests} Anfragen in Lauf {run} sind fehlgeschlagen: Er hat weniger geleistet als "
     "verlangt."},
    {"calibration_rate_missed",
     "{recording}: Lauf {run} erreichte {achieved} von {asked} Anfragen je Sekunde, weniger als 98 %."},
    {"calibration_few_ticks",
     "{recording}: Lauf {run} hat {ticks} von {due} Messungen in seinem Fenster, zu wenige, um ihm zu glauben."},
    {"calibration_idle", "{recording}: Lauf {run} hat in seinem Fenster keine messbare CPU-Zeit verbraucht."},
    {"calibration_no_run", "{recording}: {subject} hat keinen brauchbaren Lauf."},
    {"calibration_rate_declared",
     "Die Anfragen wurden nicht auf beiden Rechnern gezählt: Die angegebenen {rate} je Sekunde gelten als geleistet."},
    {"calibration_few_runs",
     "{recording}: nur {runs} Lauf/Läufe: Die Streuung zwischen frischen Starts ist unbekannt oder kaum bekannt."},
    {"calibration_other_host",
     "{subject} wurde auf {measured} gemessen, die Kernleistung aber von {calibrated} aus bestimmt: Sie gilt dafür "
     "nicht, und es wird keine Ersparnis berechnet."},
    {"calibration_other_plan",
     "Die Kernleistung wurde auf {calibrated_plan} gemessen; ein Kern von {plan} kann mehr oder weniger leisten."},
    {"cpu_predicted",
     "{subject}: {rate} Anfragen je Sekunde hat niemand gemessen. Eine Gerade durch die Läufe ({runs}) bei "
     "verschiedenen Raten ({rates}) ergibt dort {cores} Kerne, als oberes Ende ihres 95-%-Bereichs {high}."},
    {"rate_beyond", "{subject}: {rate} Anfragen je Sekunde liegen über den höchsten gemessenen ({highest})."},
    {"line_bent", "{subject}: Die Läufe liegen nicht auf einer Geraden (p < 0,05): Näher an der Rate messen."},
    {"memory_of_lower_rates",
     "{subject}: Der Speicher ist der größte bei irgendeiner Rate; gemessen wurde keine so hohe wie {rate} Anfragen je "
     "Sekunde."},
    {"rates_too_few", "{subject} wurde nicht bei zwei oder mehr Raten gemessen: Eine sagt nichts über eine andere."},
    {"rate_too_far",
     "{subject}: {rate} Anfragen je Sekunde sind mehr als das 1,5-Fache der höchsten gemessenen Rate ({highest}): "
     "Niemand weiß, wo es aufhört mitzuwachsen."},
    {"limits_differ",
     "{subject}: Lauf {run} hatte andere Grenzen für Speicher oder CPU als Lauf {first}. Zahlen vor und nach einer "
     "Änderung gehören nicht zusammen: Es wird keine Ersparnis berechnet."},
});

}  // namespace

std::span<const Translation> german() { return german_texts; }

}  // namespace vpsfit::notices
