import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PacketList } from '../demux/common/packet-list.ts'
import { findFrameWindow } from './frame-window.ts'
import { copyCandidates, planSplice } from './splice-plan.ts'

const OPEN_ENDED_TRACK = { isNextKnown: false, presentationEnd: Infinity, timescale: 1, rangeEndTick: Infinity }

/** Packets in decode order; a time followed by K is a sync sample. */
function packets(order: string): PacketList {
  const fields = { duration: 1, offset: 0, sizeBytes: 1, entryIndex: 0 }
  const refs = order
    .split(' ')
    .map((word) => ({ pts: Number.parseInt(word, 10), isSync: word.endsWith('K'), ...fields }))
  return PacketList.of(refs)
}

/** Closed GOPs: a keyframe, then each P frame followed by the B frames that are shown before it. */
function closedGroups(groups: number, size: number, bFrames: number): PacketList {
  const words: string[] = []
  for (let group = 0; group < groups; group++) {
    const base = group * size
    words.push(`${base}K`)
    for (let at = 1; at < size; at += bFrames + 1) {
      const reference = Math.min(at + bFrames, size - 1)
      words.push(String(base + reference))
      for (let between = at; between < reference; between++) words.push(String(base + between))
    }
  }
  return packets(words.join(' '))
}

function plan(list: PacketList, from: number, to: number) {
  const window = findFrameWindow(list, from, to, OPEN_ENDED_TRACK)!
  const [copyFrom = null] = copyCandidates(list, window)
  return { window, copyFrom, plan: planSplice(list, window, copyFrom) }
}

describe('planSplice', () => {
  it('copies everything between two keyframes', () => {
    const list = packets('0K 3 1 2 4K 7 5 6')
    expect(plan(list, 4, 8).plan).toEqual({ head: null, copy: { from: 4, to: 8 }, tail: null })
  })

  it('encodes the head from the preceding keyframe to the first copied frame', () => {
    const list = packets('0K 3 1 2 4K 7 5 6')
    expect(plan(list, 2, 8).plan.head).toEqual({ decodeFrom: 0, decodeTo: 4, fromTick: 2, toTick: 4, frames: 2 })
  })

  it('encodes frames at the end that need a later one', () => {
    const list = packets('0K 3 1 2 6 4 5')
    expect(plan(list, 0, 6).plan).toEqual({
      head: null,
      copy: { from: 0, to: 4 },
      tail: { decodeFrom: 0, decodeTo: 7, fromTick: 4, toTick: 6, frames: 2 },
    })
  })

  it('decodes the leading frames of an open GOP from the previous GOP', () => {
    // 4 and 5 are shown before the sync sample 6 that they need.
    const list = packets('0K 3 1 2 6K 4 5 9 7 8')
    const { plan: planned } = plan(list, 0, 6)
    expect(planned.copy).toEqual({ from: 0, to: 4 })
    expect(planned.tail).toMatchObject({ decodeFrom: 0, decodeTo: 7, fromTick: 4, frames: 2 })
  })

  it('produces every frame of any range exactly once, for GOPs of every shape', () => {
    const anyRange = fc.record({
      groups: fc.integer({ min: 1, max: 4 }),
      size: fc.integer({ min: 1, max: 12 }),
      bFrames: fc.integer({ min: 0, max: 3 }),
      from: fc.nat(40),
      length: fc.integer({ min: 1, max: 40 }),
    })
    fc.assert(
      fc.property(anyRange, ({ groups, size, bFrames, from, length }) => {
        const list = closedGroups(groups, size, bFrames)
        const first = Math.min(from, list.length - 1)
        const end = Math.min(first + length, list.length)
        const { plan: planned } = plan(list, first, end)
        const copied = planned.copy ? list.slice(planned.copy.from, planned.copy.to).map(({ pts }) => pts) : []
        const clipTimes = [...copied]
        for (const seam of [planned.head, planned.tail]) {
          if (seam) {
            const decodedTimes = list.slice(seam.decodeFrom, seam.decodeTo).map(({ pts }) => pts)
            const seamTimes = decodedTimes.filter((time) => time >= seam.fromTick && time < seam.toTick)
            expect(seamTimes).toHaveLength(seam.frames)
            expect(list.at(seam.decodeFrom)!.isSync).toBe(true)
            clipTimes.push(...seamTimes)
          }
        }
        const rangeTimes = Array.from({ length: end - first }, (_, index) => first + index)
        expect(clipTimes.sort((a, b) => a - b)).toEqual(rangeTimes)
      }),
      { numRuns: 300 },
    )
  })
})
