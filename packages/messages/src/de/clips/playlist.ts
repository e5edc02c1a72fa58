import type * as english from '../../en/clips/playlist.ts'
import type { Wording } from '../../wording.ts'

export const playlistWords: Wording<typeof english.playlistWords> = {
  reading: 'Die Playlist wird gelesen …',
  videos: (title) => `Videos aus ${title}`,
  first: (count) => `Die ersten ${count} auswählen`,
  add: (count) => (count === 0 ? 'Videos hinzufügen' : `${count}\u00a0${count === 1 ? 'Video' : 'Videos'} hinzufügen`),
  chosen: (chosen, max) => `${chosen} von höchstens ${max} ausgewählt.`,
  unavailable: (count) => `${count}\u00a0${count === 1 ? 'Video ist' : 'Videos sind'} privat oder gelöscht.`,
  cut: (max) => `Nur die ersten ${max}\u00a0Videos sind aufgelistet.`,
  close: 'Playlist schließen',
}
