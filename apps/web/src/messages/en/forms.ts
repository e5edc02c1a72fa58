/** What forms have in common. */
export const formWords = {
  error: 'Error',
  success: 'Success',
  password: {
    show: 'Show',
    hide: 'Hide',
    showLabel: 'Show password',
    hideLabel: 'Hide password',
  },
} as const
