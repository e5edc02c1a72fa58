/**
 * Timings and limits of the interface, as the specification records them. Prices, quotas, the shortest trim and the
 * retention are rules, and @kerf/domain has them.
 */
export const INTERACTION = {
  /** Delay between the processing of a link and the scrolling to its result. */
  scrollAfterProcessMs: 100,

  /** Delays before the first status request of a download, between requests, and after a failed one. */
  firstStatusCheckMs: 1000,
  statusPollMs: 1000,
  statusPollAfterErrorMs: 2000,

  /** Simulated progress between the server's values: random steps of up to this many percent. */
  trickleMaxStepPercent: 15,
  trickleIntervalMs: 200,

  /** Tick marks of the ruler in the overview of the timeline. */
  majorTickSeconds: 300,
  minorTicksAtMost: 20,

  /** Pace at which the word in the headline is typed. */
  typedLetterMs: 150,
  typedDeletionMs: 100,
  typedPauseMs: 1500,

  toastDurationMs: 5000,
  toastRemovalDelayMs: 1_000_000,
  toastSwipeThreshold: 50,
  toastHotkey: 'F8',

  tooltipOpenDelayMs: 700,
  tooltipSkipDelayMs: 300,

  /** Delay before a page that needs an account or a role redirects others. */
  deniedRedirectMs: 1000,

  /** Pause in typing before a list is searched. */
  searchRestMs: 300,

  /** Interval at which an open page checks whether its session or account was ended in another tab or browser. */
  sessionCheckMs: 10_000,

  adminStatsRefreshMs: 30_000,
  adminJobsRefreshMs: 5000,
} as const
