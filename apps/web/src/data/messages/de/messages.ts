import { PRODUCT_NAME } from '@kerf/domain/product'
import type { Wording } from '../wording.ts'

export const messages: Wording<typeof import('../en/messages.ts').messages> = {
  layout: {
    noScript: 'Kerf schneidet Videos im Fenster deines Browsers und braucht dafür JavaScript.',
    titleOfVideo: (title) => `${title} | ${PRODUCT_NAME}`,
    home: `${PRODUCT_NAME}, Startseite`,
    skipToMain: 'Zum Werkzeug springen',
    mainNavigation: 'Hauptmenü',
    footerNavigation: 'Mehr',
    menu: 'Menü',
    features: 'Funktionen',
    pricing: 'Tarife',
    faq: 'FAQ',
    signIn: 'Anmelden',
    getStarted: 'Loslegen',
    api: 'API',
    changelog: 'Änderungen',
    contact: 'Kontakt',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    dmca: 'DMCA',
    language: 'Sprache',
    theme: 'Farben',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  },
  toast: { dismiss: 'Schließen', region: 'Meldungen ({hotkey})', announced: 'Meldung' },
  connection: {
    offline: 'Du bist offline.',
    offlineMore: 'Dein Ausschnitt bleibt. Downloads laufen weiter, wenn die Verbindung wieder da ist.',
    serverGone: 'Der Server antwortet nicht.',
    serverGoneMore: 'Dein Ausschnitt bleibt. Kerf versucht es von selbst weiter.',
  },
  pageFailed: {
    title: 'Diese Seite hat nicht geladen',
    text: 'Ein Teil von ihr ließ sich nicht holen. Dein Ausschnitt und deine Downloads bleiben.',
    reload: 'Neu laden',
  },
  link: {
    label: 'Video-Link',
    placeholder: 'Video-Link einfügen',
    paste: 'Einfügen',
    process: 'Öffnen',
    processing: 'Öffnet\u00a0…',
    help: 'YouTube-Links. Kein Konto nötig. Dein Clip wird innerhalb von 24\u00a0Stunden gelöscht.',
    trySample: 'Beispiel ausprobieren',
    several: 'Mehrere Links auf einmal',
    clipboardClosed:
      'Dein Browser hält die Zwischenablage hier verschlossen. Drück Strg+V oder halt das Feld gedrückt, um einzufügen.',
    clipboardEmpty: 'In der Zwischenablage ist kein Text.',
    cookiesNeeded: 'Dein Browser behält hier keine Cookies. Ohne eines lässt sich das Video dir nicht zuordnen.',
    invalidTitle: 'Ungültiger Link',
    invalid: 'Bitte gib einen gültigen YouTube-Link ein.',
  },
  /** The handles of the strip, which is on the first page too. */
  strip: { start: 'Anfang', end: 'Ende', playhead: 'Abspielposition' },
  processing: {
    loadingVideo: 'Das Video wird geladen',
    successTitle: 'Fertig',
    successText: 'Dein Video ist bereit. Setz Anfang und Ende.',
    errorTitle: 'Fehler',
  },
}
