import type * as english from '../../en/clips/playlist.ts'
import type { Wording } from '../../wording.ts'

export const playlistWords: Wording<typeof english.playlistWords> = {
  reading: 'Leyendo la lista…',
  videos: (title) => `Videos de ${title}`,
  first: (count) => `Elegir los primeros ${count}`,
  add: (count) => (count === 0 ? 'Añadir videos' : `Añadir ${count}\u00a0${count === 1 ? 'video' : 'videos'}`),
  chosen: (chosen, max) => `${chosen} de ${max} como máximo.`,
  unavailable: (count) =>
    `${count}\u00a0${count === 1 ? 'video es privado o se eliminó' : 'videos son privados o se eliminaron'}.`,
  cut: (max) => `Solo aparecen los primeros ${max}\u00a0videos.`,
  close: 'Cerrar la lista',
}
