import type * as english from '../../en/clips/share.ts'
import type { Wording } from '../../wording.ts'

export const shareWords: Wording<typeof english.shareWords> = {
  link: 'Öffentlicher Link',
  text: 'Wer diesen Link hat, kann den Clip ansehen und speichern, bis er gelöscht wird. Ein Konto ist nicht nötig.',
  make: 'Öffentlichen Link erstellen',
  copy: 'Link kopieren',
  copied: 'Link kopiert',
  copyFailed: 'Bitte kopiere den Link aus dem Feld.',
  opened: (count) => (count === 1 ? 'Einmal geöffnet' : `${count}-mal geöffnet`),
  end: 'Link zurücknehmen',
  ended: 'Link zurückgenommen',
  endedText: 'Niemand kann ihn mehr öffnen.',
  off: 'Dieser Server teilt Clips nicht über einen öffentlichen Link.',
}

export const sharePageWords: Wording<typeof english.sharePageWords> = {
  range: (start, end) => `${start} bis ${end}`,
  joined: (count) => `${count} Ausschnitte, verbunden`,
  description: (times) => `${times}, auf das Einzelbild genau geschnitten`,
  untitled: (label) => `Ausschnitt aus einem Video, ${label}`,
  anyPart: 'Wähle den Ausschnitt, auf das Einzelbild genau',
  save: 'Herunterladen',
  cutOwn: 'Selbst aus diesem Video schneiden',
  ends: (when) => `Diese Seite und ihr Clip werden ${when} gelöscht.`,
  gone: 'Diesen Clip gibt es nicht mehr',
  goneText:
    'Jeder Clip wird innerhalb eines Tages gelöscht, und wer ihn geschnitten hat, kann den Link jederzeit zurücknehmen.',
  rests: 'Dieser Clip macht Pause bis morgen',
  restsText: 'Er wurde so oft angesehen, wie dieser Server an einem Tag erlaubt.',
  home: 'Selbst einen Clip schneiden',
}
