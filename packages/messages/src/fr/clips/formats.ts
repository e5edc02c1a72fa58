import type * as english from '../../en/clips/formats.ts'
import type { Wording } from '../../wording.ts'

export const moreFormatsWords: Wording<typeof english.moreFormatsWords> = {
  title: 'Autres formats',
  summary: 'Codec d’origine, image fixe, GIF, WebP, audio',
  summaryJoined: 'Extraits assemblés\u202f: audio',
  size: 'Taille pour l’original et l’image fixe',
  original: (size) => `Codec d’origine, ${size}`,
  still: (size) => `Image fixe, ${size}`,
  originalKind: (container, codec) => `${container}, ${codec} comme à la source`,
  stillKind: 'PNG, l’image à votre début',
  movingKind: (seconds, pixels) => `${seconds}\u00a0s et ${pixels}\u00a0pixels au plus, sans audio`,
  tooLong: (seconds, length) => `${seconds}\u00a0s au plus. Votre extrait dure ${length}.`,
  noOriginal: 'La source n’existe pas exactement dans cette taille',
  moving: 'GIF et WebP',
  movingWidth: 'GIF et WebP, grand côté',
  movingRate: 'Images par seconde',
  pixels: (pixels) => `${pixels}\u00a0pixels`,
  framesPerSecond: (frames) => `${frames}\u00a0images/s`,
  audio: (format) => `Audio en ${format}`,
  audioKinds: { m4a: 'AAC', opus: 'Ogg Opus', flac: 'Sans perte', wav: 'Non compressé' },
  smallerMp3: 'Audio en MP3, variable',
  smallerMp3Kind: 'MP3 V2, environ 190\u00a0kbit/s',
}

export const otherClipWords: Wording<typeof english.otherClipWords> = {
  otherAudio: 'autre piste audio',
  file: 'sous-titres à part',
  track: 'sous-titres intégrés',
  burned: 'sous-titres incrustés',
  noSubtitles: 'sans sous-titres',
}
