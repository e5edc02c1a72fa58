const clips = (count: number): string => (count === 1 ? '1 clip' : `${count} clips`)

/** Several ranges of one video. */
export const severalWords = {
  title: 'Ranges',
  one: 'Add another range to cut both in one go.',
  sum: (ranges: number, length: string) => `${ranges} ranges, ${length} in total. Only these ranges are included.`,
  full: (most: number) => `You can cut up to ${most} ranges at once.`,
  list: 'Ranges in order',
  place: (place: number) => `Range ${place}`,
  range: (start: string, end: string) => `${start} to ${end}`,
  edit: 'Edit',
  done: 'Done',
  editPlace: (place: number) => `Edit range ${place} on the timeline`,
  donePlace: (place: number) => `Done editing range ${place}`,
  earlier: (place: number) => `Move range ${place} up`,
  later: (place: number) => `Move range ${place} down`,
  remove: (place: number) => `Remove range ${place}`,
  moved: (place: number) => `Moved to position ${place}.`,
  removed: (place: number) => `Range ${place} removed.`,
  as: 'Cut as',
  joined: 'One clip, joined',
  separate: 'Separate clips',
  join: (ranges: number) => `Join ${ranges} ranges`,
  cut: (count: number) => `Cut ${clips(count)}`,
  pro: {
    text: 'Several ranges and batches come with Pro. Without it, cut one range at a time.',
    listed:
      'This link contains several ranges. Cutting them all at once comes with Pro. Without it, edit one range at a time and download it.',
  },
} as const
