/**
 * New public pages of one viewer in this process: a burst, then a hundred a day. Each stays in the audit log forever.
 */
export const NEW_SHARES = { most: 30, perSecond: 100 / 86_400 }

/** Maximum number of bytes that this server sends of one shared clip in a day (UTC): 20 MB to a thousand people. */
export const MAX_SHARED_BYTES_A_DAY = 20_000_000_000
