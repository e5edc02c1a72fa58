import { describe, expect, it } from 'vitest'
import { PacketList } from '../demux/common/packet-list.ts'
import { spliceBitrate } from './bit-budget.ts'
import { findFrameWindow } from './frame-window.ts'
import { copyCandidates, planSplice } from './splice-plan.ts'

const TIMESCALE = 30
const GROUP = 150
const PICTURE_BYTES = 10_000

/** Groups of 150 pictures of one size, from the first picture of a group on. */
function rateFrom(first: number, end: number): number {
  const packets = PacketList.of(
    Array.from({ length: end }, (_, pts) => ({
      ...{ pts, duration: 1, isSync: pts % GROUP === 0, offset: 0, sizeBytes: PICTURE_BYTES, entryIndex: 0 },
    })),
  )
  const window = findFrameWindow(packets, first, end)!
  const [copyFrom = null] = copyCandidates(packets, window)
  return spliceBitrate(packets, planSplice(packets, window, copyFrom), TIMESCALE)
}

const sourceRate = PICTURE_BYTES * 8 * TIMESCALE

describe('the bits that pictures encoded anew may take', () => {
  it('are many where the range begins late in its group', () => {
    expect(rateFrom(140, 450) / sourceRate).toBeCloseTo(4, 1)
  })

  it('are what the copied pictures leave', () => {
    const share = rateFrom(75, 375) / sourceRate
    expect(share).toBeGreaterThan(1.5)
    // All of them, the head start included, make no more than a tenth over what is covered.
    const encodedSeconds = share * (75 / TIMESCALE + 0.9)
    expect(encodedSeconds + 225 / TIMESCALE).toBeLessThanOrEqual((1.1 * 375) / TIMESCALE + 0.05)
  })

  it('are never fewer than the source has', () => {
    expect(rateFrom(1, 150) / sourceRate).toBeCloseTo(1.1, 1)
    expect(rateFrom(1, 151) / sourceRate).toBeGreaterThanOrEqual(1.1)
  })
})
