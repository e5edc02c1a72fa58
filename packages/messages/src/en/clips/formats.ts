/** Formats outside of the download table. */
export const moreFormatsWords = {
  title: 'More formats',
  summary: 'Original codec, still frame, GIF, WebP, audio',
  summaryJoined: 'Joined ranges: audio',
  size: 'Size of original and still frame',
  original: (size: string) => `Original, ${size}`,
  still: (size: string) => `Still frame, ${size}`,
  originalKind: (container: string, codec: string) => `${container}, ${codec} as in the source`,
  stillKind: 'PNG, the frame at your start',
  movingKind: (seconds: number, pixels: number) => `Up to ${seconds} s and ${pixels} pixels, no audio`,
  tooLong: (seconds: number, length: string) => `Up to ${seconds} s. Your range is ${length}.`,
  noOriginal: 'The source does not have exactly this size',
  moving: 'GIF and WebP',
  movingWidth: 'GIF and WebP, longer side',
  movingRate: 'Frames per second',
  pixels: (pixels: number) => `${pixels} px`,
  framesPerSecond: (frames: string) => `${frames} fps`,
  audio: (format: string) => `Audio (${format})`,
  audioKinds: { m4a: 'AAC', opus: 'Ogg Opus', flac: 'Lossless', wav: 'Uncompressed' },
  smallerMp3: 'Audio (MP3, variable)',
  smallerMp3Kind: 'MP3 V2, about 190 kbps',
} as const

/** Differences between a listed clip and the current choice, shown after its range. */
export const otherClipWords = {
  otherAudio: 'other audio track',
  file: 'subtitles beside it',
  track: 'subtitles in it',
  burned: 'burned-in subtitles',
  noSubtitles: 'no subtitles',
} as const
