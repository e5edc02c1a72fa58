/** What those see who have not paid: the product's own line, and the only one. */
export const houseWords = {
  label: 'Our own ad',
  text: 'Pro cuts up to 4K, without a daily limit, several clips in one go.',
  plans: 'See plans',
} as const

/** Where there is no page. */
export const notFoundWords = {
  title: 'This part was cut',
  text: 'There is no page at this address. The link may be old, or a letter of it got lost.',
  action: 'Cut a video',
} as const
