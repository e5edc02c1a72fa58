import type * as english from '../../en/clips/several.ts'
import type { Wording } from '../../wording.ts'

const clips = (count: number): string => `${count}\u00a0${count < 2 ? 'clip' : 'clips'}`
const ranges = (count: number): string => `${count}\u00a0${count < 2 ? 'extrait' : 'extraits'}`

export const severalWords: Wording<typeof english.severalWords> = {
  title: 'Extraits',
  one: 'Ajoutez un autre extrait pour découper les deux en une fois.',
  sum: (count, length) => `${ranges(count)}, ${length} au total. Le reste n’est pas découpé.`,
  full: (max) => `Vous pouvez découper jusqu’à ${ranges(max)} à la fois.`,
  list: 'Extraits dans l’ordre',
  place: (position) => `Extrait ${position}`,
  range: (start, end) => `de ${start} à ${end}`,
  edit: 'Modifier',
  done: 'Terminé',
  editPlace: (position) => `Modifier l’extrait ${position} sur la timeline`,
  donePlace: (position) => `Modification de l’extrait ${position} terminée`,
  earlier: (position) => `Monter l’extrait ${position}`,
  later: (position) => `Descendre l’extrait ${position}`,
  remove: (position) => `Retirer l’extrait ${position}`,
  moved: (position) => `Déplacé en position ${position}.`,
  removed: (position) => `Extrait ${position} retiré.`,
  as: 'Découper en',
  joined: 'Un seul clip',
  separate: 'Clips séparés',
  join: (count) => `Assembler ${ranges(count)}`,
  cut: (count) => `Découper ${clips(count)}`,
  pro: {
    text: 'Plusieurs extraits et les lots sont inclus dans Pro. Sans Pro, découpez un extrait à la fois.',
    listed:
      'Ce lien contient plusieurs extraits. Les découper tous en une fois est inclus dans Pro. Sans Pro, modifiez et téléchargez un extrait à la fois.',
  },
}
