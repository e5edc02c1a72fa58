import type * as english from '../../en/clips/on-device.ts'
import type { Wording } from '../../wording.ts'

export const onDeviceWords: Wording<typeof english.onDeviceWords> = {
  action: 'Cortar en este dispositivo',
  note: (host) =>
    `Tu navegador puede leer el archivo de ${host} y cortarlo. Ese sitio ve entonces tu dirección de red.`,
}
