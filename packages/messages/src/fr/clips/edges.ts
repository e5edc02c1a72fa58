import type * as english from '../../en/clips/edges.ts'
import type { Wording } from '../../wording.ts'

export const edgesWords: Wording<typeof english.edgesWords> = {
  play: 'Lire les bords',
  start: 'Début',
  end: 'Fin',
  loading: 'Chargement des bords…',
  close: 'Fermer les bords',
  player: 'Les premières et dernières secondes du clip, tel qu’il sera coupé',
}
