/** What the stand-in's own tests use: small enough to be made in a few seconds, in all the kinds there are. */
export const SMALL_RECIPE = { seconds: 6, upToHeight: 360 } as const

/** Time for making the media when no earlier run has. */
export const MAKING_MILLISECONDS = 120_000
