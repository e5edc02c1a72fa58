const clips = (count: number): string => (count === 1 ? '1 clip' : `${count} clips`)
const links = (count: number): string => (count === 1 ? '1 link' : `${count} links`)

/** Batches of several links or ranges. */
export const batchWords = {
  heading: 'Several links at once',
  lead: (max: number) => `Paste up to ${max} links, cut a part of each, and save them all as one zip.`,
  loading: 'Loading',
  tryAgain: 'Try again',
  failed: 'Error',

  /** Offer for viewers without Pro. */
  offer: {
    title: 'This comes with Pro',
    list: (max: number) => [
      `Up to ${max} links in one go, each with its own start and end`,
      'One progress bar for all of them, and one zip at the end',
      'One refused link does not stop the others',
      'Your clips are cut first',
    ],
    free: 'Without it, you can cut one link at a time, just as exactly.',
    plans: 'See plans',
    signIn: 'Sign in',
    oneLink: 'Cut one link',
  },

  links: {
    label: 'Links, one per line',
    hint: (max: number) =>
      `Up to ${max}. You can add times after a link, like https://youtu.be/dQw4w9WgXcQ 1:02-1:15. Otherwise the times in the link apply, or the whole video.`,
    placeholder: 'kerf:sample 0:05-0:08',
    checked: 'Your lines',
    line: (number: number) => `Line ${number}`,
    whole: 'whole video',
    ofClip: 'range of the clip',
    from: (start: string) => `from ${start}`,
    until: (end: string) => `up to ${end}`,
    range: (start: string, end: string) => `${start} to ${end}`,
    faults: {
      notALink: 'This is not a link to a video.',
      playlist: 'This is a playlist.',
      notTimes: 'Enter times like 1:02-1:15.',
      endBeforeStart: 'The end must be after the start.',
      tooShort: 'A clip must be at least one second long.',
      tooMany: (max: number) => `A batch can have up to ${max} links.`,
    },
    counted: (good: number, faulty: number) =>
      faulty === 0
        ? `${links(good)}.`
        : `${links(good)}. ${faulty} ${faulty === 1 ? 'line needs' : 'lines need'} attention.`,
    empty: 'Paste a link first.',
    process: (count: number) => (count === 0 ? 'Process links' : `Process ${links(count)}`),
    mendFirst: 'Please fix or remove the marked lines first.',
  },

  /** Videos of a playlist, of which some become lines. */
  playlist: {
    choose: 'Choose videos',
    chooseOf: (line: number) => `Choose videos of the playlist in line ${line}`,
  },

  clips: {
    list: 'Your clips',
    quality: 'Quality for all',
    qualityOf: (title: string) => `Quality of ${title}`,
    states: { waiting: 'WAITING', reading: 'READING', ready: 'READY', failed: 'FAILED' },
    retry: 'Try again',
    retryNamed: (title: string) => `Try again: ${title}`,
    removeNamed: (title: string) => `Remove ${title}`,
    chaptersOf: (title: string) => `One clip per chapter: ${title}`,
    startsLate: (length: string) => `The video is only ${length} long. Please choose an earlier start.`,
    shortened: (end: string) => `Shortened to ${end}, the end of the video.`,
    tooShort: 'Less than a second of the video is left after this start.',
    instead: (quality: string, smallerQuality: string) =>
      `Not available in ${quality}. Using ${smallerQuality} instead.`,
    notOffered: (quality: string) => `This video is not available in ${quality} or any smaller size.`,
    reading: (done: number, all: number) => `${done} of ${links(all)} read`,
    sum: (count: number, length: string, size: string) => `${clips(count)}, ${length} in total, about ${size}.`,
    sumOnly: (count: number, length: string) => `${clips(count)}, ${length} in total.`,
    leftOut: (count: number) => (count === 1 ? '1 line will be skipped.' : `${count} lines will be skipped.`),
    cut: (count: number) => `Cut ${clips(count)}`,
    sending: 'Sending...',
    back: 'Change the links',
    refused: (title: string, reason: string) => `${title}: ${reason}`,
    none: 'None of the links could be read.',
  },

  status: {
    /** Section of a batch that runs or has ended. */
    title: (count: number) => `Your batch of ${clips(count)}`,
    progress: 'Progress of all clips',
    finished: (done: number, all: number) => `${done} of ${clips(all)} finished`,
    failed: (count: number) => `${count} failed, not counted`,
    secondsLeft: (seconds: number) => (seconds < 1 ? 'almost done' : `about ${durationWords(seconds)} left`),
    cancel: 'Cancel the rest',
    cancelling: 'Cancelling...',
    zip: (size: string) => `Download zip (${size})`,
    preparing: 'Downloading...',
    /** Followed by a countdown. */
    keptFor: 'deleted in',
    ownPage: 'Open on its own page',
    another: 'New batch',
    endedTitle: 'Download Ready!',
    endedText: (done: number) => `${clips(done)} in one zip.`,
    noneTitle: 'Download Failed',
    noneText: 'None of the clips could be cut. They do not count towards your limit.',
    cancelledAll: 'You cancelled this batch before any clip was finished. Nothing counts towards your limit.',
    failedAll: 'None of the clips could be cut. Nothing counts towards your limit.',
    expired: 'The clips of this batch have expired and were deleted, as promised.',
    startedTitle: 'Download Started',
    startedText: (size: string) => size,
    goneTitle: 'This batch is no longer here',
    goneText: 'It belongs to another account, or it has expired.',
    notRead: 'The batch could not be loaded.',
    clips: 'Clips of the batch',
    again: 'Cut again',
    againNamed: (title: string) => `Cut again: ${title}`,
    clip: (number: number, title: string) => `Clip ${number}: ${title}`,
  },
} as const

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`
}
