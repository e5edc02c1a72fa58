import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/site.ts'
import type { Wording } from '../wording.ts'

export const messages: Wording<typeof english.messages> = {
  layout: {
    noScript: 'Kerf braucht JavaScript, um Videos in deinem Browser zu schneiden.',
    titleOfVideo: (title) => `${title} | ${PRODUCT_NAME}`,
    home: `${PRODUCT_NAME}, Startseite`,
    skipToMain: 'Zum Inhalt springen',
    mainNavigation: 'Hauptmenü',
    footerNavigation: 'Mehr',
    menu: 'Menü',
    features: 'Funktionen',
    faq: 'FAQ',
    signIn: 'Anmelden',
    getStarted: 'Loslegen',
    contact: 'Kontakt',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    language: 'Sprache',
    theme: 'Farbschema',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  },
  toast: { dismiss: 'Schließen', region: 'Meldungen ({hotkey})', announced: 'Meldung' },
  connection: {
    offline: 'Du bist offline.',
    offlineMore: 'Dein Ausschnitt ist gespeichert. Downloads laufen weiter, wenn die Verbindung wieder da ist.',
    offlineFiles: 'Dateien können hier weiter geschnitten werden.',
    serverGone: 'Der Server antwortet nicht.',
    serverGoneMore: 'Dein Ausschnitt ist gespeichert. Kerf versucht weiter, sich zu verbinden.',
  },
  pageFailed: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Ein Teil davon fehlt. Dein Ausschnitt und deine Downloads sind sicher.',
    reload: 'Neu laden',
  },
  link: {
    label: 'Video-Link',
    placeholder: 'Video-Link einfügen',
    paste: 'Einfügen',
    process: 'Öffnen',
    processing: 'Wird geöffnet\u00a0…',
    kinds: { youtube: 'YouTube-Links. ', media: 'Medienlinks. ' },
    help: 'Kein Konto nötig. Dein Clip wird innerhalb von 24\u00a0Stunden gelöscht.',
    trySample: 'Beispiel ausprobieren',
    openFile: 'oder Datei öffnen',
    clipboardClosed:
      'Dein Browser blockiert die Zwischenablage. Drücke Strg+V oder halte das Feld gedrückt, um einzufügen.',
    clipboardEmpty: 'In der Zwischenablage ist kein Text.',
    cookiesNeeded: 'Kerf braucht ein Cookie, um sich dein Video zu merken. Bitte erlaube Cookies für diese Website.',
    invalidTitle: 'Ungültiger Link',
    invalid: 'Bitte gib einen gültigen YouTube-Link ein.',
    invalidOfAny: 'Bitte gib einen gültigen Videolink ein.',
  },
  /** Handles of the timeline, which the home page shows first. */
  timeline: { start: 'Anfang', end: 'Ende', playhead: 'Abspielposition' },
  processing: {
    loadingVideo: 'Das Video wird geladen',
    successTitle: 'Fertig',
    successText: 'Dein Video ist bereit. Setze Anfang und Ende.',
    errorTitle: 'Fehler',
  },
}

export const pageWords: Wording<typeof english.pageWords> = {
  home: { title: 'schneide genau den Teil, den du willst' },
  signIn: { title: 'Anmelden' },
  signUp: { title: 'Konto anlegen' },
  forgotPassword: { title: 'Passwort vergessen' },
  resetPassword: { title: 'Passwort zurücksetzen' },
  confirmEmail: { title: 'E-Mail bestätigen' },
  confirmNewsletter: { title: 'Newsletter bestätigen' },
  endNewsletter: { title: 'Newsletter abbestellen' },
  setup: { title: 'Einrichten' },
  terms: { title: 'Nutzungsbedingungen' },
  privacy: { title: 'Datenschutz' },
  contact: { title: 'Kontakt' },
  subscription: { title: 'Tarife' },
  device: { title: 'Dateien dieses Geräts' },
  batch: { title: 'Mehrere Links auf einmal' },
  profile: { title: 'Profil' },
  billing: { title: 'Abrechnung' },
  receipt: { title: 'Quittung' },
  jobs: { title: 'Deine Downloads' },
  settings: { title: 'Einstellungen' },
  admin: { title: 'Adminbereich' },
  adminTest: { title: 'Admin-Rohdaten' },
  tools: { title: 'Werkzeuge' },
  api: { title: 'API' },
  changelog: { title: 'Änderungen' },
  dmca: { title: 'DMCA' },
}

