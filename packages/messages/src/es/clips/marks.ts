import type * as english from '../../en/clips/marks.ts'
import type { Wording } from '../../wording.ts'

const ranges = (count: number): string => `${count}\u00a0${count === 1 ? 'fragmento' : 'fragmentos'}`

export const markWords: Wording<typeof english.markWords> = {
  title: 'Omitir partes',
  list: 'Marcas del video',
  kinds: {
    chapter: 'Capítulo',
    'most-replayed': 'Lo más repetido',
    sponsor: 'Patrocinio',
    intro: 'Introducción',
    outro: 'Cierre',
    selfpromo: 'Autopromoción',
    interaction: 'Invitación a suscribirse',
  },
  ofKind: (kind, count) => `${kind} (${count})`,
  times: (start, end) => `${start} a ${end}`,
  place: (mark, start, end) => `${mark}, ${start} a ${end}`,
  setAsRange: 'Usar como fragmento',
  setAsRangeOf: (label) => `Usar como fragmento: ${label}`,
  leaveOut: 'Omitir',
  leaveOutOf: (label) => `Omitir: ${label}`,
  kindsToLeaveOut: 'Omitir todas las de un tipo',
  leaveTheseOut: (count) => (count === 1 ? 'Omitir esta parte' : `Omitir estas ${count}\u00a0partes`),
  reading: 'Buscando más marcas…',
  unread: 'No se pudieron leer todas las marcas.',
  silences: 'Quitar silencios de más de',
  seconds: 'segundos',
  cutOut: 'Quitar',
  notSeconds: (min, max) => `Escribe un número de segundos de ${min} a ${max}.`,
  unheard: 'Solo se busca en el audio que la línea de tiempo ya ha mostrado.',
  done: (parts, count, length) =>
    `${parts}\u00a0${parts === 1 ? 'parte omitida' : 'partes omitidas'}. ${ranges(count)}, ${length} en total.`,
  tooMany: (found, leftOut, max) =>
    `Un clip tiene hasta ${ranges(max)}, así que solo se omiten las ${leftOut} partes más largas de ${found}.`,
  nothingLeft: 'No quedaría nada de tu fragmento.',
  none: 'Ninguna de estas partes está en tu fragmento.',
  noSilence: 'En tu fragmento no hay ningún silencio así.',
}
