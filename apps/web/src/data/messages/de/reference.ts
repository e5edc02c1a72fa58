import type * as en from '../en/reference.ts'
import type { Wording } from '../wording.ts'

export const apiWords: Wording<typeof en.apiWords> = {
  lead: 'Die Seite benutzt diese Aufrufe und sonst nichts; was sie kann, kann also auch ein Skript.',
  document: 'OpenAPI-Dokument',
  documentNote: 'Dasselbe für Maschinen, wie dieser Server es ausliefert:',
  start: 'Wo dieser Server ist',
  startNote:
    'Die Beispiele benutzen curl. Diese Zeile sagt ihnen, welchen Server sie fragen; im Glas bleibt das Cookie, an dem du erkannt wirst.',
  contents: 'Aufrufe nach Gegenstand',
  groups: {
    video: 'Videos',
    download: 'Downloads',
    batch: 'Mehrere auf einmal',
    auth: 'Anmelden',
    user: 'Du',
    plans: 'Tarife',
    payment: 'Zahlungen',
    paypal: 'PayPal',
    contact: 'Kontakt',
    newsletter: 'Newsletter-Anmeldung',
    admin: 'Verwaltung',
    health: 'Zustand',
    dmca: 'Meldungen von Rechteinhabern',
  },
  linkTo: (call) => `Link zu ${call}`,
  parameters: 'In der Adresse',
  body: 'Inhalt',
  answer: (status) => `Antwort ${status}`,
  noBody: 'Nichts zu lesen.',
  file: (type) => `Eine Datei: ${type}`,
  refusals: 'Kann abgelehnt werden',
  optional: 'kann fehlen',
  example: 'Beispiel',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Dein Browser hält die Zwischenablage hier verschlossen. Markiere den Text und kopiere ihn von Hand.',
  types: {
    text: 'Text',
    number: 'Zahl',
    integer: 'ganze Zahl',
    boolean: 'wahr oder falsch',
    object: 'Objekt',
    list: (of) => `Liste von ${of}`,
    any: 'beliebig',
    atLeast: (least) => `mindestens ${least}`,
    atMost: (most) => `höchstens ${most}`,
    longest: (most) => `höchstens ${most} Zeichen`,
  },
}

export const changelogWords: Wording<typeof en.changelogWords> = {
  dateLocale: 'de-DE',
  lead: 'Was sich geändert hat, Ausgabe für Ausgabe. Geschrieben auf Englisch.',
  unreleased: 'Unterwegs',
  contents: 'Ausgaben',
  failed: 'Die Liste der Änderungen dieser Installation ist leer.',
}
