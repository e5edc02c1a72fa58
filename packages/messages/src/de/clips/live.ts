import type * as english from '../../en/clips/live.ts'
import type { Wording } from '../../wording.ts'

export const liveWords: Wording<typeof english.liveWords> = {
  until: (time: string) => `Livestream bis ${time}.`,
  parts: 'Letzte Teile des Streams',
  last: { 30: 'Letzte 30 s', 120: 'Letzte 2 min', 600: 'Letzte 10 min' },
  newest: 'Neuesten Teil laden',
}
