import type { HealthWording } from '@kerf/domain/health/health-sentences'

const letters = (amount: number): string => (amount === 1 ? '1\u00a0Brief wurde' : `${amount} Briefe wurden`)
const minutes = (amount: number): string => `${amount}\u00a0Minuten`
const becauseOf = (reason: string): string => (reason === '' ? '.' : `: ${reason}.`)
const disagree = 'Such diese Bestellungen bei PayPal und gib zurück, was umsonst bezahlt wurde.'

/** What is said about the health of a server, in German. */
export const healthSentences: HealthWording = {
  database_ok: 'Die Datenbank antwortet.',
  database_silent: 'Die Datenbank antwortet nicht. Sieh im Log nach, warum.',

  queue_ok: 'Aufträge werden angenommen.',
  queue_no_workers:
    'Niemand schneidet: Kein Arbeiter läuft. Starte einen mit npm run worker, oder alles in einem mit npm start. Was wartet, bleibt erhalten.',
  queue_silent: 'Die Warteschlange antwortet nicht. Sieh im Log nach, warum.',
  queue_slow: (waited) =>
    `Der Auftrag, der am längsten wartet, wartet seit ${minutes(waited)}. ` +
    'Erhöhe WORKER_CONCURRENCY, wenn diese Maschine Prozessoren übrig hat, und starte Kerf neu.',

  workers_ok: (running, concurrency) =>
    `${running} von ${concurrency} ${concurrency === 1 ? 'Arbeiter' : 'Arbeitern'} schneiden gerade.`,
  workers_unknown: 'Was die Arbeiter tun, ist nicht bekannt: Die Warteschlange antwortet nicht. Siehe Warteschlange.',
  workers_none:
    'Kein Arbeiter läuft. Starte einen mit npm run worker, oder alles in einem mit npm start. Was wartet, bleibt erhalten.',
  workers_idle: (idle) =>
    `Aufträge warten, und seit ${minutes(idle)} hat kein Arbeiter einen genommen. ` +
    'Sieh im Log nach „trouble with the database“ und starte Kerf neu: Was wartet, bleibt erhalten.',

  engine_ok: (version) => `Die Medienbibliothek antwortet: ${version}.`,
  engine_broken: (reason) =>
    `Die Medienbibliothek lässt sich nicht laden, also kann nichts geschnitten werden${reason === '' ? '' : ` (${reason})`}. ` +
    'Führe npm ci im Ordner von Kerf aus, mit dem Node, das es betreibt, und starte Kerf neu.',

  storage_ok: 'Für Clips ist Platz.',
  storage_unreadable: 'Der Ordner der Clips ist nicht lesbar. Prüfe DATA_DIR.',
  storage_full: 'Die Platte ist voll: Neue Downloads werden abgelehnt. Schaffe Platz.',
  storage_low: 'Weniger als 2\u00a0GB sind frei. Schaffe Platz oder verkürze die Aufbewahrung im Adminbereich.',

  store_unreachable: 'Der Dateispeicher antwortet nicht. Prüfe, ob er läuft und STORAGE_URL zu ihm führt.',
  store_denied:
    'Der Dateispeicher lehnt die Zugangsdaten ab. Prüfe AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY, und ob sie im Bucket auflisten, lesen, schreiben und löschen dürfen.',
  store_no_bucket: 'Den Bucket in STORAGE_URL gibt es nicht. Lege ihn an oder berichtige seinen Namen.',
  store_wrong_region: 'Der Bucket liegt in einer anderen Region, als STORAGE_URL sagt. Setze dort region.',
  store_clock: 'Die Uhren dieses Rechners und des Dateispeichers gehen zu weit auseinander. Stelle diese richtig.',
  store_foreign:
    'Wohin STORAGE_URL führt, liegt etwas von anderen; dort wird nichts abgelegt. Gib STORAGE_URL ein eigenes Präfix.',
  store_refused: 'Der Dateispeicher lehnt ab, worum er gebeten wird. Der Grund steht im Log.',

  disk_ok: 'Auf der Platte ist Platz.',
  disk_unreadable:
    'Das Datenverzeichnis ist nicht lesbar. Prüfe, ob es DATA_DIR gibt und ob es dem gehört, der Kerf betreibt.',
  disk_full: 'Die Platte ist voll: Neue Downloads werden abgelehnt.',
  disk_low: 'Weniger als 2\u00a0GB sind frei.',
  disk_advice:
    'Lösche Abgelaufenes, verkürze die Aufbewahrung in den Einstellungen oder lege DATA_DIR auf eine größere Platte.',

  resolver_ok: 'yt-dlp ist aktuell.',
  resolver_off: 'YouTube-Links sind abgeschaltet: siehe Quellen in den Einstellungen.',
  resolver_broken: 'Das gefundene yt-dlp läuft nicht. Installiere es neu.',
  resolver_old: (days) => `yt-dlp ist ${days} Tage alt.`,
  resolver_old_configured: 'Erneuere das Programm, das YTDLP_PATH nennt.',
  resolver_old_path: 'Erneuere es, oder nimm es aus dem PATH, damit Kerf sein eigenes holt.',
  resolver_old_fetched: 'Kerf konnte kein neueres holen; prüfe, ob dieser Server GitHub erreicht.',
  resolver_misnamed: 'YTDLP_PATH nennt kein Programm, das läuft. Berichtige es oder lass es weg.',
  resolver_missing: 'yt-dlp fehlt. Installiere es oder setze YTDLP_PATH.',
  resolver_fetching: 'yt-dlp wird geholt. YouTube-Links gehen, sobald es da ist.',
  resolver_unfetched:
    'yt-dlp fehlt und konnte nicht geholt werden. Prüfe, ob dieser Server GitHub erreicht, installiere yt-dlp oder setze YTDLP_PATH.',

  sweep_ok: 'Abgelaufene Dateien werden gelöscht.',
  sweep_stale: 'Abgelaufene Dateien werden nicht gelöscht. Sieh im Log nach, warum.',

  mail_ok: (place) => `Briefe gehen über den Mailserver ${place} hinaus.`,
  mail_outbox: (place) =>
    `Briefe werden Dateien in ${place} und erreichen von selbst niemanden. Setze SMTP_URL, damit sie verschickt werden.`,
  mail_silent: 'Die Warteschlange der Briefe antwortet nicht. Sieh im Log nach, warum.',
  mail_no_worker:
    'Es gehen keine Briefe hinaus: Kein Arbeiter läuft, oder er wurde eben erst gestartet. Was wartet, bleibt erhalten.',
  mail_given_up: (lost, waiting, reason) =>
    `${letters(lost)} in der letzten Stunde aufgegeben, ${waiting} warten${becauseOf(reason)}`,
  mail_waiting: (waiting, reason) =>
    `${waiting === 1 ? '1\u00a0Brief wartet' : `${waiting} Briefe warten`}, der erste seit mehr als zehn Minuten${becauseOf(reason)}`,
  mail_tried: (tried, reason) => `${letters(tried)} noch nicht übergeben und weiter versucht${becauseOf(reason)}`,
  mail_advice_server: (place) =>
    `Briefe gehen über den Mailserver ${place}: Prüfe SMTP_URL und MAIL_FROM und sieh im Log nach „letter not sent yet“.`,
  mail_advice_outbox: (place) => `Briefe werden Dateien in ${place}: Prüfe, ob sich DATA_DIR beschreiben lässt.`,

  payments_ok: (environment) => `Tarife sind zu kaufen (Umgebung: ${environment}).`,
  payments_round: (last) => `Nach offenen Bestellungen wurde zuletzt gefragt: ${last}.`,
  payments_off: 'Tarife sind nicht zu kaufen. Um sie zu verkaufen, gib Client-ID und Geheimnis einer PayPal-App ein.',
  payments_unknown: 'Ob Tarife zu kaufen sind, ist nicht bekannt: Die Datenbank antwortet nicht. Siehe Datenbank.',
  payments_secret_unreadable:
    'Tarife sind nicht zu kaufen: Das eingegebene Geheimnis gehört zu einer anderen Client-ID, oder SESSION_SECRET hat sich seither geändert. Gib es neu ein.',
  payments_secret_missing:
    'Tarife sind nicht zu kaufen: Das Geheimnis der Client-ID ist nicht bekannt. Gib es ein, oder leere die Client-ID.',
  payments_refused: (environment) =>
    `PayPal kennt die Client-ID nicht, oder nicht mit diesem Geheimnis, in der Umgebung ${environment}. ` +
    'Gib beide neu ein, aus einer App in PayPals Entwickler-Dashboard.',
  payments_unreachable: 'PayPal ist nicht zu erreichen. Prüfe OUTBOUND_PROXY und PAYPAL_API_URL.',
  payments_no_webhook:
    'Die Webhook-ID fehlt, also bleiben Rückbuchungen unbemerkt und werden Erstattungen spät bemerkt. Gib sie aus der PayPal-App ein.',
  payments_disagree: (orders) => `PayPal und dieser Server sind uneins über ${orders}. ${disagree}`,
  payments_disagree_more: (orders) => `PayPal und dieser Server sind uneins über ${orders} und weitere. ${disagree}`,
  payments_no_rounds: 'Nach offenen Bestellungen wird nicht gefragt. Sieh im Log nach „trouble with payments“.',
}
