/** Lifetimes of the tokens in emails, in seconds. */
export const RESET_TOKEN_SECONDS = 3600
export const VERIFY_EMAIL_TOKEN_SECONDS = 3 * 24 * 3600
export const CHANGE_EMAIL_TOKEN_SECONDS = 24 * 3600
export const NEWSLETTER_TOKEN_SECONDS = 3 * 24 * 3600
export const END_NEWSLETTER_TOKEN_SECONDS = 365 * 24 * 3600
