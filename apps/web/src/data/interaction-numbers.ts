/**
 * The numbers by which the interface behaves, as the specification records them. Prices, quotas, the shortest trim and the
 * retention are rules and live in @kerf/domain.
 */
export const INTERACTION = {
  /** The result is scrolled to this long after a link was processed. */
  scrollAfterProcessMs: 100,

  /** The first look at a download's status, the following ones, and the one after a look that failed. */
  firstStatusCheckMs: 1000,
  statusPollMs: 1000,
  statusPollAfterErrorMs: 2000,

  /** Progress between the server's own numbers: random steps of up to this many percent. */
  trickleMaxStepPercent: 15,
  trickleIntervalMs: 200,

  /** The overview's ruler. */
  majorTickSeconds: 300,
  minorTicksAtMost: 20,

  /** The word in the headline. */
  typedLetterMs: 150,
  typedDeletionMs: 100,
  typedPauseMs: 1500,

  toastDurationMs: 5000,
  toastRemovalDelayMs: 1_000_000,
  toastSwipeThreshold: 50,
  toastHotkey: 'F8',

  tooltipOpenDelayMs: 700,
  tooltipSkipDelayMs: 300,

  /** Pages that need an account or a role send others away after this long. */
  deniedRedirectMs: 1000,

  /** How long typing has to rest before a list is searched. */
  searchRestMs: 300,

  /** How soon an open page notices that its session was ended elsewhere, or its account suspended or deleted. */
  sessionCheckMs: 10_000,

  adminStatsRefreshMs: 30_000,
  adminJobsRefreshMs: 5000,
} as const
