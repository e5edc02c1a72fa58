import type * as english from '../../en/clips/edges.ts'
import type { Wording } from '../../wording.ts'

export const edgesWords: Wording<typeof english.edgesWords> = {
  play: 'Schnittkanten abspielen',
  start: 'Anfang',
  end: 'Ende',
  loading: 'Schnittkanten werden geladen\u00a0…',
  close: 'Schnittkanten schließen',
  player: 'Die ersten und letzten Sekunden des Clips, wie er geschnitten wird',
}
