import type * as english from '../../en/clips/formats.ts'
import type { Wording } from '../../wording.ts'

export const moreFormatsWords: Wording<typeof english.moreFormatsWords> = {
  title: 'Weitere Formate',
  summary: 'Originalcodec, Standbild, GIF, WebP, Audio',
  summaryJoined: 'Verbundene Ausschnitte: Audio',
  size: 'Größe für Original und Standbild',
  original: (size) => `Originalcodec, ${size}`,
  still: (size) => `Standbild, ${size}`,
  originalKind: (container, codec) => `${container}, ${codec} wie aus der Quelle`,
  stillKind: 'PNG, das Bild an deinem Anfang',
  movingKind: (seconds, pixels) => `Bis ${seconds}\u00a0s, höchstens ${pixels}\u00a0Pixel, ohne Ton`,
  tooLong: (seconds, length) => `Bis ${seconds}\u00a0s. Dein Ausschnitt hat ${length}.`,
  noOriginal: 'Die Quelle hat genau diese Größe nicht',
  moving: 'GIF und WebP',
  movingWidth: 'GIF und WebP, längere Seite',
  movingRate: 'Bilder pro Sekunde',
  pixels: (pixels) => `${pixels}\u00a0Pixel`,
  framesPerSecond: (frames) => `${frames}\u00a0Bilder/s`,
  audio: (format) => `Audio als ${format}`,
  audioKinds: { m4a: 'AAC', opus: 'Ogg Opus', flac: 'Verlustfrei', wav: 'Unkomprimiert' },
  smallerMp3: 'Audio als MP3, variabel',
  smallerMp3Kind: 'MP3 V2, etwa 190\u00a0kbit/s',
}

export const otherClipWords: Wording<typeof english.otherClipWords> = {
  otherAudio: 'andere Tonspur',
  file: 'mit Untertiteldateien',
  track: 'mit Textspur',
  burned: 'mit eingebrannten Untertiteln',
  noSubtitles: 'ohne Untertitel',
}
