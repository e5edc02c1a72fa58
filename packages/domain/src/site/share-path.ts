/** Path of a share's page, below the address of the site. */
export const sharePath = (token: string): string => `/c/${token}`

const SHARE_TOKEN_PATTERN = /^[A-Za-z0-9_-]{22}$/

/** Whether a text may be the token of a share. Other texts never reach a database query. */
export const isShareToken = (text: string): boolean => SHARE_TOKEN_PATTERN.test(text)