export const pageDescriptions: Wording<typeof english.pageDescriptions> = {
  home: 'Link einfügen, Anfang und Ende bildgenau wählen und genau diesen Teil herunterladen. Bis 4K oder als MP3. Ohne Wasserzeichen, ohne Konto.',
  signIn: 'Melde dich bei deinem Konto an.',
  signUp: 'Lege ein Konto an: deine Downloads auf jedem Gerät.',
  forgotPassword: 'Lass dir einen Link schicken, um ein neues Passwort zu setzen.',
  resetPassword: 'Setze mit dem Code aus deiner E-Mail ein neues Passwort.',
  confirmEmail: 'Bestätige deine E-Mail-Adresse mit dem Link, den wir dir geschickt haben.',
  confirmNewsletter: 'Bestätige den Newsletter mit dem Link, den wir dir geschickt haben.',
  endNewsletter: 'Bestelle den Newsletter mit dem Link in jeder Ausgabe ab.',
  setup: 'Der erste Admin dieses Servers.',
  terms: 'Was du von uns erwarten kannst und was wir von dir erwarten.',
  privacy: 'Was dieser Server über dich speichert, wie lange, und wie du es löschen lässt.',
  contact: 'Schreib den Menschen hinter diesem Server.',
  subscription: 'Free, Pro und Lifetime: derselbe genaue Schnitt, mehr Pixel und mehr Clips.',
  device:
    'Eine Video- oder Audiodatei dieses Geräts im Browser schneiden, auf den Frame genau. Nichts wird hochgeladen.',
  batch: 'Bis zu 20 Links einfügen, aus jedem einen Teil schneiden und alle zusammen als ZIP speichern.',
  profile: 'Dein Konto und deine Downloads.',
  billing: 'Dein Tarif und deine Quittungen.',
  receipt: 'Eine Quittung zum Ansehen und Drucken.',
  jobs: 'Deine früheren und laufenden Downloads.',
  settings: 'Dein Profil, dein Passwort und deine Sitzungen.',
  admin: 'Konten, Aufträge und Einstellungen.',
  adminTest: 'Statistik und Konten als Rohdaten.',
  tools: 'Wege, ein Video hier zu öffnen: Lesezeichen, App, Erweiterung, Programm.',
  api: 'Jeder Aufruf der API: Parameter, Antworten und Fehler.',
  changelog: 'Was sich geändert hat, Version für Version.',
  dmca: 'Melde ein Video, das deine Rechte verletzt.',
}

export const landing: Wording<typeof english.landing> = {
  hero: {
    words: ['Schneide', 'Trimme', 'Lade'],
    spoken: 'Schneide, trimme, lade genau das, was du willst.',
    restOfLine: ' genau',
    secondLine: 'das, was du willst.',
    timeline: 'Probiere die Griffe am Beispielvideo aus',
    steps: [
      ['Link einfügen.', 'Das Video ist sofort da.'],
      ['Anfang und Ende setzen.', 'Ziehen, tippen oder Bild für Bild.'],
      ['Diesen Teil herunterladen.', 'Kein Bild zu viel.'],
    ],
  },
}

const count = (amount: string, one: string, many: string): string => `${amount} ${amount === '1' ? one : many}`

export const timeWords: Wording<typeof english.timeWords> = {
  today: (clock) => `${clock} Uhr`,
  onDay: (day, clock) => `${day} um ${clock} Uhr`,
  hours: (amount) => count(amount, 'Stunde', 'Stunden'),
  minutes: (amount) => count(amount, 'Minute', 'Minuten'),
  seconds: (amount) => count(amount, 'Sekunde', 'Sekunden'),
}

export const unansweredSentences: Wording<typeof english.unansweredSentences> = {
  offline: 'Du bist offline. Bitte versuche es erneut, wenn die Verbindung wieder da ist.',
  serverGone: 'Der Server antwortet nicht. Bitte versuche es gleich erneut.',
  unknown: 'Etwas ist schiefgegangen. Bitte versuche es erneut.',
}
