const clips = (count: number): string => (count === 1 ? '1 clip' : `${count} clips`)
const links = (count: number): string => (count === 1 ? '1 link' : `${count} links`)

/** Several links, or several ranges, in one go. */
export const batchWords = {
  heading: 'Several links at once',
  lead: (most: number) => `Paste up to ${most} links, cut a part of each, and save them all as one zip.`,
  loading: 'Loading',
  tryAgain: 'Try again',
  failed: 'Error',

  /** For those who cannot do it yet. */
  offer: {
    title: 'This comes with Pro',
    list: (most: number) => [
      `Up to ${most} links in one go, each with its own start and end`,
      'One progress for all of them, and one zip at the end',
      'A link that is refused stops none of the others',
      'Paid clips are cut first',
    ],
    free: 'One link at a time is yours without it, as exact as ever.',
    plans: 'See plans',
    signIn: 'Sign in',
    oneLink: 'Cut one link',
  },

  links: {
    label: 'Links, one a line',
    hint: (most: number) =>
      `At most ${most}. Times may follow a link, as in https://youtu.be/dQw4w9WgXcQ 1:02-1:15. Without them its own are taken, or all of it.`,
    placeholder: 'kerf:sample 0:05-0:08',
    checked: 'Your lines',
    line: (number: number) => `Line ${number}`,
    whole: 'all of it',
    from: (start: string) => `from ${start}`,
    until: (end: string) => `up to ${end}`,
    range: (start: string, end: string) => `${start} to ${end}`,
    faults: {
      notALink: 'This is no link to a video.',
      notTimes: 'These are no times. Write them like 1:02-1:15.',
      endBeforeStart: 'The end is not after the start.',
      tooShort: 'At least one second, please.',
      tooMany: (most: number) => `This is one line too many: ${most} go into a batch.`,
    },
    counted: (good: number, faulty: number) =>
      faulty === 0
        ? `${links(good)}.`
        : `${links(good)}. ${faulty} ${faulty === 1 ? 'line needs' : 'lines need'} a look.`,
    empty: 'Paste a link first.',
    process: (count: number) => (count === 0 ? 'Process links' : `Process ${links(count)}`),
    mendFirst: 'Please mend or remove the marked lines first.',
  },

  clips: {
    list: 'Your clips',
    quality: 'Quality for all',
    qualityOf: (title: string) => `Quality of ${title}`,
    states: { waiting: 'WAITING', reading: 'READING', ready: 'READY', failed: 'FAILED' },
    retry: 'Try again',
    retryNamed: (title: string) => `Try again: ${title}`,
    remove: 'Remove',
    removeNamed: (title: string) => `Remove ${title}`,
    startsLate: (length: string) => `The video is ${length} long, so there is nothing at that time.`,
    shortened: (end: string) => `Ends with the video: shortened to ${end}.`,
    tooShort: 'What is left of the video at that time is shorter than a second.',
    instead: (wanted: string) => `There is no ${wanted} of it.`,
    notOffered: (wanted: string) => `This video is not offered as ${wanted}, nor as anything smaller.`,
    reading: (done: number, all: number) => `${done} of ${links(all)} read`,
    sum: (count: number, length: string, size: string) => `${clips(count)}, ${length} in all, about ${size}.`,
    sumOnly: (count: number, length: string) => `${clips(count)}, ${length} in all.`,
    leftOut: (count: number) => (count === 1 ? '1 line is left out.' : `${count} lines are left out.`),
    cut: (count: number) => `Cut ${clips(count)}`,
    sending: 'Sending...',
    back: 'Change the links',
    refused: (title: string, why: string) => `${title}: ${why}`,
    none: 'None of the links could be read.',
  },

  status: {
    /** The section of a batch that runs or ran. */
    title: (count: number) => `Your batch of ${clips(count)}`,
    progress: 'Progress of all clips',
    finished: (done: number, all: number) => `${done} of ${clips(all)} finished`,
    failed: (count: number) => `${count} failed, not counted`,
    secondsLeft: (seconds: number) => (seconds < 1 ? 'almost done' : `about ${waitFor(seconds)} left`),
    cancel: 'Cancel the rest',
    cancelling: 'Cancelling...',
    zip: (size: string) => `Download zip (${size})`,
    preparing: 'Downloading...',
    /** Followed by a countdown. */
    keptFor: 'kept for',
    ownPage: 'Open on its own page',
    another: 'New batch',
    endedTitle: 'Download Ready!',
    endedText: (done: number) => `${clips(done)} in one zip.`,
    noneTitle: 'Download Failed',
    noneText: 'None of the clips could be cut. They are not counted.',
    cancelledAll: 'You stopped this batch before its first clip was finished. Nothing is counted.',
    failedAll: 'None of the clips could be cut. Nothing is counted.',
    expired: 'The clips of this batch were deleted when their time was over, as promised.',
    startedTitle: 'Download Started',
    startedText: (size: string) => size,
    goneTitle: 'This batch is not here any more',
    goneText: 'It was cut in another account, or it has been cleared away.',
    notRead: 'The batch could not be read.',
    clips: 'Clips of the batch',
    again: 'Cut again',
    againNamed: (title: string) => `Cut again: ${title}`,
    clip: (number: number, title: string) => `Clip ${number}: ${title}`,
  },
} as const

function waitFor(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`
}
