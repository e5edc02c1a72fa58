/** Maximum bitrate of each level for Baseline and Main, in kbit/s (ITU-T H.264, table A-1), by level_idc. */
const MAX_KILOBITS: Readonly<Record<number, number>> = {
  9: 128,
  10: 64,
  11: 192,
  12: 384,
  13: 768,
  20: 2000,
  21: 4000,
  22: 4000,
  30: 10_000,
  31: 14_000,
  32: 20_000,
  40: 20_000,
  41: 50_000,
  42: 50_000,
  50: 135_000,
  51: 240_000,
  52: 240_000,
  60: 240_000,
  61: 480_000,
  62: 800_000,
}

/** Maximum bitrate of a level in bits per second. Any decoder of the level has a buffer of as many bits. */
export function maxBitrateOfLevel(levelIdc: number): number {
  return 1000 * (MAX_KILOBITS[levelIdc] ?? Infinity)
}
