import type * as english from '../../en/clips/several.ts'
import type { Wording } from '../../wording.ts'

const clips = (count: number): string => (count === 1 ? '1\u00a0clip' : `${count}\u00a0clips`)

export const severalWords: Wording<typeof english.severalWords> = {
  title: 'Fragmentos',
  one: 'Añade otro para cortar los dos a la vez.',
  sum: (ranges, length) => `${ranges}\u00a0fragmentos, ${length} en total. Solo se cortan estos.`,
  full: (max) => `Puedes cortar hasta ${max}\u00a0fragmentos a la vez.`,
  list: 'Fragmentos en orden',
  place: (position) => `Fragmento ${position}`,
  range: (start, end) => `${start} a ${end}`,
  edit: 'Editar',
  done: 'Listo',
  editPlace: (position) => `Editar el fragmento ${position} en la línea de tiempo`,
  donePlace: (position) => `Terminar de editar el fragmento ${position}`,
  earlier: (position) => `Subir el fragmento ${position}`,
  later: (position) => `Bajar el fragmento ${position}`,
  remove: (position) => `Quitar el fragmento ${position}`,
  moved: (position) => `Movido al puesto ${position}.`,
  removed: (position) => `Fragmento ${position} quitado.`,
  as: 'Cortar como',
  joined: 'Un clip, unidos',
  separate: 'Clips separados',
  join: (ranges) => `Unir ${ranges}\u00a0fragmentos`,
  cut: (count) => `Cortar ${clips(count)}`,
  pro: {
    text: 'Varios fragmentos y los lotes son parte de Pro. Sin Pro, corta los fragmentos de uno en uno.',
    listed:
      'Este enlace contiene varios fragmentos. Cortarlos todos a la vez es parte de Pro. Sin Pro, edita y descarga los fragmentos de uno en uno.',
  },
}
