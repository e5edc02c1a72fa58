/** Videos of a playlist, of which some become lines of a batch. */
export const playlistWords = {
  reading: 'Reading the playlist...',
  videos: (title: string) => `Videos of ${title}`,
  first: (count: number) => `Choose the first ${count}`,
  add: (count: number) => (count === 0 ? 'Add videos' : `Add ${count === 1 ? '1 video' : `${count} videos`}`),
  chosen: (chosen: number, max: number) => `${chosen} of up to ${max} chosen.`,
  unavailable: (count: number) => `${count === 1 ? '1 video is' : `${count} videos are`} private or deleted.`,
  cut: (max: number) => `Only the first ${max} videos are listed.`,
  close: 'Close the playlist',
} as const
