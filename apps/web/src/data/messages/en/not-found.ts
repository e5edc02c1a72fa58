/** Where there is no page. */
export const notFoundWords = {
  title: 'This part was cut',
  text: 'There is no page at this address. The link may be old, or a letter of it got lost.',
  action: 'Cut a video',
} as const
