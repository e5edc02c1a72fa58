import type * as english from '../en/asides.ts'
import type { Wording } from '../wording.ts'

export const proWords: Wording<typeof english.proWords> = {
  label: 'Notre propre publicité',
  text: 'Pro\u202f: jusqu’à 4K, sans limite quotidienne, plusieurs clips à la fois.',
  plans: 'Voir les forfaits',
}

export const notFoundWords: Wording<typeof english.notFoundWords> = {
  title: 'Cette partie a été coupée',
  text: 'Il n’y a pas de page à cette adresse. Le lien est peut-être ancien ou mal saisi.',
  action: 'Découper une vidéo',
}
