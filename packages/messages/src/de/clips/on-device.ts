import type * as english from '../../en/clips/on-device.ts'
import type { Wording } from '../../wording.ts'

export const onDeviceWords: Wording<typeof english.onDeviceWords> = {
  action: 'Auf diesem Gerät schneiden',
  note: (host) =>
    `Dein Browser kann die Datei von ${host} lesen und schneiden. Diese Website sieht dann deine Netzwerkadresse.`,
}
