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
    noThumbnail: 'No picture',
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
    timeline: 'Timeline',
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
    noAudio: 'This video has no sound',
    noVideo: 'This video has no picture of that size',
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

/** The dialog over the page while a link is processed. */
export const processingWords = {
  title: 'Processing Video',
  text: 'Please wait while we trim your video...',
  secondsLeft: (seconds: number) => `about ${seconds} s left`,
  stages: {
    sending: 'Sending the link',
    asking: 'Asking the source about the video',
    describing: 'Setting up the strip',
  },
  cancel: 'Cancel',
} as const

/** What is said at a limit in full, and what would change it. */
export const limitWords = {
  used: (used: number, limit: number) => `${used} of ${limit} ${limit === 1 ? 'download' : 'downloads'} used.`,
  plans: 'See plans',
  account: (daily: number) => `A free account has ${daily} a day.`,
  signUp: 'Sign up',
} as const

/** How exact a clip is and what it took, once somebody wants to know. */
export const clipReceiptWords = {
  /** Followed by a countdown and `fromNow`. */
  available: (moment: string) => `Available until ${moment},`,
  fromNow: 'from now.',
  originalReencoded:
    'There was no frame in this range from which copying can begin, so every frame was encoded, in its own codec.',
  clip: 'Your clip',
  exactness: 'How exact',
  effort: 'What it took',
  frames: 'Frames',
  firstFrame: 'First frame',
  lastFrame: 'Last frame',
  length: 'Length',
  copied: 'Original frames',
  encoded: 'Rebuilt frames',
  audio: 'Sound against picture',
  fetched: 'Fetched',
  took: 'Time',
  ways: {
    copied: 'Every frame is the original, bit for bit.',
    smart: 'Only the frames at the edges were rebuilt. The rest is the original, bit for bit.',
    transcoded: 'The source has no picture of this size in H.264, so every frame was encoded.',
    mp3: 'The sound was cut to the instant and encoded once.',
    gif: 'Each picture is the source’s at its instant, drawn with the 255 colours that suit the clip.',
    webp: 'Each picture is the source’s at its instant, made small for sharing.',
    still: 'The first frame of the range, without loss.',
  },
} as const

/** What a clip can be made into besides the rows of the grid. */
export const moreFormatsWords = {
  title: 'More formats',
  summary: 'Original codec, still frame, GIF, WebP',
  size: 'Size of original and still',
  original: (size: string) => `Original, ${size}`,
  still: (size: string) => `Still frame, ${size}`,
  originalKind: (container: string, codec: string) => `${container}, ${codec} as the source made it`,
  stillKind: 'PNG, the frame at your start',
  movingKind: (seconds: number, pixels: number) => `Up to ${seconds} s, ${pixels} pixels at most, no sound`,
  tooLong: (seconds: number, length: string) => `Up to ${seconds} s. Your range is ${length}.`,
  noOriginal: 'The source has nothing of just this size',
} as const

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

/** The tools around the strip: handing a trim on, and snapping. */
export const trimTools = {
  copyLink: 'Copy link to this trim',
  linkCopied: 'Link Copied',
  linkCopiedText: 'It opens this video at your start and end, for anybody.',
  linkNotCopied: 'Link Not Copied',
  linkNotCopiedText: 'Your browser keeps the clipboard closed here. The address bar holds a link to this trim, too.',
  addRange: 'Add range',
  doneWithRange: (place: number) => `Done with range ${place}`,
  pro: 'PRO',
  snap: 'Snap',
  snapMeaning: 'Handles stop at whole seconds; zoomed in far, at frames',
} as const
