const clips = (count: number): string => (count === 1 ? '1 clip' : `${count} clips`)

/** Several ranges of one video in one go. */
export const severalWords = {
  title: 'Ranges',
  one: 'Add another range to cut both in one go.',
  sum: (ranges: number, length: string) => `${ranges} ranges, ${length} in all. Only these are cut.`,
  full: (most: number) => `${most} ranges are the most that can be cut in one go.`,
  list: 'Ranges in their order',
  place: (place: number) => `Range ${place}`,
  range: (start: string, end: string) => `${start} to ${end}`,
  edit: 'Edit',
  done: 'Done',
  editPlace: (place: number) => `Edit range ${place} on the strip`,
  donePlace: (place: number) => `Done editing range ${place}`,
  earlier: (place: number) => `Move range ${place} up`,
  later: (place: number) => `Move range ${place} down`,
  remove: (place: number) => `Remove range ${place}`,
  moved: (place: number) => `Now at place ${place}.`,
  removed: (place: number) => `Range ${place} is removed.`,
  as: 'Cut as',
  joined: 'One clip, joined',
  separate: 'Separate clips',
  join: (ranges: number) => `Join ${ranges} ranges`,
  cut: (count: number) => `Cut ${clips(count)}`,
  pro: {
    title: 'Premium Feature',
    text: 'Several ranges and batches come with Pro. Each range by itself is yours without.',
    listed:
      'This link lists several ranges. Cutting them in one go comes with Pro. One by one is yours without: edit a range, then download it.',
    plans: 'See plans',
  },
} as const
