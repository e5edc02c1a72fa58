/** Lengths of a new password in characters. Apart from the list of common passwords, which few pages load. */
export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 256
