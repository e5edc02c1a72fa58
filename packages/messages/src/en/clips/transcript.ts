/** Transcript panel. It loads after the tool, and only for videos with captions. */
export const transcriptWords = {
  title: 'Transcript',
  loading: 'Loading the transcript...',
  failed: 'The transcript could not be loaded.',
  empty: 'These captions have no words.',
  captions: 'Captions',
  automatic: (label: string) => `${label} (automatic)`,
  search: 'Search what is said',
  hit: (hitNumber: number, total: number) => `${hitNumber} of ${total}`,
  noHits: 'Not found',
  previousHit: 'Previous match',
  nextHit: 'Next match',
  takeHit: 'Use as range',
  list: 'What is said, with times',
  keys: 'The arrow keys go from line to line and from word to word. Enter sets the start, Shift and Enter the end.',
  pressStart: 'Press the first word of your clip, or drag over several.',
  tapStart: 'Tap the first word of your clip, or hold it and drag over several.',
  pressEnd: 'Now press the last word.',
  follow: 'Follow playback',
  inRange: (counted: string, count: number) => `${counted} ${count === 1 ? 'word' : 'words'} in the range`,
  noneInRange: 'No words in the range',
  copy: 'Copy words',
  copied: 'Words Copied',
  copiedText: (counted: string, count: number) =>
    count === 1
      ? 'The word of your range is on the clipboard.'
      : `The ${counted} words of your range are on the clipboard.`,
  notCopied: 'Words Not Copied',
  notCopiedText: 'Your browser blocked access to the clipboard.',
} as const
