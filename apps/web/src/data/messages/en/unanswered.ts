/** For calls that got no answer at all, or one that did not come from this API. */
export const unansweredSentences = {
  offline: 'You are offline. Please try again when you are back.',
  serverGone: 'The server does not answer. Please try again in a moment.',
  unknown: 'Something went wrong. Please try again.',
} as const
