import type * as english from '../../en/clips/formats.ts'
import type { Wording } from '../../wording.ts'

export const moreFormatsWords: Wording<typeof english.moreFormatsWords> = {
  title: 'Más formatos',
  summary: 'Códec original, imagen fija, GIF, WebP, audio',
  summaryJoined: 'Fragmentos unidos: audio',
  size: 'Tamaño de original e imagen fija',
  original: (size) => `Original, ${size}`,
  still: (size) => `Imagen fija, ${size}`,
  originalKind: (container, codec) => `${container}, ${codec} como en la fuente`,
  stillKind: 'PNG, el fotograma de tu inicio',
  movingKind: (seconds, pixels) => `Hasta ${seconds}\u00a0s y ${pixels}\u00a0píxeles, sin audio`,
  tooLong: (seconds, length) => `Hasta ${seconds}\u00a0s. Tu fragmento dura ${length}.`,
  noOriginal: 'La fuente no tiene exactamente este tamaño',
  moving: 'GIF y WebP',
  movingWidth: 'GIF y WebP, lado más largo',
  movingRate: 'Fotogramas por segundo',
  pixels: (pixels) => `${pixels}\u00a0px`,
  framesPerSecond: (frames) => `${frames}\u00a0fps`,
  audio: (format) => `Audio en ${format}`,
  audioKinds: { m4a: 'AAC', opus: 'Ogg Opus', flac: 'Sin pérdida', wav: 'Sin comprimir' },
  smallerMp3: 'Audio en MP3, variable',
  smallerMp3Kind: 'MP3 V2, unos 190\u00a0kbps',
}

export const otherClipWords: Wording<typeof english.otherClipWords> = {
  otherAudio: 'otra pista de audio',
  file: 'con subtítulos aparte',
  track: 'con pista de texto',
  burned: 'con subtítulos incrustados',
  noSubtitles: 'sin subtítulos',
}
