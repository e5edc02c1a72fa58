import type { Wording } from '../wording.ts'

type English = typeof import('../en/error-sentences.ts')

const highQuality =
  'Downloads in hoher Qualität gibt es mit einem Pro-Tarif. Ohne ihn kannst du 360p und nur den Ton herunterladen.'
const notInOnePiece = 'Das kam nicht vollständig beim Server an. Bitte lade die Seite neu und versuch es noch einmal.'

export const errorSentences: Wording<English['errorSentences']> = {
  invalid_link: 'Bitte gib einen gültigen YouTube-Link ein.',
  invalid_request: notInOnePiece,
  invalid_trim: 'Anfang und Ende müssen im Video liegen, mindestens eine Sekunde auseinander.',
  range_too_long: 'GIF und WebP gibt es bis 15\u00a0Sekunden. Bitte wähle einen kürzeren Ausschnitt.',
  unknown_quality: 'Diese Qualität gibt es nicht.',
  body_too_large: 'Das ist mehr, als der Server auf einmal annimmt.',
  not_json: notInOnePiece,
  wrong_origin: 'Die Anfrage kam von einer anderen Website.',
  not_found: 'Das gibt es hier nicht mehr.',
  not_signed_in: 'Bitte melde dich an.',
  needs_admin: 'Diese Seite ist nur für Admins.',
  wrong_credentials: 'E-Mail oder Passwort stimmt nicht.',
  account_suspended: 'Dieses Konto ist gesperrt.',
  email_taken: 'Zu dieser E-Mail gibt es schon ein Konto.',
  password_too_short: 'Das Passwort braucht mindestens 6 Zeichen.',
  invalid_token: 'Dieser Code gilt nicht mehr. Bitte fordere einen neuen an.',
  second_factor_needed: 'Bitte gib den Code aus deiner Authenticator-App ein.',
  wrong_code: 'Dieser Code stimmt nicht. Bitte gib den ein, der jetzt angezeigt wird.',
  second_factor_unreadable:
    'Dieser Server kann deinen zweiten Faktor nicht mehr lesen, weil sein Schlüssel geändert wurde. Bitte frag, wer ihn betreibt, nach dem früheren.',
  needs_second_factor:
    'Admins dieses Servers brauchen einen zweiten Faktor. Bitte richte ihn in deinen Einstellungen ein.',
  invalid_confirmation: 'Dieser Link ist nicht mehr gültig. Bitte fordere einen neuen an.',
  wrong_password: 'Das jetzige Passwort stimmt nicht.',
  last_admin: 'Der letzte Admin kann nicht herabgestuft, gesperrt oder gelöscht werden.',
  admin_protected: 'Admins können nicht gelöscht werden.',
  job_not_open: 'In seinem jetzigen Zustand geht das mit dem Auftrag nicht.',
  unknown_amount: 'Zu diesem Preis gibt es keinen Tarif.',
  plan_owned: 'Dieses Konto hat das bereits für immer: Es gibt nichts mehr zu kaufen.',
  unverified_notice: 'Diese Nachricht kommt nicht vom Zahlungsanbieter.',
  pro_feature: 'Mehrere Abschnitte und Stapel gehören zu Pro.',
  payment_pending: 'Die Zahlung ist noch nicht abgeschlossen.',
  payment_not_approved: 'Diese Zahlung ist noch nicht freigegeben worden.',
  payment_failed: 'Bei deiner Zahlung ist etwas schiefgegangen. Bitte versuch es noch einmal.',
  not_set_up: 'Dieser Server ist dafür noch nicht eingerichtet.',
  needs_account: highQuality,
  needs_pro: highQuality,
  daily_limit: 'Tageslimit erreicht',
  monthly_limit: 'Monatslimit erreicht',
  too_many_requests: 'Das war viel auf einmal. Bitte warte kurz und versuch es noch einmal.',
  video_private: 'Dieses Video ist privat.',
  video_removed: 'Dieses Video gibt es nicht mehr.',
  video_region_blocked: 'Dieses Video ist in deiner Region nicht verfügbar. Bitte versuch es mit einem anderen.',
  video_age_restricted:
    'Dieses Video hat eine Altersbeschränkung, und die Plattform zeigt es nur Leuten, die dort angemeldet sind.',
  video_members_only: 'Dieses Video ist nur für Mitglieder des Kanals.',
  video_paid: 'Dieses Video muss dort, wo es erschienen ist, gekauft oder geliehen werden.',
  video_live: 'Dieses Video läuft gerade live. Sobald der Stream vorbei ist, lässt es sich schneiden.',
  video_upcoming: 'Dieses Video hat noch nicht begonnen. Sobald es erschienen ist, lässt es sich schneiden.',
  video_blocked:
    'Dieses Video kann wegen Einschränkungen von YouTube nicht heruntergeladen werden. Bitte versuch es mit einem anderen.',
  link_blocked: 'Dieses Video ist auf diesem Server gesperrt, wegen der Rechte daran oder wegen seines Inhalts.',
  source_off: 'Videos aus dieser Quelle sind auf diesem Server abgeschaltet.',
  source_bot_check:
    'YouTube verlangt von diesem Server den Nachweis, dass er kein Roboter ist. Bitte versuch es später noch einmal.',
  source_rate_limited: 'YouTube bremst diesen Server gerade. Bitte versuch es etwas später noch einmal.',
  source_failed: 'Das Video ließ sich nicht von seiner Quelle lesen. Bitte versuch es noch einmal.',
  source_timeout: 'Die Quelle hat nicht rechtzeitig geantwortet. Bitte versuch es noch einmal.',
  resolver_missing:
    'Dieser Server ist für YouTube-Links noch nicht bereit: Das Programm zum Herunterladen fehlt. Das Beispiel geht.',
  not_media: 'Hinter diesem Link ist weder Bild noch Ton.',
  unsupported_media: 'Medien dieser Art lassen sich noch nicht schneiden.',
  broken_media: 'Das Medium hinter diesem Link ist beschädigt.',
  media_too_large: 'Dieser Clip würde zu groß. Bitte wähle einen kürzeren Ausschnitt.',
  quality_unavailable: 'Dieses Video gibt es nicht in dieser Qualität.',
  not_ready: 'Der Clip ist noch nicht fertig.',
  expired: 'Dieser Clip ist abgelaufen. Dateien werden innerhalb von 24\u00a0Stunden gelöscht.',
  cancelled: 'Der Download wurde abgebrochen.',
  cut_failed: 'Das Video konnte nicht heruntergeladen werden. Bitte versuch es noch einmal.',
  cut_timeout: 'Das Schneiden dauerte zu lange und wurde gestoppt. Bitte versuch es mit einem kürzeren Ausschnitt.',
  clip_empty: 'Die heruntergeladene Datei ist leer.',
  storage_full: 'Auf diesem Server ist gerade kein Platz für einen weiteren Clip. Bitte versuch es später noch einmal.',
  busy: 'Dieser Server ist gerade ausgelastet. Bitte versuch es gleich noch einmal.',
  internal: 'Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal.',
}

export const waitSentence = (wait: string): string => `Bitte warte ${wait} und versuche es dann noch einmal.`
