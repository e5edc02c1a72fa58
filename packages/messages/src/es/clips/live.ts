import type * as english from '../../en/clips/live.ts'
import type { Wording } from '../../wording.ts'

export const liveWords: Wording<typeof english.liveWords> = {
  until: (time: string) => `Directo hasta las ${time}.`,
  parts: 'Últimas partes del directo',
  last: { 30: 'Últimos 30 s', 120: 'Últimos 2 min', 600: 'Últimos 10 min' },
  newest: 'Cargar la parte más reciente',
}
