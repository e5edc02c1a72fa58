const count = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`

/** Every sentence of the tool itself: the video, its strip, its preview and its downloads. Apart from the first page's, which never waits for them. */
export const toolWords = {
  result: {
    goneTitle: 'This video is not here any more',
    goneText: 'It was processed in another browser, or it has been cleared away. Paste its link to get it back.',
    blockedTitle: 'This video is blocked',
    failedTitle: 'The video could not be loaded',
    retry: 'Try again',
    views: (formatted: string, views: number) => `${formatted} ${views === 1 ? 'view' : 'views'}`,
    badges: { fourK: '4K Available', mp3: 'MP3 Audio', fast: 'Fast Processing' },
    noPicture: 'No picture',
    noticeTitle: 'Platform notice.',
    notice:
      "Downloads from servers are currently limited by the video platform's policies. If this video is refused, you will be told why and your download is not counted.",
    demoTitle: 'System Demo',
    demo: '360p and audio are yours without an account.',
    signUp: 'Sign Up Free',
    signIn: 'Sign In',
  },
  trim: {
    title: 'Advanced Trim Selection',
    strip: 'Timeline',
    startTime: 'Start Time',
    endTime: 'End Time',
    duration: 'Duration',
    frame: '1 frame',
    frameEarlier: (field: string) => `${field}, 1 frame earlier`,
    frameLater: (field: string) => `${field}, 1 frame later`,
    apply: 'Apply Trim',
    applying: 'Applying...',
    openPreview: 'Preview Selection',
    closePreview: 'Close Preview',
    zoom: 'Zoom',
    zoomWhole: 'Whole',
    zoomRange: 'Range',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    notATime: 'That is no time. Write it like 1:23.450.',
    shortestByHand: (seconds: number) =>
      `By hand it stops at ${seconds} seconds. Type the times or step by frames for less.`,
    setTo: (time: string) => `Set to ${time}: as far as the video and the other end allow.`,
    updatedTitle: 'Trim Updated',
    updated: (start: string, end: string) => `${start} to ${end}`,
    failed: 'Failed to update trim settings',
    openedTitle: 'Preview Opened',
    closedTitle: 'Preview Closed',
    keys: {
      left: 'Left',
      right: 'Right',
      shift: 'Shift',
      space: 'Space',
      second: '1 second',
      fiveSeconds: '5 seconds',
      frame: '1 frame',
      here: 'set start, end here',
      preview: 'preview',
    },
  },
  preview: {
    player: (title: string) => `Preview of ${title}`,
    note: 'The downloaded file will contain only the trimmed section.',
    play: 'Play',
    pause: 'Pause',
    back: 'One frame back',
    forward: 'One frame forward',
    /** Between the two times of the selection. */
    to: 'to',
    none: 'The preview of this video cannot be played. Its download is not affected.',
  },
  downloads: {
    title: 'Download Options',
    sizesFor: (duration: string) => `Sizes are for your ${duration}.`,
    left: (left: number, limit: number, period: 'today' | 'this month') =>
      `${left} of ${count(limit, 'download', 'downloads')} left ${period}.`,
    /** Locked rows by name. */
    two: (one: string, other: string) => `${one} and ${other}`,
    span: (first: string, last: string) => `${first} to ${last}`,
    needAccount: (names: string, several: boolean) => `${names} ${several ? 'need' : 'needs'} a free account`,
    needPro: (names: string, several: boolean) => `${names} ${several ? 'need' : 'needs'} Pro`,
    seePlans: 'see plans',
    about: 'about',
    until: (moment: string) => `until ${moment}`,
    /** Followed by a countdown. */
    keptFor: 'kept for',
    secondsLeft: (seconds: number) => (seconds < 1 ? 'almost done' : `about ${waitFor(seconds)} left`),
    inLine: (position: number, seconds: number | null) =>
      `${ordinal(position)} in line${seconds === null ? '' : `, about ${waitFor(seconds)}`}`,
    cuttingOther: (range: string) => `cutting ${range}`,
    stopsAt: (label: string) => `This video stops at ${label}`,
    noSound: 'This video has no sound',
    noPictures: 'This video has no picture of that size',
    stages: {
      waiting: 'waiting for a free place',
      resolving: 'asking the source',
      reading: 'fetching your part',
      encoding: 'rebuilding the edges',
      writing: 'writing the clip',
      checking: 'checking the clip',
      done: 'almost done',
    },
    deletedAfter: 'Deleted when its time was over, as promised',
    deletedByViewer: 'Deleted, as you asked',
    notCounted: 'Not counted.',
    earlier: (range: string) => `Your clip of ${range}:`,
    save: 'save',
    joined: (ranges: number, length: string) => `${ranges} ranges joined, ${length}`,
    saveRange: (range: string) => `Save your clip of ${range}`,
    badges: {
      free: 'FREE',
      pro: 'PRO',
      admin: 'ADMIN',
      locked: 'LOCKED',
      none: 'NOT OFFERED',
      failed: 'FAILED',
      expired: 'EXPIRED',
    },
    download: 'Download',
    /** The size stays in one piece when the button breaks its line. */
    downloadSize: (megabytes: string) => `Download (${megabytes}\u00a0MB)`,
    requesting: 'Downloading...',
    processing: 'Processing...',
    progress: (label: string) => `${label}, progress`,
    cancel: (label: string) => `Cancel ${label}`,
    upgrade: 'Upgrade Required',
    signUp: 'Sign Up Required',
    unavailable: 'Unavailable',
    limitReached: 'Limit Reached',
    tryAgain: 'Try again',
    nextStep: 'Next step',
    cutAgain: 'Cut again',
  },
  downloadToasts: {
    starting: 'Starting Download',
    startingText: (label: string) => `${label} is being requested.`,
    processing: 'Processing Started',
    processingText: (label: string) => `${label} is being cut.`,
    ready: 'Download Ready!',
    readyText: (label: string, megabytes: string) => `${label}, ${megabytes} MB`,
    started: 'Download Started',
    startedText: (megabytes: string) => `${megabytes} MB`,
    /** A request that was refused. */
    error: 'Download Error',
    /** A cut or a file that failed. */
    failed: 'Download Failed',
    failedDefault: 'Failed to download the video. Please try again.',
    restricted: 'This video cannot be downloaded due to YouTube restrictions. Please try a different video.',
    region: 'This video is not available in your region. Please try a different video.',
    empty: 'Downloaded file is empty',
    fileRefused: (status: number, body: string) => `Error ${status}: ${body}`,
    premium: 'Premium Feature',
    premiumText: (best: string) =>
      `High-quality downloads are available with Pro subscription. Free users can download ${best === '360p' ? best : `up to ${best}`} and audio only.`,
    noWayToSave: 'This browser saves no files. Please open the page in another one.',
    linkCopied: 'Download Link Copied',
    linkCopiedText: 'Paste it into a new tab to save the clip.',
    cancelled: 'Download Cancelled',
    cancelledText: 'It does not count.',
    deleted: 'Clip Deleted',
    deletedText: 'Nothing of it is left on the server.',
  },
  /** What is left of a time. */
  countdown: {
    hours: (hours: number, minutes: number) => (minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`),
    minutes: (minutes: number) => `${minutes} min`,
    seconds: (seconds: number) => `${seconds} s`,
  },
  limit: {
    daily: 'Daily limit reached',
    monthly: 'Monthly limit reached',
    resets: (moment: string, wait: string) =>
      `The count starts again ${/^\d/.test(moment) ? 'at ' : ''}${moment}, in ${wait}.`,
  },
  receipt: {
    open: 'How exact is this?',
    deleteNow: 'Delete now',
  },
} as const

function ordinal(position: number): string {
  const lastTwo = position % 100
  const ending = lastTwo >= 11 && lastTwo <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th')
  return `${position}${ending}`
}

function waitFor(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`
}
