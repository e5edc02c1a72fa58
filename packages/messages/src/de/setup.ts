import type { Wording } from '../wording.ts'

type English = typeof import('../en/setup.ts')

export const setupWords: Wording<English['setupWords']> = {
  lead: 'Erstelle das Adminkonto für diesen Server.',
  submit: 'Admin erstellen',
  sending: 'Admin wird erstellt…',
  failed: 'Der Admin konnte nicht erstellt werden',
  done: 'Du bist jetzt Admin',
  old: 'Er wurde benutzt, ist älter als eine Stunde oder stammt von einem früheren Start. Solange es keinen Admin gibt, zeigt jeder Start des Servers einen neuen.',
  none: 'Öffne den Link, den der Server beim Start gezeigt hat. Solange es keinen Admin gibt, zeigt jeder Start einen neuen.',
}

export const setupChoiceWords: Wording<English['setupChoiceWords']> = {
  title: 'Grundeinstellungen',
  lead: 'Alle können warten. Die ersten beiden und die letzte stehen auch im Adminbereich unter Einstellungen, und diese Seite erreichst du weiter unter /setup.',
  sources: 'Was geschnitten werden kann',
  sourcesNote: 'Das eingebaute Beispiel funktioniert immer.',
  mail: 'E-Mail',
  mailHow:
    'SMTP_URL und MAIL_FROM kommen aus der Umgebung. Eine Änderung braucht einen Neustart. docs/operating.md erklärt beide.',
  test: 'Testmail an mich',
  testing: 'Wird gesendet…',
  tested: 'Testmail ist unterwegs',
  testedText: (email, place) =>
    place === null
      ? `Sie geht an ${email}, sobald ein Prozess läuft, der E-Mails versendet.`
      : `Sie geht an ${email}, über ${place}.`,
  address: 'Adresse',
  addressUsed: (address) => `Dein Browser benutzt ${address}.`,
  addressSame: 'PUBLIC_URL ist auf dieselbe Adresse gesetzt.',
  addressOther: (address) =>
    `PUBLIC_URL ist ${address}. Links in E-Mails führen dorthin. Öffne diese Adresse oder ändere PUBLIC_URL und starte neu.`,
  addressUnset: 'PUBLIC_URL ist nicht gesetzt. Auf diesem Rechner und im eigenen Netz ist das in Ordnung.',
  addressPublic: (address) =>
    `Wenn der Server über eine Domain erreichbar ist, setze PUBLIC_URL=${address} in der Umgebung und starte neu.`,
  save: 'Speichern und weiter',
  saving: 'Wird gespeichert…',
  skip: 'Überspringen',
}
