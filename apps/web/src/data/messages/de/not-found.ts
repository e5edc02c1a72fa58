import type { notFoundWords as english } from '../en/not-found.ts'
import type { Wording } from '../wording.ts'

export const notFoundWords: Wording<typeof english> = {
  title: 'Dieser Teil wurde weggeschnitten',
  text: 'Unter dieser Adresse gibt es keine Seite. Vielleicht ist der Link alt, oder ein Buchstabe ging verloren.',
  action: 'Video schneiden',
}
