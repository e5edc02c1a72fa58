/** Most bytes that this server sends of one shared clip in a day (UTC): a thousand times 20 MB. */
export const MOST_SHARED_BYTES_A_DAY = 20_000_000_000
