import type { Wording } from '../wording.ts'

type English = typeof import('../en/error-sentences.ts')

const highQuality =
  'Downloads in hoher Qualität gibt es mit einem Pro-Tarif. Ohne ihn kannst du 360p und nur Audio herunterladen.'
const notInOnePiece = 'Bei dieser Anfrage ist etwas schiefgegangen. Bitte lade die Seite neu und versuche es erneut.'

export const errorSentences: Wording<English['errorSentences']> = {
  invalid_link: 'Bitte gib einen gültigen YouTube-Link ein.',
  youtube_clip: 'Das ist ein YouTube-Clip. Bitte gib den Link des Videos ein, aus dem er stammt.',
  youtube_playlist: 'Dieser Link führt zu einer Playlist. Bitte gib den Link eines ihrer Videos ein.',
  youtube_page:
    'Dieser Link führt zu einem Kanal oder einer anderen Seite von YouTube. Bitte gib den Link eines Videos ein.',
  invalid_request: notInOnePiece,
  invalid_trim: 'Anfang und Ende müssen im Video und mindestens eine Sekunde auseinander liegen.',
  range_too_long: 'GIF und WebP können bis zu 15\u00a0Sekunden lang sein. Bitte wähle einen kürzeren Ausschnitt.',
  unknown_quality: 'Diese Qualität gibt es nicht.',
  body_too_large: 'Das ist zu groß zum Senden.',
  not_json: notInOnePiece,
  wrong_origin: 'Die Anfrage kam von einer anderen Website.',
  unknown_host:
    'Unter dieser Adresse lässt sich nichts ändern. Wer diesen Server betreibt, muss sie in PUBLIC_URL angeben.',
  not_found: 'Das gibt es hier nicht mehr.',
  not_signed_in: 'Bitte melde dich an.',
  accounts_only: 'Dieser Server ist nur für Leute mit einem Konto. Bitte melde dich an.',
  invitation_needed: 'Konten gibt es hier nur auf Einladung.',
  not_by_key: 'Mit einem API-Schlüssel geht das nicht. Bitte melde dich an.',
  needs_admin: 'Diese Seite ist nur für Admins.',
  wrong_credentials: 'E-Mail oder Passwort stimmt nicht.',
  account_suspended: 'Dieses Konto ist gesperrt.',
  email_taken: 'Mit dieser E-Mail gibt es schon ein Konto.',
  password_too_short: 'Das Passwort muss mindestens 6 Zeichen haben.',
  invalid_token: 'Dieser Code gilt nicht mehr. Bitte fordere einen neuen an.',
  second_factor_needed: 'Bitte gib den Code aus deiner Authenticator-App ein.',
  wrong_code: 'Dieser Code stimmt nicht. Bitte gib den ein, der jetzt angezeigt wird.',
  second_factor_unreadable:
    'Dieser Server kann deine Codes nicht mehr prüfen, weil sein Schlüssel geändert wurde. Bitte die Betreiber, den früheren wiederherzustellen.',
  needs_second_factor:
    'Admins dieses Servers brauchen Zwei-Faktor-Authentifizierung. Bitte richte sie in deinen Einstellungen ein.',
  oidc_denied:
    'Dein Identitätsanbieter hat dich nicht angemeldet, oder du hast abgebrochen. Du kannst es noch einmal versuchen.',
  oidc_invalid: 'Diese Anmeldung ist abgelaufen oder ließ sich nicht prüfen. Bitte beginne noch einmal.',
  oidc_unavailable: 'Der Identitätsanbieter antwortet nicht. Bitte versuche es in ein paar Minuten noch einmal.',
  oidc_email_unverified:
    'Dein Identitätsanbieter hat deine E-Mail-Adresse nicht bestätigt. Bitte bestätige sie dort und melde dich dann noch einmal an.',
  oidc_sign_up_off: 'Zu dieser E-Mail-Adresse gibt es kein Konto. Bitte frag die Betreiber dieses Servers danach.',
  local_sign_in_off: 'Dieser Server verwendet keine Passwörter. Bitte melde dich über den Identitätsanbieter an.',
  recent_sign_in_needed: 'Bitte melde dich noch einmal an, um zu bestätigen, dass du es bist.',
  invalid_confirmation: 'Dieser Link ist nicht mehr gültig. Bitte fordere einen neuen an.',
  wrong_password: 'Das aktuelle Passwort stimmt nicht.',
  last_admin: 'Der letzte Admin kann nicht herabgestuft, gesperrt oder gelöscht werden.',
  admin_protected: 'Admins können nicht gelöscht werden.',
  job_not_open: 'Der Status dieses Auftrags lässt das nicht zu.',
  unknown_amount: 'Zu diesem Preis gibt es keinen Tarif.',
  plan_owned: 'Dieses Konto hat bereits einen Tarif ohne Ende. Es gibt nichts mehr zu kaufen.',
  unverified_notice: 'Dieses Ereignis kommt nicht vom Zahlungsanbieter.',
  pro_feature: 'Mehrere Ausschnitte und Stapel gehören zu Pro.',
  clip_too_long: 'So lange Clips schneidet dieser Server nicht. Bitte wähle einen kürzeren Ausschnitt.',
  sharing_off: 'Auf diesem Server lassen sich Clips nicht über einen öffentlichen Link teilen.',
  payment_pending: 'Die Zahlung ist noch nicht abgeschlossen.',
  payment_not_approved: 'Diese Zahlung ist noch nicht freigegeben worden.',
  payment_failed: 'Bei deiner Zahlung ist etwas schiefgegangen. Bitte versuche es erneut.',
  not_set_up: 'Dieser Server ist dafür noch nicht eingerichtet.',
  needs_account: highQuality,
  needs_pro: highQuality,
  daily_limit: 'Tageslimit erreicht',
  monthly_limit: 'Monatslimit erreicht',
  too_many_requests: 'Zu viele Anfragen. Bitte warte kurz und versuche es erneut.',
  video_private: 'Dieses Video ist privat.',
  video_removed: 'Dieses Video gibt es nicht mehr.',
  video_region_blocked: 'Dieses Video ist in deiner Region nicht verfügbar. Bitte versuche es mit einem anderen.',
  video_age_restricted: 'Dieses Video hat eine Altersbeschränkung. Die Plattform zeigt es nur angemeldeten Personen.',
  video_members_only: 'Dieses Video ist nur für Mitglieder des Kanals.',
  video_paid: 'Dieses Video ist nur für Personen, die auf seiner Plattform dafür bezahlen.',
  video_live: 'Dieses Video läuft gerade live. Sobald der Stream vorbei ist, lässt es sich schneiden.',
  live_gone:
    'Die Quelle bietet diesen Teil des Livestreams nicht mehr an. Öffne den Link erneut und wähle einen späteren Teil.',
  video_upcoming: 'Dieses Video hat noch nicht begonnen. Sobald es erschienen ist, lässt es sich schneiden.',
  video_ended:
    'Dieser Livestream ist vorbei, und seine Plattform bietet noch keine Aufzeichnung an. Bitte versuche es später erneut.',
  video_too_long: 'Dieses Video ist länger als sieben Tage.',
  video_blocked:
    'Dieses Video kann wegen Einschränkungen von YouTube nicht heruntergeladen werden. Bitte versuche es mit einem anderen.',
  link_blocked: 'Dieses Video ist auf diesem Server wegen seiner Rechte oder seines Inhalts gesperrt.',
  source_off: 'Videos aus dieser Quelle sind auf diesem Server abgeschaltet.',
  source_bot_check:
    'YouTube verlangt von diesem Server den Nachweis, dass er kein Roboter ist. Bitte versuche es später erneut.',
  source_rate_limited: 'YouTube begrenzt gerade die Anfragen dieses Servers. Bitte versuche es später erneut.',
  source_failed: 'Das Video konnte nicht von seiner Quelle gelesen werden. Bitte versuche es erneut.',
  source_timeout: 'Die Quelle hat nicht rechtzeitig geantwortet. Bitte versuche es erneut.',
  resolver_missing:
    'Dieser Server kann noch keine YouTube-Links öffnen: Das Programm zum Herunterladen fehlt. Das Beispiel kannst du trotzdem ausprobieren.',
  not_media: 'Unter diesem Link gibt es weder Video noch Audio.',
  unsupported_media: 'Videos oder Audiodateien dieser Art lassen sich noch nicht schneiden.',
  no_byte_ranges:
    'Der Server dieser Datei sendet sie nur als Ganzes. Zum Schneiden muss er Range-Anfragen beantworten.',
  broken_media: 'Die Datei unter diesem Link ist beschädigt.',
  unfinished_media: 'Die Datei unter diesem Link wurde nicht fertig geschrieben: Ihr Index fehlt.',
  media_too_large: 'Dieser Clip würde zu groß. Bitte wähle einen kürzeren Ausschnitt.',
  does_not_fit:
    'Dieser Clip passt nicht in die gewählte Größe. Bitte wähle einen kürzeren Ausschnitt oder eine größere Datei.',
  quality_unavailable: 'Dieses Video gibt es nicht in dieser Qualität.',
  not_ready: 'Der Clip ist noch nicht fertig.',
  expired: 'Dieser Clip ist abgelaufen. Dateien werden innerhalb von 24\u00a0Stunden gelöscht.',
  cancelled: 'Der Download wurde abgebrochen.',
  cut_failed: 'Das Video konnte nicht heruntergeladen werden. Bitte versuche es erneut.',
  cut_timeout:
    'Das Schneiden hat zu lange gedauert und wurde abgebrochen. Bitte versuche es mit einem kürzeren Ausschnitt.',
  clip_empty: 'Die heruntergeladene Datei ist leer.',
  begins_later:
    'Die Aufnahme beginnt mittendrin: In diesem Bereich kann noch nichts gezeigt werden. Bitte wähle einen späteren.',
  storage_full: 'Auf diesem Server ist gerade kein Platz mehr. Bitte versuche es später erneut.',
  busy: 'Dieser Server ist gerade ausgelastet. Bitte versuche es gleich erneut.',
  internal: 'Bei uns ist etwas schiefgegangen. Bitte versuche es erneut.',
}

export const waitSentence = (wait: string): string => `Bitte warte ${wait} und versuche es dann erneut.`

export const needsAccountSentence = 'Diese Qualität gibt es auf diesem Server nur mit Konto. Bitte melde dich an.'
