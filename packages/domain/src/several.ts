/** How much can be cut in one go: links or ranges of a batch, and ranges that are joined into one clip. */
export const MAX_BATCH_ITEMS = 20
export const MAX_JOINED_RANGES = 20
