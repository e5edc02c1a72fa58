/** Lengths of a new password in characters. A file of its own, so that pages need not load the list of passwords. */
export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 256
