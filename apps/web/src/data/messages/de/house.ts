import type { houseWords as english } from '../en/house.ts'
import type { Wording } from '../wording.ts'

export const houseWords: Wording<typeof english> = {
  label: 'Eigene Werbung',
  text: 'Pro schneidet bis 4K, ohne Tageslimit, mehrere Clips auf einmal.',
  plans: 'Tarife ansehen',
}
