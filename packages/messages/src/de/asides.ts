import type * as english from '../en/asides.ts'
import type { Wording } from '../wording.ts'

export const proWords: Wording<typeof english.proWords> = {
  label: 'Eigene Werbung',
  text: 'Pro: bis 4K, kein Tageslimit, mehrere Clips auf einmal.',
  plans: 'Tarife ansehen',
}

export const notFoundWords: Wording<typeof english.notFoundWords> = {
  title: 'Dieser Teil wurde weggeschnitten',
  text: 'Unter dieser Adresse gibt es keine Seite. Vielleicht ist der Link veraltet oder vertippt.',
  action: 'Video schneiden',
}
