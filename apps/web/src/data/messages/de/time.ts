import type { Wording } from '../wording.ts'

const count = (amount: string, one: string, many: string): string => `${amount} ${amount === '1' ? one : many}`

export const timeWords: Wording<typeof import('../en/time.ts').timeWords> = {
  today: (clock) => `${clock} Uhr`,
  onDay: (day, clock) => `${day} um ${clock} Uhr`,
  hours: (amount) => count(amount, 'Stunde', 'Stunden'),
  minutes: (amount) => count(amount, 'Minute', 'Minuten'),
  seconds: (amount) => count(amount, 'Sekunde', 'Sekunden'),
}
