import type { Receipt } from '@kerf/contract/download'
import { describe, expect, it } from 'vitest'
import { receiptLines } from './receipt-lines.ts'

const RECEIPT: Receipt = {
  frames: 2520,
  firstFrameSeconds: 607.2,
  lastFrameSeconds: 691.167,
  framesCopied: 2506,
  framesReencoded: 14,
  soundOffsetMilliseconds: -0.01,
  durationSeconds: 84,
  bytesFetched: 12_900_000,
  clipBytes: 12_300_000,
  wallMilliseconds: 2740,
  way: 'smart',
}
const figures = (receipt: Receipt) => receiptLines(receipt, 'en').map((line) => line.figures)

describe('the receipt of a clip', () => {
  it('says frames, first and last, copied and re-encoded, sound, length, bytes and time', () => {
    expect(figures(RECEIPT)).toEqual([
      '2,520',
      '10:07.200, 11:31.167',
      '2,506, 14',
      '0.0 ms',
      '1:24.000',
      '12.9 MB',
      '2.7 s',
    ])
  })

  it('leaves out what sound alone does not have', () => {
    const sound: Receipt = {
      ...RECEIPT,
      frames: 0,
      firstFrameSeconds: null,
      lastFrameSeconds: null,
      soundOffsetMilliseconds: null,
      way: 'mp3',
    }
    expect(figures(sound)).toEqual(['1:24.000', '12.9 MB', '2.7 s'])
  })
})
