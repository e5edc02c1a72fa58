import { MAX_KEY_NAME } from '@kerf/domain/access/api-key'
import type * as english from '../../en/account/keys.ts'
import type { Wording } from '../../wording.ts'

export const keyWords: Wording<typeof english.keyWords> = {
  title: 'Claves de API',
  text: 'Con una clave, un programa tuyo crea clips con tu cuenta y tus límites.',
  howTo: 'Un clip en dos llamadas',
  list: 'Tus claves de API',
  none: 'No tienes claves de API.',
  begins: (start) => `${start}…`,
  created: (day) => `creada: ${day}`,
  unused: 'sin usar',
  used: (time) => `último uso: ${time}`,
  name: 'Nombre',
  nameHint: 'Dónde la usas, por ejemplo: portátil.',
  nameFault: `Introduce un nombre de ${MAX_KEY_NAME} caracteres como máximo.`,
  create: 'Crear clave',
  shownTitle: 'Tu nueva clave de API',
  shownText: 'Cópiala ahora. No se volverá a mostrar.',
  copy: 'Copiar clave',
  close: 'Cerrar',
  revoke: 'Revocar',
  revokeNamed: (name) => `Revocar ${name}`,
  revokeTitle: '¿Revocar esta clave de API?',
  revokeText: (name) =>
    `Los programas que usan “${name}” no recibirán más clips. Los que ya pidieron se crearán igualmente.`,
  keep: 'Conservarla',
  revoked: 'Clave de API revocada',
  whenReset:
    'Una contraseña nueva revoca todas las claves, si no eliges otra cosa. Si la creas por correo, siempre se revocan.',
}
