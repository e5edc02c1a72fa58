import type { Wording } from '../wording.ts'

type English = typeof import('../en/refusal-reasons.ts')

export const reasonSentences: Wording<English['reasonSentences']> = {
  dns: (host) =>
    `Für ${host} wurde keine öffentliche Adresse gefunden (DNS). Bitte prüfe den Link und das Netzwerk dieses Servers.`,
  network: (host) => `Dieser Server hat keinen Weg zu ${host}. Bitte prüfe sein Netzwerk.`,
  proxy: (host) => `Der Proxy dieses Servers hat keine Verbindung zu ${host} hergestellt.`,
  refused: (host) => `${host} hat die Verbindung abgelehnt. Bitte versuche es später erneut.`,
  tls: (host) => `Es gibt keine sichere Verbindung zu ${host}: Zertifikat oder TLS werden nicht akzeptiert.`,
  broken: (host) => `Die Verbindung zu ${host} wurde abgebrochen. Bitte versuche es erneut.`,
  status: (status) => `Die Quelle hat mit dem HTTP-Status ${status} statt mit dem Video geantwortet.`,
  not_allowed: (target) =>
    `Nur öffentliche Adressen auf den Ports 80 und 443 werden gelesen. Um diese zu erlauben, setze OUTBOUND_ALLOW=${target}.`,
  starts_at: (time) => `Dieses Video beginnt am ${time}. Sobald es erschienen ist, lässt es sich schneiden.`,
  restricted_mode: () =>
    'Das Netzwerk dieses Servers zeigt dieses Video nicht: Es erzwingt den eingeschränkten Modus von YouTube.',
  begins_at: (seconds) =>
    `In diesem Bereich kann nichts gezeigt werden: Das erste Bild, das gezeigt werden kann, liegt bei ${seconds} s.`,
  other_site: (site) => `Links zu ${site} werden nicht unterstützt.`,
  sign_in: (site) => `${site || 'YouTube'} zeigt dieses Video nur angemeldeten Personen.`,
  content_warning: () =>
    'YouTube zeigt dieses Video nur angemeldeten Personen, die die Inhaltswarnung bestätigt haben.',
  site_refuses: (site) =>
    `${site} lässt diesen Server das Video nicht lesen. Bitte versuche es später erneut oder nimm ein anderes.`,
  site_limits: (site) => `${site} begrenzt die Anfragen dieses Servers. Bitte versuche es später erneut.`,
  site_unopened: (site) => `Dieser Server kann Links zu ${site} noch nicht öffnen: Sein Downloader fehlt.`,
  only_preview: (site) => `${site} spielt davon ohne Abonnement nur einen Ausschnitt.`,
  password: () => 'Dieses Video ist durch ein Passwort geschützt.',
  embed_only: () => 'Dieses Video lässt sich nur auf den Seiten abspielen, die es einbetten.',
  drm: () => 'Dieses Video ist verschlüsselt (DRM) und lässt sich daher nicht schneiden.',
  adults: () => 'Dieses Video ist als nur für Erwachsene markiert. Solche Videos werden hier nicht geöffnet.',
  several_videos: () => 'Dieser Link führt zu mehreren Videos. Bitte füge den Link zu einem davon ein.',
  accepts: (sites) => `Bitte gib den Link eines Videos ein von: ${sites}.`,
}
