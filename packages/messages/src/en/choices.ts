const chapters = (count: number): string => `${count} ${count === 1 ? 'chapter' : 'chapters'}`

/** What the handles stop at when they are moved. */
export const snapWords = {
  label: 'Snap',
  meaning: 'What the handles snap to when you drag or click, or move them by arrow keys',
  modes: {
    off: 'Off',
    seconds: 'Seconds',
    frames: 'Frames',
    words: 'Words',
    silences: 'Silences',
    chapters: 'Chapters',
  },
  second: 'Snapped to a full second',
  frame: 'Snapped to a frame',
  end: 'Snapped to the end of the video',
  silence: 'Snapped to a silence',
  word: (word: string) => `Snapped to the word “${word}”`,
  chapter: (title: string) => `Snapped to chapter “${title}”`,
} as const

/** The chapters of a video, on its timeline. */
export const chapterWords = {
  title: 'Chapters',
  count: chapters,
  times: (title: string, start: string, end: string) => `${title}, ${start} to ${end}`,
  keys: 'Enter makes a chapter your range. Shift and Enter adds all chapters up to it.',
  addNext: 'Add next chapter',
  eachAClip: 'Each chapter a clip',
  first: (most: number) => `A batch takes ${most} clips, from the chapter at your start.`,
  listed: 'Chapters Listed',
  listedText: (taken: number, total: number) =>
    taken === total ? `A clip of each: ${chapters(taken)}.` : `${taken} of ${chapters(total)} fit into one batch.`,
  ranged: (start: string, end: string) => `The range is from ${start} to ${end}.`,
} as const

/** A part of a video that an address asks for by what is said in it. */
export const askedWords = {
  seeking: (words: string) => `Looking for “${words}”...`,
  notSaid: (words: string) => `“${words}” was not found in the captions of this video.`,
  noCaptions: (words: string) => `“${words}” was not found: this video has no captions.`,
} as const

/** What a clip carries beside its frames. */
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
    file: 'MP4 and original only. MP3, GIF, WebP and PNG have no subtitles.',
    track: 'MP4 and original only. MP3, GIF, WebP and PNG have no subtitles.',
    burned: 'MP4 only; other formats come without. Burning in re-encodes the whole clip.',
  },
  /** A clip that differs from what is chosen now, after its range. */
  clip: {
    otherAudio: 'other audio track',
    file: 'subtitles beside it',
    track: 'subtitles in it',
    burned: 'burned-in subtitles',
    noSubtitles: 'no subtitles',
  },
} as const

/** Files that come with a finished clip. */
export const subtitleFileWords = {
  group: (label: string) => `Subtitles of ${label}`,
  title: 'Subtitles',
  zip: 'Clip and subtitles (.zip)',
  saved: 'Subtitles Saved',
} as const
