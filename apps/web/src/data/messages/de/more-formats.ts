import type { moreFormatsWords as english } from '../en/more-formats.ts'
import type { Wording } from '../wording.ts'

export const moreFormatsWords: Wording<typeof english> = {
  title: 'Weitere Formate',
  summary: 'Originalcodec, Standbild, GIF, WebP',
  size: 'Größe von Original und Standbild',
  original: (size) => `Originalcodec, ${size}`,
  still: (size) => `Standbild, ${size}`,
  originalKind: (container, codec) => `${container}, ${codec} wie aus der Quelle`,
  stillKind: 'PNG, das Bild an deinem Anfang',
  movingKind: (seconds, pixels) => `Bis ${seconds}\u00a0s, höchstens ${pixels}\u00a0Pixel, ohne Ton`,
  tooLong: (seconds, length) => `Bis ${seconds}\u00a0s. Dein Ausschnitt hat ${length}.`,
  noOriginal: 'Die Quelle hat nichts in genau dieser Größe',
}
