/** Parts of a live stream. */
export const liveWords = {
  until: (time: string) => `Live stream up to ${time}.`,
  parts: 'Last parts of the stream',
  last: { 30: 'Last 30 s', 120: 'Last 2 min', 600: 'Last 10 min' },
  newest: 'Load the newest part',
} as const
