const count = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`

/** The tool: video, timeline, preview and downloads. A file of its own, so that the home page does not wait for it. */
export const toolWords = {
  result: {
    goneTitle: 'This video is no longer here',
    goneText: 'It was opened in another browser or has expired. Paste its link to open it again.',
    blockedTitle: 'This video is blocked',
    failedTitle: 'The video could not be loaded',
    retry: 'Try again',
    views: (formatted: string, views: number) => `${formatted} ${views === 1 ? 'view' : 'views'}`,
    badges: { fourK: '4K Available', mp3: 'MP3 Audio', fast: 'Fast Processing' },
    noThumbnail: 'No thumbnail',
    noCaptions: 'This video has no captions.',
    playlist: 'Choose several videos of its playlist',
    noticeTitle: 'Platform notice.',
    notice:
      "Downloads from servers are currently limited by the video platform's policies. This interface is a working demonstration of the full system: authentication, UI, role management and backend. If this video cannot be downloaded, we tell you why, and it does not count towards your limit.",
    demoTitle: 'System Demo',
    demo: 'Download 360p and audio without an account.',
    signUp: 'Sign Up Free',
    signIn: 'Sign In',
  },
  trim: {
    title: 'Advanced Trim Selection',
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
    colon: 'Colon',
    notATime: 'Enter a time like 1:23.450.',
    shortestByHand: (seconds: number) =>
      `Dragging stops at ${seconds} seconds. For a shorter clip, type the times or step by frames.`,
    setTo: (time: string) => `Set to ${time}, the closest possible time.`,
    updatedTitle: 'Trim Updated',
    updated: (start: string, end: string) => `${start} to ${end}`,
    failed: 'Failed to update trim settings',
    openedTitle: 'Preview Opened',
    closedTitle: 'Preview Closed',
  },
  preview: {
    player: (title: string) => `Preview of ${title}`,
    note: 'The downloaded file will contain only the trimmed section.',
    play: 'Play',
    pause: 'Pause',
    back: 'One frame back',
    forward: 'One frame forward',
    none: 'The preview cannot be played. You can still download your clip.',
  },
  downloads: {
    title: 'Download Options',
    sizesFor: (duration: string) => `Estimated sizes for ${duration}.`,
    left: (left: number, limit: number, period: 'today' | 'this month') =>
      `${left} of ${count(limit, 'download', 'downloads')} left ${period}.`,
    leftUnknown: 'How many downloads you have left could not be read.',
    /** Followed by `Pro`, `freeAccount` or `account`. */
    opensWith: 'Included in',
    freeAccount: 'a free account',
    /** Replaces `freeAccount` where nothing is sold. */
    account: 'an account',
    /** Reason for which a range is too long on this server. */
    longestClip: (length: string) => `Clips can be up to ${length} long here`,
    about: 'about',
    /** Followed by a countdown. */
    keptFor: 'deleted in',
    secondsLeft: (seconds: number) => (seconds < 1 ? 'almost done' : `about ${durationWords(seconds)} left`),
    inLine: (position: number, seconds: number | null) =>
      `${ordinal(position)} in line${seconds === null ? '' : `, about ${durationWords(seconds)}`}`,
    /** Estimate for a clip with a size limit. */
    fitted: (size: string, height: number) => `at most ${size}, as ${height}p`,
    tooLongFor: (size: string) => `Your range is too long for ${size}`,
    fadesMeet: (seconds: string) => `Fades can take at most half of the clip: ${seconds} s`,
    cuttingOther: (range: string) => `cutting ${range}`,
    stopsAt: (label: string) => `This video stops at ${label}`,
    noAudio: 'This video has no audio',
    noVideo: 'This video is not available in this size',
    stages: {
      waiting: 'waiting to start',
      resolving: 'contacting the source',
      reading: 'reading your range',
      encoding: 'encoding the edges',
      writing: 'writing the clip',
      checking: 'checking the clip',
      done: 'almost done',
    },
    deletedAfter: 'Expired and deleted, as promised',
    deletedByViewer: 'You deleted this clip',
    notCounted: 'Not counted towards your limit.',
    joined: (ranges: number, length: string) => `${ranges} ranges joined, ${length}`,
    saveRange: (range: string) => `Save your clip of ${range}`,
    badges: {
      free: 'FREE',
      pro: 'PRO',
      admin: 'ADMIN',
      locked: 'LOCKED',
      none: 'UNAVAILABLE',
      failed: 'FAILED',
      expired: 'EXPIRED',
    },
    download: 'Download',
    /** The no-break space keeps number and unit on one line. */
    downloadSize: (megabytes: string) => `Download (${megabytes}\u00a0MB)`,
    requesting: 'Downloading...',
    processing: 'Processing...',
    progress: (label: string) => `${label}, progress`,
    cancel: (label: string) => `Cancel ${label}`,
    upgrade: 'Upgrade Required',
    signUp: 'Sign Up Required',
    unavailable: 'Unavailable',
    limitReached: 'Limit Reached',
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
    /** Title for a refused request. */
    error: 'Download Error',
    /** Title for a failed cut or file. */
    failed: 'Download Failed',
    premium: 'Premium Feature',
    premiumText: (best: string) =>
      `High-quality downloads are available with Pro subscription. Free users can download ${best === '360p' ? best : `up to ${best}`} and audio only.`,
    cancelled: 'Download Cancelled',
    cancelledText: 'It does not count towards your limit.',
    deleted: 'Clip Deleted',
    deletedText: 'It was removed from the server.',
  },
  /** Remaining time. */
  countdown: {
    hours: (hours: number, minutes: number) => (minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`),
    minutes: (minutes: number) => `${minutes} min`,
    seconds: (seconds: number) => `${seconds} s`,
  },
  limit: {
    resets: (moment: string, wait: string) => `Resets ${/^\d/.test(moment) ? 'at ' : ''}${moment}, in ${wait}.`,
  },
} as const

