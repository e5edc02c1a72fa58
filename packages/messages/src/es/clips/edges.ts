import type * as english from '../../en/clips/edges.ts'
import type { Wording } from '../../wording.ts'

export const edgesWords: Wording<typeof english.edgesWords> = {
  play: 'Ver los bordes',
  start: 'Principio',
  end: 'Final',
  loading: 'Cargando los bordes…',
  close: 'Cerrar los bordes',
  player: 'Los primeros y los últimos segundos del clip, tal como se cortará',
}
