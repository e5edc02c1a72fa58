import type { HealthWording } from '@kerf/domain/health/health-sentences'
import type * as english from '../en/admin-settings.ts'
import type { Wording } from '../wording.ts'

const letters = (amount: number): string => (amount === 1 ? '1\u00a0E-Mail wurde' : `${amount} E-Mails wurden`)
const minutes = (amount: number): string => `${amount}\u00a0Minuten`
const becauseOf = (reason: string): string => (reason === '' ? '.' : `: ${reason}.`)
const disagree = 'Suche diese Bestellungen bei PayPal und erstatte, was ohne Tarif bezahlt wurde.'

/** Sentences about the health of a server, in German. */
export const healthSentences: HealthWording = {
  cutting_ok: 'Man kann schneiden.',
  cutting_limited: 'Man kann schneiden, mit Einschränkungen.',
  cutting_untested: 'Es ist keine Störung bekannt, aber noch nicht alles geprüft.',
  cutting_stopped: 'Zurzeit kann niemand schneiden.',

  database_ok: 'Die Datenbank läuft.',
  database_silent: 'Die Datenbank antwortet nicht. Der Grund steht im Log.',

  queue_ok: 'Aufträge werden verarbeitet.',
  queue_no_workers:
    'Kein Worker läuft, also wird nichts geschnitten. Starte einen mit npm run worker oder alles in einem Prozess mit npm start. Wartende Aufträge gehen nicht verloren.',
  queue_silent: 'Die Warteschlange antwortet nicht. Der Grund steht im Log.',
  queue_slow: (waited) =>
    `Der Auftrag, der am längsten wartet, wartet seit ${minutes(waited)}. ` +
    'Wenn dieser Rechner freie CPU-Kerne hat, erhöhe WORKER_CONCURRENCY und starte Kerf neu.',

  workers_ok: (running, concurrency) =>
    `${running} von ${concurrency} ${concurrency === 1 ? 'Worker' : 'Workern'} schneiden gerade.`,
  workers_unknown: 'Der Status der Worker ist unbekannt: Die Warteschlange antwortet nicht. Siehe Warteschlange.',
  workers_none:
    'Kein Worker läuft. Starte einen mit npm run worker oder alles in einem Prozess mit npm start. Wartende Aufträge gehen nicht verloren.',
  workers_idle: (idle) =>
    `Aufträge warten, und seit ${minutes(idle)} hat kein Worker einen übernommen. ` +
    'Suche im Log nach „trouble with the database“ und starte Kerf neu. Wartende Aufträge gehen nicht verloren.',

  engine_ok: (version) => `Die Medienbibliothek ist geladen: ${version}.`,
  engine_confined: 'Die Prozesse und yt-dlp sind mit bubblewrap eingeschlossen.',
  engine_unconfined:
    'bubblewrap läuft hier nicht: yt-dlp ist nicht eingeschlossen, Medienprozesse nur durch die Berechtigungen von Node, die nativen Code nicht halten.',
  engine_broken: (reason) =>
    `Die Medienbibliothek lässt sich nicht laden, also kann nichts geschnitten werden${reason === '' ? '' : ` (${reason})`}. ` +
    'Führe npm ci im Ordner von Kerf mit derselben Node-Version aus, mit der Kerf läuft, und starte es neu.',
  engine_codecs_missing: (codecs) =>
    `Der Medienbibliothek fehlen Codecs, also lassen sich manche Clips nicht schneiden (${codecs}). Führe npm ci im Ordner von Kerf aus und starte Kerf neu.`,

  storage_ok: 'Es ist genug Platz für Clips.',
  storage_unreadable: 'Der Ordner der Clips ist nicht lesbar. Prüfe DATA_DIR.',
  storage_full: 'Die Festplatte ist voll, und neue Downloads werden abgelehnt. Schaffe Platz.',
  storage_low: 'Weniger als 2\u00a0GB sind frei. Schaffe Platz oder verkürze die Aufbewahrung im Adminbereich.',

  store_unreachable: 'Der Dateispeicher antwortet nicht. Prüfe, ob er läuft und STORAGE_URL auf ihn zeigt.',
  store_denied:
    'Der Dateispeicher lehnt die Zugangsdaten ab. Prüfe AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY, und ob sie im Bucket auflisten, lesen, schreiben und löschen dürfen.',
  store_no_bucket: 'Den Bucket in STORAGE_URL gibt es nicht. Lege ihn an oder korrigiere seinen Namen.',
  store_wrong_region: 'Der Bucket liegt in einer anderen Region, als in STORAGE_URL steht. Korrigiere dort die Region.',
  store_clock: 'Die Uhren dieses Rechners und des Dateispeichers weichen zu stark ab. Stelle die Uhr dieses Rechners.',
  store_foreign:
    'STORAGE_URL zeigt auf einen Ort mit Dateien einer anderen Installation, deshalb wird dort nichts gespeichert. Gib STORAGE_URL ein eigenes Präfix.',
  store_refused: 'Der Dateispeicher hat eine Anfrage abgelehnt. Der Grund steht im Log.',

  disk_ok: 'Auf der Festplatte ist genug Platz.',
  disk_free: (free) => `Auf der Festplatte ist genug Platz: ${free} frei. Neue Downloads brauchen 256\u00a0MB.`,
  disk_unreadable:
    'Das Datenverzeichnis ist nicht lesbar. Prüfe, ob es DATA_DIR gibt und ob es dem Benutzer gehört, unter dem Kerf läuft.',
  disk_full: 'Die Festplatte ist voll, und neue Downloads werden abgelehnt.',
  disk_low: 'Weniger als 2\u00a0GB sind frei.',
  disk_advice:
    'Lösche abgelaufene Clips, verkürze die Aufbewahrung in den Einstellungen oder verschiebe DATA_DIR auf eine größere Festplatte.',

  sources_none:
    'Keine Quelle ist eingeschaltet, also lässt sich nur das Beispiel schneiden. Schalte in den Einstellungen eine ein.',
  sources_media: 'Links zu Mediendateien lassen sich schneiden. YouTube-Links sind abgeschaltet.',
  sources_media_still: 'Links zu Mediendateien lassen sich weiterhin schneiden.',

  resolver_ok: 'yt-dlp ist bereit.',
  resolver_unneeded: 'Kerf fragt YouTube zuerst selbst. yt-dlp ist nur die Reserve.',
  resolver_answers: (step) => `YouTube antwortet über: ${step}.`,
  resolver_reserve: (version) => `yt-dlp ${version} ist die Reserve.`,
  resolver_unanswered: (cause) => `YouTube hat die letzten Anfragen nicht beantwortet: ${cause}`,
  resolver_network: (cause) =>
    `Dieser Server erreicht YouTube nicht (${cause}). Prüfe sein Netzwerk, seinen Nameserver und OUTBOUND_PROXY.`,
  resolver_untested: 'YouTube wurde noch nicht angefragt.',
  resolver_held_back:
    'Die neueste Version funktioniert hier nicht, deshalb wird die davor verwendet, bis es eine neuere gibt.',
  sites_untested: (names) => `Noch nicht gefragt: ${names}.`,
  sites_answer: (names) => `Diese Seiten antworten: ${names}.`,
  sites_unanswered: (name, cause) => `${name} hat die letzten Anfragen nicht beantwortet: ${cause}`,
  resolver_off: 'YouTube-Links sind abgeschaltet. Siehe Quellen in den Einstellungen.',
  resolver_broken: 'Das installierte yt-dlp läuft nicht. Installiere es neu.',
  resolver_no_folder: (folder) =>
    `yt-dlp kann nicht laufen: In ${folder} lässt sich kein Ordner anlegen. Setze TMPDIR auf einen Ordner, in den Kerf schreiben darf.`,
  resolver_known_broken: (version) => `yt-dlp ${version} ist bekanntermaßen defekt: YouTube bedient es nicht mehr.`,
  resolver_old_configured: 'Aktualisiere das Programm, auf das YTDLP_PATH zeigt.',
  resolver_passed_over: (version) =>
    `yt-dlp ${version} im PATH ist bekanntermaßen defekt und wird nicht verwendet. Aktualisiere oder entferne es.`,
  resolver_old_fetched: 'Kerf konnte keine neuere Version herunterladen. Prüfe, ob dieser Server GitHub erreicht.',
  resolver_misnamed: 'YTDLP_PATH zeigt auf kein ausführbares Programm. Korrigiere oder entferne es.',
  resolver_missing: 'yt-dlp fehlt. Installiere es oder setze YTDLP_PATH.',
  resolver_fetching: 'yt-dlp wird heruntergeladen.',
  resolver_unfetched:
    'yt-dlp konnte nicht heruntergeladen werden. Prüfe, ob dieser Server GitHub erreicht, installiere yt-dlp oder setze YTDLP_PATH.',

  sweep_ok: 'Abgelaufene Dateien werden gelöscht.',
  sweep_stale: 'Abgelaufene Dateien werden nicht gelöscht. Der Grund steht im Log.',

  mail_ok: (place) => `E-Mails werden über den Mailserver ${place} verschickt.`,
  mail_outbox: (place) =>
    `E-Mails werden als Dateien in ${place} abgelegt und an niemanden verschickt. Setze SMTP_URL, um sie zu verschicken.`,
  mail_silent: 'Die E-Mail-Warteschlange antwortet nicht. Der Grund steht im Log.',
  mail_no_worker:
    'Es werden keine E-Mails verschickt: Kein Worker läuft, oder er wurde gerade erst gestartet. Wartende E-Mails gehen nicht verloren.',
  mail_given_up: (lost, waiting, reason) =>
    `${letters(lost)} in der letzten Stunde aufgegeben, ${waiting} warten noch${becauseOf(reason)}`,
  mail_waiting: (waiting, reason) =>
    `${waiting === 1 ? '1\u00a0E-Mail wartet' : `${waiting} E-Mails warten`}, die älteste seit mehr als zehn Minuten${becauseOf(reason)}`,
  mail_tried: (tried, reason) =>
    `${letters(tried)} vom Mailserver noch nicht angenommen und weiter versucht${becauseOf(reason)}`,
  mail_advice_server: (place) =>
    `E-Mails werden über den Mailserver ${place} verschickt. Prüfe SMTP_URL und MAIL_FROM und suche im Log nach „email not sent yet“.`,
  mail_advice_outbox: (place) =>
    `E-Mails werden als Dateien in ${place} abgelegt. Prüfe, ob DATA_DIR beschreibbar ist.`,

  address_ok: (origin) => `Cookies, Änderungen, Bytebereiche und Ereignisströme kommen über ${origin} an.`,
  address_untested: 'Der Weg zum Browser ist noch nicht geprüft.',
  address_other: (origin, publicUrl) =>
    `Du kommst über ${origin}, aber Kerf nimmt Änderungen nur von ${publicUrl} an. Verwende diese Adresse oder korrigiere PUBLIC_URL.`,
  address_unnamed: (origin) =>
    `Kerf nimmt von ${origin} keine Änderungen an. Setze PUBLIC_URL auf diese Adresse und TRUST_PROXY auf die Zahl der Proxys davor, dann starte Kerf neu.`,
  address_no_cookie:
    'Ein Cookie kam nicht zurück, also kann niemand schneiden oder angemeldet bleiben. Der Proxy muss Set-Cookie und Cookie durchlassen.',
  address_no_range:
    'Der Proxy entfernt Range, also können Player nicht springen und Downloads nicht fortgesetzt werden. Lass ihn Range durchlassen.',
  address_held_back:
    'Der Proxy hält Antworten zurück, bis sie vollständig sind, also zeigen Seiten keinen Fortschritt. Schalte seine Pufferung ab (nginx: proxy_buffering off).',
  address_no_visitors:
    'Kerf sieht die Adressen der Besucher nicht, also zählen alle als einer. Setze TRUST_PROXY auf die Zahl der Proxys davor, und lass den ersten X-Forwarded-For senden.',

  updates_off: (version) =>
    `Dies ist Version ${version}. Kerf fragt niemanden nach neueren, solange UPDATES_FROM keinen Ort von dir nennt.`,
  updates_newest: (version) => `Dies ist Version ${version}. UPDATES_FROM nennt keine neuere.`,
  updates_newer: (newest, version) => `Version ${newest} ist verfügbar. Dies ist Version ${version}.`,
  updates_unknown: (version, reason) =>
    `Dies ist Version ${version}. Die neueste ist unbekannt, denn UPDATES_FROM lässt sich nicht lesen${becauseOf(reason)}`,

  sign_in_passwords: 'Man meldet sich mit Passwörtern an. Es ist kein Identitätsanbieter eingerichtet.',
  sign_in_ok: (name) => `${name} antwortet, man kann sich also darüber anmelden.`,
  sign_in_down: (name, reason) =>
    `${name} ist nicht nutzbar, also kann sich niemand darüber anmelden${becauseOf(reason)} Prüfe OIDC_ISSUER und suche im Log nach „trouble with the identity provider“.`,

  payments_no_plans: 'Auf diesem Server wird nichts verkauft.',
  payments_ok: (environment) => `Tarife können gekauft werden (Umgebung: ${environment}).`,
  payments_round: (last) => `Offene Bestellungen zuletzt geprüft: ${last}.`,
  payments_off:
    'Tarife können erst gekauft werden, wenn Client-ID und Client-Secret einer PayPal-App eingetragen sind.',
  payments_unknown: 'Ob Tarife gekauft werden können, ist unbekannt: Die Datenbank antwortet nicht. Siehe Datenbank.',
  payments_secret_unreadable:
    'Tarife können nicht gekauft werden: Das gespeicherte Client-Secret gehört zu einer anderen Client-ID, oder SESSION_SECRET hat sich seither geändert. Gib das Client-Secret neu ein.',
  payments_secret_missing:
    'Tarife können nicht gekauft werden: Das Client-Secret fehlt. Gib es ein oder leere die Client-ID.',
  payments_refused: (environment) =>
    `PayPal hat Client-ID oder Client-Secret in der Umgebung ${environment} abgelehnt. ` +
    'Gib beide aus derselben App im Entwickler-Dashboard von PayPal neu ein.',
  payments_unreachable: 'PayPal ist nicht zu erreichen. Prüfe OUTBOUND_PROXY und PAYPAL_API_URL.',
  payments_no_webhook:
    'Die Webhook-ID fehlt. Rückbuchungen bleiben unbemerkt, und Erstattungen werden spät bemerkt. Kopiere sie aus der PayPal-App.',
  payments_disagree: (orders) => `PayPal und dieser Server haben unterschiedliche Angaben zu ${orders}. ${disagree}`,
  payments_disagree_more: (orders) =>
    `PayPal und dieser Server haben unterschiedliche Angaben zu ${orders} und weitere. ${disagree}`,
  payments_no_rounds: 'Offene Bestellungen werden nicht geprüft. Suche im Log nach „trouble with payments“.',
}

