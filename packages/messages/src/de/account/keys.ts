import { MAX_KEY_NAME } from '@kerf/domain/access/api-key'
import type * as en from '../../en/account/keys.ts'
import type { Wording } from '../../wording.ts'

export const keyWords: Wording<typeof en.keyWords> = {
  title: 'API-Schlüssel',
  text: 'Mit einem Schlüssel erstellt ein Programm von dir Clips über dein Konto, in deinen Grenzen.',
  howTo: 'Ein Clip in zwei Aufrufen',
  list: 'Deine API-Schlüssel',
  none: 'Du hast keine API-Schlüssel.',
  begins: (start) => `${start}…`,
  created: (day) => `erstellt am ${day}`,
  unused: 'nie benutzt',
  used: (time) => `zuletzt benutzt: ${time}`,
  name: 'Name',
  nameHint: 'Wo du ihn benutzt, zum Beispiel Laptop.',
  nameFault: `Gib einen Namen mit höchstens ${MAX_KEY_NAME} Zeichen ein.`,
  create: 'Schlüssel erstellen',
  shownTitle: 'Dein neuer API-Schlüssel',
  shownText: 'Kopiere ihn jetzt. Er wird nicht noch einmal gezeigt.',
  copy: 'Schlüssel kopieren',
  close: 'Schließen',
  revoke: 'Widerrufen',
  revokeNamed: (name) => `${name} widerrufen`,
  revokeTitle: 'Diesen API-Schlüssel widerrufen?',
  revokeText: (name) =>
    `Programme mit „${name}“ bekommen keine Clips mehr. Clips, die sie schon angefordert haben, werden noch erstellt.`,
  keep: 'Behalten',
  revoked: 'API-Schlüssel widerrufen',
  whenReset:
    'Ein neues Passwort widerruft alle Schlüssel, wenn du es nicht anders wählst. Wenn du es per E-Mail setzt, werden sie immer widerrufen.',
}