function ordinal(position: number): string {
  const lastTwo = position % 100
  const ending = lastTwo >= 11 && lastTwo <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th')
  return `${position}${ending}`
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`
}

/** Dialog while a link is processed. */
export const processingWords = {
  title: 'Processing Video',
  text: 'Please wait while we trim your video...',
  slow: 'taking longer than usual',
  stages: {
    sending: 'Sending the link',
    asking: 'Getting the video details',
    describing: 'Preparing the timeline',
  },
  cancel: 'Cancel',
} as const

/** Tools around the timeline: a link to share, and several ranges. */
export const trimTools = {
  copyLink: 'Copy link to this trim',
  linkCopied: 'Link Copied',
  linkCopiedText: 'Anyone with the link sees this video with your start and end.',
  linkNotCopied: 'Link Not Copied',
  linkNotCopiedText: 'Your browser blocked access to the clipboard. You can copy the link from the address bar.',
  addRange: 'Add range',
  ranged: (start: string, end: string) => `The range is from ${start} to ${end}.`,
  doneWithRange: (place: number) => `Done with range ${place}`,
} as const

/** Positions to which moved handles snap. */
export const snapWords = {
  label: 'Snap',
  meaning: 'What the handles snap to when you drag or click, or move them by arrow keys',
  modes: {
    off: 'Off',
    seconds: 'Seconds',
    frames: 'Frames',
    words: 'Words',
    silences: 'Silences',
    chapters: 'Chapters',
  },
  second: 'Snapped to a full second',
  frame: 'Snapped to a frame',
  end: 'Snapped to the end of the video',
  silence: 'Snapped to a silence',
  word: (word: string) => `Snapped to the word “${word}”`,
  chapter: (title: string) => `Snapped to chapter “${title}”`,
} as const

/** Search for the words of a link, which select a range by its captions. */
export const askedWords = {
  seeking: (words: string) => `Looking for “${words}”...`,
  notSaid: (words: string) => `“${words}” was not found in the captions of this video.`,
  noCaptions: (words: string) => `“${words}” was not found: this video has no captions.`,
} as const
