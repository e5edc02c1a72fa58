/** How much can be cut in one go: links or ranges of a batch, and ranges that are joined into one clip. */
export const MAX_BATCH_ITEMS = 20
export const MAX_JOINED_RANGES = 20
/** Of one viewer, waiting or being cut at a time: five batches. Nobody fills the queue, or the disk, alone. */
export const MAX_CLIPS_IN_WORK = 100
