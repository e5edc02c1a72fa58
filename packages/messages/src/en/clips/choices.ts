const chapters = (count: number): string => `${count} ${count === 1 ? 'chapter' : 'chapters'}`

/** Chapters of a video on its timeline. */
export const chapterWords = {
  title: 'Chapters',
  count: chapters,
  times: (title: string, start: string, end: string) => `${title}, ${start} to ${end}`,
  keys: 'Enter makes a chapter your range. Shift and Enter adds all chapters up to it.',
  addNext: 'Add next chapter',
  eachAClip: 'One clip per chapter',
  first: (max: number) => `A batch takes ${max} clips, beginning with the chapter at your start.`,
  listed: 'Chapters Listed',
  listedText: (taken: number, total: number) =>
    taken === total ? `${chapters(taken)}, one clip each.` : `${taken} of ${chapters(total)} fit into one batch.`,
} as const

/** Audio track, subtitles and chapters of a clip. */
export const choiceWords = {
  title: 'Audio and subtitles',
  audioTrack: 'Audio track',
  original: (label: string) => `${label} (original)`,
  subtitles: 'Subtitles',
  none: 'None',
  forms: {
    file: 'Beside the clip (.srt, .vtt)',
    track: 'In the clip (text track)',
    burned: 'Burned in',
  },
  captions: 'Language of the subtitles',
  style: 'Style',
  styles: { outline: 'Outline', box: 'Box', yellow: 'Yellow' },
  notes: {
    file: 'GIF, WebP and PNG have no subtitles.',
    track: 'MP4 and original only. Audio alone, GIF, WebP and PNG have no subtitles.',
    burned: 'MP4 only; other formats come without. Burning in re-encodes the whole clip.',
  },
} as const

/** Further files of a finished clip. */
export const subtitleFileWords = {
  group: (label: string) => `Subtitles of ${label}`,
  zip: 'Clip and subtitles (.zip)',
  saved: 'Subtitles Saved',
} as const
