/** Below this the operator should make room: a single long 4K clip is of this size. */
export const LOW_DISK_BYTES = 2 * 1024 ** 3
/** Below this new downloads are refused. */
export const FULL_DISK_BYTES = 256 * 1024 ** 2
