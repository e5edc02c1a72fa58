import type { HealthWording } from '@kerf/domain/health/health-sentences'
import type * as english from '../en/admin-settings.ts'
import type { Wording } from '../wording.ts'

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

export const adminSettingsWords: Wording<typeof english.adminSettingsWords> = {
  settings: {
    title: 'Einstellungen',
    failed: 'Die Einstellungen konnten nicht geladen werden.',
    free: 'Kostenloser Tarif',
    freeMaxQuality: 'Beste kostenlose Qualität',
    freeMaxQualityNote: 'Was ein kostenloses Konto höchstens laden darf. Marken, Texte und Sperren folgen dem.',
    freeDailyLimit: 'Tagesgrenze',
    freeDailyLimitNote: 'Downloads am Tag für ein kostenloses Konto.',
    freeDailyLimitFault: (min: number, max: number) => `Gib eine ganze Zahl von ${min} bis ${max} ein.`,
    overEnvironment: (variable: string, value: string) => `Hier gespeichert; das geht vor ${variable}=${value}.`,
    clips: 'Fertige Clips',
    retentionHours: 'Aufbewahrung, Stunden',
    retentionNote: (max: number) =>
      `Wie lange ein fertiger Clip bleibt; versprochen sind höchstens ${max}\u00a0Stunden. Weniger verkürzt auch, was schon da ist.`,
    retentionFault: (min: string, max: number) => `Gib eine Zahl von ${min} bis ${max}\u00a0Stunden ein.`,
    sources: 'Quellen',
    sourceNames: { youtube: 'YouTube-Links', media: 'Direkte Links auf Mediendateien' },
    sourcesNote: 'Das eingebaute Beispiel geht immer. Clips, die auf eine abgeschaltete Quelle warten, schlagen fehl.',
    payments: 'Zahlungen',
    portalNote: (webhook: string) =>
      `Alle drei kommen von einer App in PayPals Entwickler-Dashboard, mit einem Webhook an ${webhook} für diese Ereignisse: ` +
      'Payment capture completed, pending, declined, denied, refunded und reversed sowie Customer dispute resolved. ' +
      'Mehr unter Payments in docs/operating.md.',
    portal: 'PayPals Dashboard öffnen',
    clientId: 'Client-ID für Zahlungen',
    clientIdNote: 'Leer: Bezahlte Tarife sind nicht zu kaufen.',
    clientIdFault: 'Eine Client-ID hat nur Buchstaben, Ziffern, Binde- und Unterstriche.',
    secret: 'Geheimnis der App',
    secretKnown: 'Bekannt. Lass das Feld leer, um es zu behalten; gezeigt wird es nie.',
    secretUnknown: 'Nicht bekannt. Ohne es sind bezahlte Tarife nicht zu kaufen.',
    secretFault: 'Ein Geheimnis hat keine Leerzeichen und höchstens 256\u00a0Zeichen.',
    webhookId: 'Webhook-ID',
    webhookIdNote: 'Leer: Erstattungen werden spät bemerkt, Rückbuchungen nie.',
    webhookFault: 'Eine Webhook-ID hat nur Buchstaben und Ziffern, höchstens 50.',
    environment: 'Umgebung',
    environments: { sandbox: 'Sandbox (Test)', production: 'Echtbetrieb' },
    admins: 'Wer verwaltet',
    secondFactor: 'Admins brauchen einen zweiten Faktor',
    secondFactorNote:
      'Ab dann ist der Adminbereich für alle Admins ohne zweiten Faktor zu, bis sie einen eingerichtet haben.',
    secondFactorWarning:
      'Dein eigenes Konto hat keinen: Nach dem Speichern kommst du erst wieder hier herein, wenn du einen eingerichtet hast.',
    save: 'Speichern',
    saving: 'Speichert\u00a0…',
    saved: 'Einstellungen gespeichert',
    savedText: 'Sie gelten ab jetzt.',
    invalid: 'Nichts wurde gespeichert. Sieh dir die markierten Felder an.',
  },
  storage: {
    title: 'Speicher',
    cleanup: 'Abgelaufenes löschen',
    cleaning: 'Räumt auf\u00a0…',
    cleaned: 'Aufgeräumt',
    cleanedText: (files: number, formatted: string, size: string) =>
      files === 0
        ? 'Nichts war abgelaufen.'
        : `${formatted} ${files === 1 ? 'Datei' : 'Dateien'} gelöscht, ${size} frei geworden.`,
    view: 'Belegung zeigen',
    hide: 'Belegung verbergen',
    failed: 'Die Belegung konnte nicht geladen werden.',
    used: 'Belegt',
    clips: 'Fertige Clips',
    clipsOf: (clips: number, formatted: string, size: string) =>
      clips === 0 ? 'keine' : `${size} in ${formatted} ${clips === 1 ? 'Clip' : 'Clips'}`,
    scratch: 'In Arbeit',
    films: 'Bilder, Wellenformen',
    database: 'Datenbank',
    largest: 'Größte Clips',
    job: (id: string) => `Auftrag ${id}`,
    free: 'Frei auf der Platte',
    oldest: 'Ältester Clip',
    none: 'keiner',
    unknown: 'nicht bekannt',
  },
  health: {
    title: 'Zustand des Systems',
    again: 'Neu prüfen',
    checking: 'Prüft\u00a0…',
    failed: 'Der Zustand konnte nicht erfragt werden.',
    version: (version: string) => `Fassung ${version}`,
    parts: {
      database: 'Datenbank',
      queue: 'Warteschlange',
      workers: 'Arbeiter',
      engine: 'Medienbibliothek',
      storage: 'Dateiablage',
      disk: 'Festplatte',
      resolver: 'YouTube-Downloader',
      sweep: 'Aufräumen',
      mail: 'E-Mail',
      payments: 'Zahlungen',
    },
    facts: {
      queue: (waiting: string, running: string) => `${waiting} warten, ${running} in Arbeit`,
      oldest: (seconds: string) => `der erste seit ${seconds}\u00a0s`,
      disk: (free: string, total: string) => `${free} von ${total} frei`,
      resolver: (version: string, days: number, formatted: string) =>
        `Fassung ${version}, ${formatted} ${days === 1 ? 'Tag' : 'Tage'} alt`,
      sweep: (instant: string) => `Zuletzt ${instant}`,
    },
    sentences: healthSentences,
    states: { ok: 'IN BETRIEB', degraded: 'EINGESCHRÄNKT', failing: 'AUSGEFALLEN', off: 'AUS' },
  },
  processes: {
    title: 'Laufende Prozesse',
    columns: {
      process: 'Prozess',
      role: 'Rolle',
      version: 'Fassung',
      atWork: 'In Arbeit',
      since: 'Läuft seit',
      seen: 'Letztes Zeichen',
    },
    roles: { serve: 'Alles in einem', web: 'Webserver', worker: 'Arbeiter' },
    processId: (id: number) => `Prozess ${id}`,
    atWork: (running: string, concurrency: string) => `${running} von ${concurrency}`,
    cutsNone: 'Schneidet nicht',
    unknown: 'Welche Prozesse laufen, ist nicht bekannt: Die Warteschlange antwortet nicht.',
    notes: {
      all_in_one: 'Ein Prozess macht alles: Er zeigt die Seiten und schneidet die Clips.',
      mixed_versions: 'Sie haben nicht alle dieselbe Fassung. Während Prozesse ersetzt werden, ist das richtig so.',
    },
  },
  messages: {
    title: 'Nachrichten',
    label: 'Nachrichten aus dem Kontaktformular',
    columns: { message: 'Nachricht', from: 'Von', received: 'Eingang', status: 'Zustand', actions: 'Aktion' },
    statuses: { new: 'NEU', answered: 'BEANTWORTET' },
    empty: 'Noch hat niemand geschrieben.',
    failed: 'Die Nachrichten konnten nicht geladen werden.',
    answered: 'Als beantwortet markieren',
    reopen: 'Als neu markieren',
    mark: (action: string, subject: string) => `${action}: ${subject}`,
    marked: 'Nachricht geändert',
    reply: (email: string) => `${email} antworten`,
  },
  subscribers: {
    title: 'Newsletter',
    label: 'Leser des Newsletters',
    columns: { email: 'E-Mail', asked: 'Bestellt', status: 'Zustand' },
    confirmed: 'BESTÄTIGT',
    waiting: 'UNBESTÄTIGT',
    empty: 'Noch hat ihn niemand bestellt.',
    failed: 'Die Leser konnten nicht geladen werden.',
  },
  notices: {
    title: 'DMCA-Meldungen',
    label: 'DMCA-Meldungen',
    columns: { work: 'Werk und Links', from: 'Von', received: 'Eingang', status: 'Zustand', actions: 'Entscheidung' },
    statuses: { open: 'OFFEN', blocked: 'GESPERRT', dismissed: 'ABGELEHNT' },
    empty: 'Es gibt keine Meldungen.',
    failed: 'Die Meldungen konnten nicht geladen werden.',
    reference: (reference: string) => `Zeichen ${reference}`,
    signed: (name: string) => `Gezeichnet ${name}`,
    block: 'Sperren',
    dismiss: 'Ablehnen',
    decide: (decision: string, work: string) => `${decision}: ${work}`,
    blockTitle: 'Links dieser Meldung sperren',
    blockText:
      'Sie werden ab jetzt abgelehnt. Aufträge daraus enden, und ihre Clips werden gelöscht. Wer einen Link später freigibt, bekommt sie nicht zurück.',
    blockConfirm: 'Links sperren',
    blocked: 'Links gesperrt',
    blockedText: 'Sie werden ab jetzt abgelehnt, und die Clips daraus sind gelöscht.',
    dismissed: 'Meldung abgelehnt',
    unblockable: (links: string) =>
      `Nicht gesperrt werden konnte: ${links}. Dahinter ist kein Video, das dieser Server verarbeiten könnte.`,
  },
  blocklist: {
    title: 'Sperrliste',
    label: 'Gesperrte Links',
    columns: { link: 'Adresse', kind: 'Art', reason: 'Grund', since: 'Seit', actions: 'Aktion' },
    kinds: { video: 'Video', channel: 'Kanal', domain: 'Ganze Domain' },
    kindField: 'Was gesperrt wird',
    by: (name: string) => `von ${name}`,
    empty: 'Kein Link ist gesperrt.',
    failed: 'Die Sperrliste konnte nicht geladen werden.',
    linkFields: { video: 'Link zum Sperren', channel: 'Kanal zum Sperren', domain: 'Domain zum Sperren' },
    placeholders: {
      video: 'https://www.youtube.com/watch?v=…',
      channel: '@name oder UC…',
      domain: 'beispiel.org',
    },
    linkFaults: { video: 'Gib einen Link ein.', channel: 'Gib einen Kanal ein.', domain: 'Gib eine Domain ein.' },
    unblockable: {
      sample: 'Das Beispiel gehört zu diesem Server und lässt sich nicht sperren.',
      not_a_video:
        'Das führt zu keinem einzelnen Video. Gib den Link zu einem YouTube-Video oder einer Mediendatei ein.',
      not_a_channel: 'Das ist kein YouTube-Kanal. Gib seinen @namen ein oder einen Link mit /@ oder /channel/UC darin.',
      old_channel_name:
        'Namen hinter /c/ und /user/ bezeichnen einen Kanal nicht eindeutig. Öffne den Kanal und kopiere seinen @namen.',
      not_a_domain: 'Das ist keine Domain. Gib sie in der Form beispiel.org ein.',
      too_wide: 'Das ist die Endung vieler Domains. Gib die ein, die gemeint ist.',
    },
    reasonField: 'Grund',
    reasonFault: 'Sag warum, für alle, die später nachsehen.',
    add: { video: 'Link sperren', channel: 'Kanal sperren', domain: 'Domain sperren' },
    ask: (link: string) =>
      `Alles von ${link} wird ab jetzt abgelehnt. Aufträge daraus enden, und ihre Clips werden gelöscht. Eine spätere Freigabe bringt sie nicht zurück.`,
    adding: 'Sperrt\u00a0…',
    added: { video: 'Link gesperrt', channel: 'Kanal gesperrt', domain: 'Domain gesperrt' },
    known: 'Schon gesperrt',
    knownText: (link: string) => `${link} bleibt gesperrt. Der Grund wurde ersetzt.`,
    remove: 'Freigeben',
    removeOf: (link: string) => `${link} freigeben`,
    removed: { video: 'Link freigegeben', channel: 'Kanal freigegeben', domain: 'Domain freigegeben' },
  },
  audit: {
    label: 'Was Admins getan haben',
    columns: { when: 'Wann', who: 'Wer', what: 'Was', target: 'Wen oder was' },
    empty: 'Noch hat kein Admin etwas geändert.',
    failed: 'Das Protokoll konnte nicht geladen werden.',
    nothingFound: 'Nichts dergleichen ist geschehen.',
    search: 'Das Protokoll durchsuchen',
    searchPlaceholder: 'Wer, oder wen oder was …',
    show: 'Zeigen',
    everything: 'Alles',
    commandLine: 'Kommandozeile',
    deletedAccount: (id: string) => `Gelöschtes Konto ${id}`,
    unnamed: {
      job: (id: string) => `Auftrag ${id}`,
      notice: (id: string) => `Meldung ${id}`,
      block: (id: string) => `Sperre ${id}`,
      message: (id: string) => `Nachricht ${id}`,
    },
    actions: {
      admin_made: 'Admin ernannt',
      user_updated: 'Konto geändert',
      user_deleted: 'Konto gelöscht',
      users_exported: 'Konten exportiert',
      job_retried: 'Auftrag neu eingereiht',
      job_cancelled: 'Auftrag abgebrochen',
      job_file_opened: 'Clip geöffnet',
      settings_changed: 'Einstellungen geändert',
      cleanup_run: 'Aufgeräumt',
      message_marked: 'Nachricht markiert',
      notice_decided: 'Über eine Meldung entschieden',
      link_blocked: 'Link gesperrt',
      link_unblocked: 'Link freigegeben',
    },
  },
}
