import type * as english from '../../en/clips/on-device.ts'
import type { Wording } from '../../wording.ts'

export const onDeviceWords: Wording<typeof english.onDeviceWords> = {
  action: 'Découper sur cet appareil',
  note: (host) =>
    `Votre navigateur peut lire le fichier sur ${host} et le découper. Ce site voit alors votre adresse réseau.`,
}
