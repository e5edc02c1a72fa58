/** Ad for Pro, shown to viewers without a paid plan. */
export const proWords = {
  label: 'Our own ad',
  text: 'Pro: up to 4K, no daily limit, several clips at once.',
  plans: 'See plans',
} as const

/** Page for unknown addresses. */
export const notFoundWords = {
  title: 'This part was cut',
  text: 'There is no page at this address. The link may be old or mistyped.',
  action: 'Cut a video',
} as const
