const clips = (count: number): string => (count === 1 ? '1 clip' : `${count} clips`)

/** Several ranges of one video. */
export const severalWords = {
  title: 'Ranges',
  one: 'Add another range to cut both in one go.',
  sum: (ranges: number, length: string) => `${ranges} ranges, ${length} in total. Only these ranges are included.`,
  full: (max: number) => `You can cut up to ${max} ranges at once.`,
  list: 'Ranges in order',
  place: (position: number) => `Range ${position}`,
  range: (start: string, end: string) => `${start} to ${end}`,
  edit: 'Edit',
  done: 'Done',
  editPlace: (position: number) => `Edit range ${position} on the timeline`,
  donePlace: (position: number) => `Done editing range ${position}`,
  earlier: (position: number) => `Move range ${position} up`,
  later: (position: number) => `Move range ${position} down`,
  remove: (position: number) => `Remove range ${position}`,
  moved: (position: number) => `Moved to position ${position}.`,
  removed: (position: number) => `Range ${position} removed.`,
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
