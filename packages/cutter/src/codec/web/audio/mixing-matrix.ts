import { unsupportedMedia } from '../../../api/cutter-error.ts'

type Speaker = 'L' | 'R' | 'C' | 'LFE' | 'BL' | 'BR' | 'BC' | 'SL' | 'SR'

/** Speakers by the number of channels, in the order of the channels. */
const LAYOUTS: Record<number, readonly Speaker[]> = {
  1: ['C'],
  2: ['L', 'R'],
  3: ['L', 'R', 'C'],
  4: ['L', 'R', 'C', 'BC'],
  5: ['L', 'R', 'C', 'BL', 'BR'],
  6: ['L', 'R', 'C', 'LFE', 'BL', 'BR'],
  7: ['L', 'R', 'C', 'LFE', 'BC', 'SL', 'SR'],
  8: ['L', 'R', 'C', 'LFE', 'BL', 'BR', 'SL', 'SR'],
}
/** Half of the power (ITU-R BS.775). */
const HALF_POWER = Math.SQRT1_2
const QUARTER_POWER = 0.5

/** Shares of a speaker in others that replace it: the first line whose speakers all exist. */
const REPLACEMENTS: Record<Speaker, readonly Partial<Record<Speaker, number>>[]> = {
  L: [{ C: HALF_POWER }],
  R: [{ C: HALF_POWER }],
  C: [{ L: HALF_POWER, R: HALF_POWER }],
  LFE: [],
  BC: [
    { BL: HALF_POWER, BR: HALF_POWER },
    { SL: HALF_POWER, SR: HALF_POWER },
    { L: QUARTER_POWER, R: QUARTER_POWER },
    { C: QUARTER_POWER },
  ],
  BL: [{ BC: HALF_POWER }, { SL: 1 }, { L: HALF_POWER }, { C: QUARTER_POWER }],
  BR: [{ BC: HALF_POWER }, { SR: 1 }, { R: HALF_POWER }, { C: QUARTER_POWER }],
  SL: [{ BL: 1 }, { BC: HALF_POWER }, { L: HALF_POWER }, { C: QUARTER_POWER }],
  SR: [{ BR: 1 }, { BC: HALF_POWER }, { R: HALF_POWER }, { C: QUARTER_POWER }],
}

/**
 * The shares of input channels (columns) in output channels (rows), as FFmpeg mixes them. The bass channel is dropped,
 * and the sum of a row fits into full scale, so that loud audio is not clipped.
 */
export function mixingMatrix(inputs: number, outputs: number): number[][] {
  const from = layoutOf(inputs)
  const to = layoutOf(outputs)
  const matrix = to.map((target) => from.map((speaker) => shareOf(speaker, target, from, to)))
  const largestSum = Math.max(1, ...matrix.map((row) => row.reduce((sum, share) => sum + share, 0)))
  return matrix.map((row) => row.map((share) => share / largestSum))
}

function layoutOf(channels: number): readonly Speaker[] {
  const layout = LAYOUTS[channels]
  if (!layout) throw unsupportedMedia(`Audio of ${channels} channels cannot be mixed.`)
  return layout
}

function shareOf(speaker: Speaker, target: Speaker, from: readonly Speaker[], to: readonly Speaker[]): number {
  if (to.includes(speaker)) return speaker === target ? 1 : 0
  const replacement = REPLACEMENTS[speaker].find((shares) => to.includes(Object.keys(shares)[0] as Speaker))
  const share = replacement?.[target] ?? 0
  // Two speakers that share one get half of its power each.
  return share === 1 && from.includes(target) ? HALF_POWER : share
}
