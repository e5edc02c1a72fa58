/** What those see who have not paid: the product's own line, and the only one. */
export const houseWords = {
  label: 'Our own ad',
  text: 'Pro cuts up to 4K, without a daily limit, several clips in one go.',
  plans: 'See plans',
} as const
