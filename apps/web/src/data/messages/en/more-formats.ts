/** What a clip can be made into besides the rows of the grid. */
export const moreFormatsWords = {
  title: 'More formats',
  summary: 'Original codec, still frame, GIF, WebP',
  size: 'Size of original and still',
  original: (size: string) => `Original, ${size}`,
  still: (size: string) => `Still frame, ${size}`,
  originalKind: (container: string, codec: string) => `${container}, ${codec} as the source made it`,
  stillKind: 'PNG, the frame at your start',
  movingKind: (seconds: number, pixels: number) => `Up to ${seconds} s, ${pixels} pixels at most, no sound`,
  tooLong: (seconds: number, length: string) => `Up to ${seconds} s. Your range is ${length}.`,
  noOriginal: 'The source has nothing of just this size',
} as const
