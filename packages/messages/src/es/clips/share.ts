import type * as english from '../../en/clips/share.ts'
import type { Wording } from '../../wording.ts'

export const shareWords: Wording<typeof english.shareWords> = {
  link: 'Enlace público',
  text: 'Quien tenga este enlace puede ver y guardar el clip hasta que se elimine. No hace falta una cuenta.',
  make: 'Crear un enlace público',
  copy: 'Copiar enlace',
  copied: 'Enlace copiado',
  copyFailed: 'Copia el enlace del campo.',
  opened: (count) => (count === 1 ? 'Abierto una vez' : `Abierto ${count} veces`),
  end: 'Retirar el enlace',
  ended: 'Enlace retirado',
  endedText: 'Ya nadie puede abrirlo.',
  off: 'Este servidor no comparte clips con un enlace público.',
}

export const sharePageWords: Wording<typeof english.sharePageWords> = {
  range: (start, end) => `${start} a ${end}`,
  joined: (count) => `${count} fragmentos unidos`,
  description: (times) => `${times}, cortado al fotograma`,
  untitled: (label) => `Parte de un video, ${label}`,
  anyPart: 'Elige la parte, al fotograma',
  save: 'Descargar',
  cutOwn: 'Corta tu propio clip de este video',
  ends: (when) => `Esta página y su clip se eliminarán ${when}.`,
  gone: 'Este clip ya no existe',
  goneText: 'Cada clip se elimina en menos de un día, y quien lo cortó puede retirar el enlace en cualquier momento.',
  rests: 'Este clip descansa hasta mañana',
  restsText: 'Se ha visto tantas veces como este servidor permite en un día.',
  home: 'Corta tu propio clip',
}
