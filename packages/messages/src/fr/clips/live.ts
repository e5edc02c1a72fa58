import type * as english from '../../en/clips/live.ts'
import type { Wording } from '../../wording.ts'

export const liveWords: Wording<typeof english.liveWords> = {
  until: (time: string) => `Direct jusqu’à ${time}.`,
  parts: 'Dernières parties du direct',
  last: { 30: '30 dernières secondes', 120: '2 dernières minutes', 600: '10 dernières minutes' },
  newest: 'Charger la partie la plus récente',
}
