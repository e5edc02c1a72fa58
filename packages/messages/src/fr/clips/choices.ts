import type * as english from '../../en/clips/choices.ts'
import type { Wording } from '../../wording.ts'

const chapters = (count: number): string => `${count}\u00a0${count < 2 ? 'chapitre' : 'chapitres'}`

export const chapterWords: Wording<typeof english.chapterWords> = {
  title: 'Chapitres',
  count: chapters,
  times: (title, start, end) => `${title}, de ${start} à ${end}`,
  keys: 'Entrée fait d’un chapitre votre extrait. Maj et Entrée ajoutent tous les chapitres jusqu’à lui.',
  addNext: 'Ajouter le chapitre suivant',
  eachAClip: 'Un clip par chapitre',
  first: (max) => `Un lot contient ${max}\u00a0clips au plus, à partir du chapitre où commence votre extrait.`,
  listed: 'Chapitres ajoutés',
  listedText: (taken, total) =>
    taken === total
      ? `${chapters(taken)}, un clip par chapitre.`
      : `${taken} sur ${chapters(total)}\u202f: c’est le maximum d’un lot.`,
}

export const choiceWords: Wording<typeof english.choiceWords> = {
  title: 'Audio et sous-titres',
  audioTrack: 'Piste audio',
  original: (label) => `${label} (version originale)`,
  subtitles: 'Sous-titres',
  none: 'Aucun',
  forms: {
    file: 'À part (.srt, .vtt)',
    track: 'Dans le clip (piste de texte)',
    burned: 'Incrustés',
  },
  captions: 'Langue des sous-titres',
  style: 'Apparence',
  styles: { outline: 'Contour', box: 'Cadre', yellow: 'Jaune' },
  notes: {
    file: 'Les formats GIF, WebP et PNG n’ont pas de sous-titres.',
    track: 'MP4 et codec d’origine seulement. L’audio seul, GIF, WebP et PNG n’ont pas de sous-titres.',
    burned: 'MP4 seulement\u202f; les autres formats n’en ont pas. L’incrustation réencode tout le clip.',
  },
}

export const subtitleFileWords: Wording<typeof english.subtitleFileWords> = {
  group: (label) => `Sous-titres de ${label}`,
  zip: 'Clip et sous-titres (.zip)',
  saved: 'Sous-titres enregistrés',
}
