import type * as en from '../en/reference.ts'
import type { Wording } from '../wording.ts'

export const apiWords: Wording<typeof en.apiWords> = {
  lead: 'Diese Website nutzt nur diese Aufrufe. Was sie kann, kann also auch ein Skript.',
  document: 'OpenAPI-Dokument',
  documentNote: 'Die maschinenlesbare Fassung auf diesem Server:',
  start: 'Adresse des Servers',
  startNote:
    'Die Beispiele benutzen curl. Diese Zeile setzt die Adresse des Servers. Im Cookie-Jar bleibt das Cookie, an dem du erkannt wirst.',
  keyNote:
    'Erstelle in den Einstellungen einen API-Schlüssel: Er braucht kein Cookie-Jar. Der zweite Aufruf wartet auf den Clip.',
  signatureNote:
    'Die Anfragen folgen Standard Webhooks (standardwebhooks.com). Dessen Bibliotheken prüfen webhook-id, webhook-timestamp und webhook-signature mit deinem Signaturschlüssel.',
  contents: 'Aufrufe nach Ressource',
  search: 'Aufrufe, Felder und Fehler suchen',
  found: (count) => (count === 1 ? '1 Aufruf' : `${count === 0 ? 'Keine' : count} Aufrufe`),
  link: 'Link zu diesem Aufruf',
  groups: {
    video: 'Videos',
    download: 'Downloads',
    batch: 'Stapel',
    auth: 'Anmelden',
    user: 'Dein Konto',
    plans: 'Tarife',
    payment: 'Zahlungen',
    paypal: 'PayPal',
    contact: 'Kontakt',
    newsletter: 'Newsletter-Anmeldung',
    admin: 'Adminbereich',
    clip: 'Clip als URL',
    health: 'Status',
    dmca: 'DMCA-Meldungen',
  },
  parameters: 'Pfad und Query',
  body: 'Inhalt',
  answer: (status) => `Antwort ${status}`,
  noBody: 'Kein Inhalt.',
  file: (type) => `Eine Datei: ${type}`,
  refusals: 'Fehler',
  optional: 'kann fehlen',
  example: 'Beispiel',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Dein Browser blockiert die Zwischenablage. Markiere den Text und kopiere ihn.',
  types: {
    text: 'Text',
    number: 'Zahl',
    integer: 'ganze Zahl',
    boolean: 'wahr oder falsch',
    object: 'Objekt',
    list: (of) => `Liste von ${of}`,
    any: 'beliebig',
    atLeast: (min) => `mindestens ${min}`,
    atMost: (max) => `höchstens ${max}`,
    longest: (max) => `höchstens ${max} Zeichen`,
  },
}

export const changelogWords: Wording<typeof en.changelogWords> = {
  lead: 'Was sich geändert hat, Version für Version. Auf Englisch.',
  unreleased: 'Unveröffentlicht',
  contents: 'Versionen',
  search: 'Änderungen durchsuchen',
  found: (count) => (count === 1 ? '1 Änderung' : `${count === 0 ? 'Keine' : count} Änderungen`),
  failed: 'Die Liste der Änderungen dieser Installation ist leer.',
}
