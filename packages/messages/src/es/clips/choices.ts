import type * as english from '../../en/clips/choices.ts'
import type { Wording } from '../../wording.ts'

const chapters = (count: number): string => `${count}\u00a0${count === 1 ? 'capítulo' : 'capítulos'}`

export const chapterWords: Wording<typeof english.chapterWords> = {
  title: 'Capítulos',
  count: chapters,
  times: (title, start, end) => `${title}, ${start} a ${end}`,
  keys: 'Enter convierte un capítulo en tu fragmento. Con Mayús se añaden todos los capítulos hasta ahí.',
  addNext: 'Añadir el siguiente capítulo',
  eachAClip: 'Un clip por capítulo',
  first: (max) => `En un lote caben ${max}\u00a0clips, desde el capítulo donde empieza tu fragmento.`,
  listed: 'Capítulos en la lista',
  listedText: (taken, total) =>
    taken === total ? `${chapters(taken)}, un clip de cada uno.` : `En un lote caben ${taken} de ${chapters(total)}.`,
}

export const choiceWords: Wording<typeof english.choiceWords> = {
  title: 'Audio y subtítulos',
  audioTrack: 'Pista de audio',
  original: (label) => `${label} (original)`,
  subtitles: 'Subtítulos',
  none: 'Ninguno',
  forms: {
    file: 'Aparte (.srt, .vtt)',
    track: 'En el clip (pista de texto)',
    burned: 'Incrustados',
  },
  captions: 'Idioma de los subtítulos',
  style: 'Estilo',
  styles: { outline: 'Contorno', box: 'Recuadro', yellow: 'Amarillo' },
  notes: {
    file: 'GIF, WebP y PNG no llevan subtítulos.',
    track: 'Solo MP4 y códec original. El audio solo, GIF, WebP y PNG no llevan subtítulos.',
    burned: 'Solo MP4; los demás formatos van sin ellos. Al incrustarlos se recodifica todo el clip.',
  },
}

export const subtitleFileWords: Wording<typeof english.subtitleFileWords> = {
  group: (label) => `Subtítulos de ${label}`,
  zip: 'Clip con subtítulos (.zip)',
  saved: 'Subtítulos guardados',
}
