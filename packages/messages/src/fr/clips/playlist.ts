import type * as english from '../../en/clips/playlist.ts'
import type { Wording } from '../../wording.ts'

export const playlistWords: Wording<typeof english.playlistWords> = {
  reading: 'Lecture de la playlist…',
  videos: (title) => `Vidéos de ${title}`,
  first: (count) => `Choisir les ${count} premières`,
  add: (count) => (count === 0 ? 'Ajouter des vidéos' : `Ajouter ${count}\u00a0${count < 2 ? 'vidéo' : 'vidéos'}`),
  chosen: (chosen, max) => `${chosen} sur ${max} au plus.`,
  unavailable: (count) =>
    `${count}\u00a0${count < 2 ? 'vidéo est privée ou supprimée' : 'vidéos sont privées ou supprimées'}.`,
  cut: (max) => `Seules les ${max} premières vidéos sont affichées.`,
  close: 'Fermer la playlist',
}
