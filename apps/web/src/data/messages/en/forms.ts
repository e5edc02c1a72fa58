/** What forms have in common. */
export const formWords = {
  error: 'Error',
  success: 'Success',
  /** The button that shows a password; `what` is how the field is called within a sentence. */
  reveal: (what: string) => ({ show: 'Show', hide: 'Hide', showLabel: `Show ${what}`, hideLabel: `Hide ${what}` }),
} as const