export const adminSettingsWords: Wording<typeof english.adminSettingsWords> = {
  settings: {
    failed: 'Die Einstellungen konnten nicht geladen werden.',
    free: 'Kostenloser Tarif',
    freeMaxQuality: 'Beste kostenlose Qualität',
    freeMaxQualityNote: 'Die beste Qualität für kostenlose Konten. Die Downloadseite richtet sich danach.',
    freeDailyLimit: 'Tageslimit',
    freeDailyLimitNote: 'Downloads am Tag für ein kostenloses Konto.',
    freeDailyLimitFault: (min, max) => `Gib eine ganze Zahl von ${min} bis ${max} ein.`,
    sale: {
      legend: 'Was verkauft wird',
      modes: {
        off: {
          name: 'Nichts',
          note: 'Alle dürfen alles nutzen, in Grenzen, die du im Adminbereich setzen kannst.',
        },
        on: { name: 'Tarife', note: 'Besucher sehen die Tarife und was sie kosten, und bezahlen über PayPal.' },
      },
      fromEnvironment: (variable) => `Das legt ${variable} aus der Umgebung fest.`,
    },
    limits: {
      legend: 'Grenzen',
      note: 'Für alle außer Admins. Lass ein Feld leer, wenn es keine Grenze geben soll.',
      strangerMaxQuality: 'Beste Qualität ohne Konto',
      strangerDailyLimit: 'Downloads pro Tag ohne Konto',
      accountDailyLimit: 'Downloads pro Tag mit Konto',
      longestClip: 'Längster Clip (Minuten)',
      longestClipFault: (most) => `Gib eine Anzahl Minuten von 1 bis ${most} ein oder lass das Feld leer.`,
    },
    overEnvironment: (variable, value) => `Der hier gespeicherte Wert überschreibt ${variable}=${value}.`,
    clips: 'Fertige Clips',
    retentionHours: 'Aufbewahrung (Stunden)',
    retentionNote: (max) =>
      `Wie lange fertige Clips gespeichert bleiben. Versprochen sind höchstens ${max}\u00a0Stunden. Eine kürzere Zeit gilt auch für vorhandene Clips.`,
    retentionFault: (min, max) => `Gib eine Zahl von ${min} bis ${max}\u00a0Stunden ein.`,
    sources: 'Quellen',
    sourceNames: { youtube: 'YouTube-Links', media: 'Direkte Links auf Mediendateien' },
    sharing: 'Clips dürfen über öffentliche Links und signierte Adressen geteilt werden',
    sharingNote:
      'Den Link erstellt, wem der Clip gehört. Er endet mit dem Clip. Ohne dies funktionieren bestehende Links nicht mehr.',
    sourcesNote:
      'Das eingebaute Beispiel funktioniert immer. Wartende Clips schlagen fehl, wenn ihre Quelle abgeschaltet wird.',
    payments: 'Zahlungen',
    portalNote: (webhook) =>
      `Alle drei kommen von einer App im Entwickler-Dashboard von PayPal, mit einem Webhook an ${webhook} für diese Ereignisse: ` +
      'Payment capture completed, pending, declined, denied, refunded und reversed sowie Customer dispute resolved. ' +
      'Mehr unter Payments in docs/operating.md.',
    portal: 'PayPal-Dashboard öffnen',
    clientId: 'Client-ID für Zahlungen',
    clientIdNote: 'Leer lassen, um Zahlungen abzuschalten.',
    clientIdFault: 'Eine Client-ID hat nur Buchstaben, Ziffern, Binde- und Unterstriche.',
    secret: 'Client-Secret',
    secretKnown: 'Gespeichert. Lass das Feld leer, um es zu behalten. Es wird nie angezeigt.',
    secretUnknown: 'Nicht gesetzt. Ohne Secret lassen sich bezahlte Tarife nicht kaufen.',
    secretFault: 'Ein Secret hat keine Leerzeichen und höchstens 256\u00a0Zeichen.',
    webhookId: 'Webhook-ID',
    webhookIdNote: 'Ohne sie werden Erstattungen spät und Rückbuchungen nie bemerkt.',
    webhookFault: 'Eine Webhook-ID hat nur Buchstaben und Ziffern, höchstens 50.',
    environment: 'Umgebung',
    environments: { sandbox: 'Sandbox (Test)', production: 'Echtbetrieb' },
    admins: 'Administratoren',
    secondFactor: 'Admins brauchen Zwei-Faktor-Authentifizierung',
    secondFactorNote:
      'Admins ohne Zwei-Faktor-Authentifizierung können den Adminbereich erst öffnen, wenn sie sie eingerichtet haben.',
    secondFactorWarning:
      'Dein eigenes Konto hat sie noch nicht. Nach dem Speichern kannst du den Adminbereich erst öffnen, wenn du sie eingerichtet hast.',
    save: 'Speichern',
    saving: 'Wird gespeichert\u00a0…',
    saved: 'Einstellungen gespeichert',
    savedText: 'Sie gelten ab jetzt.',
    invalid: 'Nichts wurde gespeichert. Bitte prüfe die markierten Felder.',
  },
  storage: {
    title: 'Speicher',
    cleanup: 'Abgelaufenes löschen',
    cleaning: 'Wird aufgeräumt\u00a0…',
    cleaned: 'Aufgeräumt',
    cleanedText: (files, formatted, size) =>
      files === 0
        ? 'Nichts war abgelaufen.'
        : `${formatted} ${files === 1 ? 'Datei' : 'Dateien'} gelöscht, ${size} frei geworden.`,
    view: 'Belegung anzeigen',
    hide: 'Belegung verbergen',
    failed: 'Die Belegung konnte nicht geladen werden.',
    used: 'Belegt',
    clips: 'Fertige Clips',
    clipsOf: (clips, formatted, size) =>
      clips === 0 ? 'keine' : `${size} in ${formatted} ${clips === 1 ? 'Clip' : 'Clips'}`,
    scratch: 'In Arbeit',
    previews: 'Vorschaubilder, Wellenformen',
    database: 'Datenbank',
    largest: 'Größte Clips',
    free: 'Frei auf der Platte',
    oldest: 'Ältester Clip',
    none: 'keiner',
    unknown: 'nicht bekannt',
  },
  health: {
    title: 'Zustand des Systems',
    again: 'Erneut prüfen',
    checking: 'Wird geprüft\u00a0…',
    failed: 'Der Zustand des Systems konnte nicht geladen werden.',
    version: (version) => `Version: ${version}`,
    parts: {
      database: 'Datenbank',
      queue: 'Warteschlange',
      workers: 'Worker-Prozesse',
      engine: 'Medienbibliothek',
      storage: 'Dateispeicher',
      disk: 'Festplatte',
      resolver: 'YouTube-Downloader',
      sweep: 'Aufräumen',
      mail: 'E-Mail',
      signIn: 'Anmeldung',
      payments: 'Zahlungen',
      source: 'Quelle',
      address: 'Adresse',
      updates: 'Aktualisierungen',
    },
    facts: {
      queue: (waiting, running) => `${waiting} warten, ${running} in Arbeit`,
      oldest: (seconds) => `längste Wartezeit ${seconds}\u00a0s`,
      disk: (free, total) => `${free} von ${total} frei`,
      resolver: (version, days, formatted) => `Version ${version}, ${formatted} ${days === 1 ? 'Tag' : 'Tage'} alt`,
      step: (name, answered, failed) => `${name}: ${answered} beantwortet, ${failed} gescheitert`,
      sweep: (instant) => `Zuletzt ${instant}`,
    },
    sentences: healthSentences,
    states: { ok: 'IN BETRIEB', untested: 'UNGEPRÜFT', degraded: 'EINGESCHRÄNKT', failing: 'AUSGEFALLEN', off: 'AUS' },
  },
  standing: {
    title: 'Wie es steht',
    again: 'Erneut testen',
    testing: 'Der Weg zum Browser wird geprüft …',
    all: 'Alle Teile',
  },
  processes: {
    title: 'Laufende Prozesse',
    columns: {
      process: 'Prozess',
      role: 'Rolle',
      version: 'Version',
      atWork: 'In Arbeit',
      since: 'Läuft seit',
      seen: 'Zuletzt gesehen',
    },
    roles: { serve: 'Alles in einem', web: 'Webserver', worker: 'Worker-Prozesse' },
    processId: (id) => `Prozess ${id}`,
    atWork: (running, concurrency) => `${running} von ${concurrency}`,
    cutsNone: 'Schneidet nicht',
    unknown: 'Die laufenden Prozesse sind unbekannt: Die Warteschlange antwortet nicht.',
    notes: {
      all_in_one: 'Ein Prozess macht alles: Er zeigt die Seiten und schneidet die Clips.',
      mixed_versions: 'Diese Prozesse haben verschiedene Versionen. Während eines Updates ist das normal.',
    },
  },
  messages: {
    title: 'Nachrichten',
    label: 'Nachrichten aus dem Kontaktformular',
    columns: { message: 'Nachricht', from: 'Von', received: 'Eingang', status: 'Status', actions: 'Aktion' },
    statuses: { new: 'NEU', answered: 'BEANTWORTET' },
    priority: 'VORRANG',
    empty: 'Noch keine Nachrichten.',
    failed: 'Die Nachrichten konnten nicht geladen werden.',
    answered: 'Als beantwortet markieren',
    reopen: 'Als neu markieren',
    mark: (action, subject) => `${action}: ${subject}`,
    marked: 'Nachricht geändert',
    reply: (email) => `${email} antworten`,
  },
  subscribers: {
    title: 'Newsletter',
    write: 'An alle bestätigten Abonnenten schreiben',
    ask: 'Alle bestätigten Abonnenten bekommen eine E-Mail. Das lässt sich nicht zurücknehmen.',
    queued: 'Newsletter eingereiht',
    recipients: (amount, formatted) => (amount === 1 ? '1 Empfänger' : `${formatted} Empfänger`),
    label: 'Newsletter-Abonnenten',
    columns: { email: 'E-Mail', asked: 'Angemeldet', status: 'Status' },
    confirmed: 'BESTÄTIGT',
    waiting: 'UNBESTÄTIGT',
    empty: 'Noch keine Abonnenten.',
    failed: 'Die Abonnenten konnten nicht geladen werden.',
  },
  notices: {
    title: 'DMCA-Meldungen',
    label: 'DMCA-Meldungen',
    columns: { work: 'Werk und Links', from: 'Von', received: 'Eingang', status: 'Status', actions: 'Entscheidung' },
    statuses: { open: 'OFFEN', blocked: 'GESPERRT', dismissed: 'ABGELEHNT' },
    empty: 'Noch keine Meldungen.',
    failed: 'Die Meldungen konnten nicht geladen werden.',
    reference: (reference) => `Aktenzeichen ${reference}`,
    signed: (name) => `Gezeichnet ${name}`,
    block: 'Sperren',
    dismiss: 'Ablehnen',
    decide: (decision, work) => `${decision}: ${work}`,
    blockTitle: 'Links dieser Meldung sperren',
    blockText:
      'Sie werden ab jetzt abgelehnt. Die Aufträge dazu werden abgebrochen und die Clips gelöscht. Eine spätere Freigabe stellt sie nicht wieder her.',
    blockConfirm: 'Links sperren',
    blocked: 'Links gesperrt',
    blockedText: 'Sie werden ab jetzt abgelehnt. Die Clips dazu wurden gelöscht.',
    dismissed: 'Meldung abgelehnt',
    unblockable: (links) =>
      `Nicht gesperrt: ${links}. Diese Links führen zu keinem Video, das dieser Server verarbeiten kann.`,
  },
  shares: {
    title: 'Geteilte Clips',
    label: 'Geteilte Clips',
    columns: {
      clip: 'Clip',
      owner: 'Besitzer',
      shared: 'Geteilt',
      ends: 'Endet',
      opened: 'Geöffnet',
      actions: 'Aktion',
    },
    visitor: 'Ein Besucher ohne Konto',
    empty: 'Kein Clip ist geteilt.',
    failed: 'Die geteilten Clips konnten nicht geladen werden.',
    end: 'Zurücknehmen',
    endOf: (title) => `Zurücknehmen: ${title}`,
    ended: 'Link zurückgenommen',
  },
  blocklist: {
    title: 'Sperrliste',
    label: 'Gesperrte Links',
    columns: { link: 'Link', kind: 'Art', reason: 'Grund', since: 'Seit', actions: 'Aktion' },
    kinds: { video: 'Video', channel: 'Kanal', domain: 'Ganze Domain' },
    kindField: 'Was gesperrt wird',
    by: (name) => `von ${name}`,
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
      too_wide: 'Viele Domains haben diese Endung. Gib eine bestimmte Domain ein.',
    },
    reasonFault: 'Gib einen Grund an, damit andere ihn später verstehen.',
    add: { video: 'Link sperren', channel: 'Kanal sperren', domain: 'Domain sperren' },
    ask: (link) =>
      `Alles von ${link} wird ab jetzt abgelehnt. Aufträge werden abgebrochen und Clips gelöscht. Eine spätere Freigabe stellt sie nicht wieder her.`,
    adding: 'Wird gesperrt\u00a0…',
    added: { video: 'Link gesperrt', channel: 'Kanal gesperrt', domain: 'Domain gesperrt' },
    known: 'Bereits gesperrt',
    knownText: (link) => `${link} bleibt gesperrt. Der Grund wurde ersetzt.`,
    remove: 'Freigeben',
    removeOf: (link) => `${link} freigeben`,
    removed: { video: 'Link freigegeben', channel: 'Kanal freigegeben', domain: 'Domain freigegeben' },
  },
  audit: {
    label: 'Protokoll',
    columns: { when: 'Wann', who: 'Wer', what: 'Was', target: 'Ziel' },
    empty: 'Noch keine Einträge.',
    failed: 'Das Protokoll konnte nicht geladen werden.',
    nothingFound: 'Keine Einträge gefunden.',
    search: 'Protokoll durchsuchen',
    searchPlaceholder: 'Name, Detail oder ID',
    everything: 'Alles',
    server: 'Server',
    deletedAccount: (id) => `Gelöschtes Konto ${id}`,
    withoutAccount: (id) => `Ohne Konto: ${id}`,
    unnamed: {
      job: (id) => `Auftrag ${id}`,
      notice: (id) => `Meldung ${id}`,
      block: (id) => `Sperre ${id}`,
      message: (id) => `Nachricht ${id}`,
      invitation: (id) => `Einladung ${id}`,
    },
    actions: {
      admin_made: 'Admin ernannt',
      user_updated: 'Konto geändert',
      user_deleted: 'Konto gelöscht',
      users_exported: 'Konten exportiert',
      job_retried: 'Auftrag neu eingereiht',
      job_cancelled: 'Auftrag abgebrochen',
      job_file_opened: 'Clip geöffnet',
      clip_shared: 'Clip geteilt',
      share_ended: 'Geteilten Clip zurückgenommen',
      settings_changed: 'Einstellungen geändert',
      invitation_made: 'Jemanden eingeladen',
      invitation_revoked: 'Einladung zurückgenommen',
      invitation_used: 'Einladung benutzt',
      cleanup_run: 'Aufgeräumt',
      message_marked: 'Nachricht markiert',
      newsletter_exported: 'Abonnenten exportiert',
      newsletter_sent: 'Newsletter gesendet',
      notice_decided: 'Über eine Meldung entschieden',
      link_blocked: 'Link gesperrt',
      link_unblocked: 'Link freigegeben',
    },
  },
}
