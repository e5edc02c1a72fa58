/** Maximum number of bytes that this server sends of one shared clip in a day (UTC): 20 MB to a thousand people. */
export const MOST_SHARED_BYTES_A_DAY = 20_000_000_000
