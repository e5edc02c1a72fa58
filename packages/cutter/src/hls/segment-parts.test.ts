import { describe, expect, it } from 'vitest'
import { MIDWAY, type SoundRest } from '../demux/ts/sound-frames.ts'
import { PARTS_OF_SEGMENT, type PartBefore, placeOf, SegmentParts } from './segment-parts.ts'

const PLACE = placeOf(7, 188_000)
const TIMED: SoundRest = { ...MIDWAY, tick: 90_000 }
const before = (sound: SoundRest): PartBefore => ({
  sizeBytes: 1_000_000,
  reachedSeconds: 2,
  state: { sound, pictures: null },
})
const read = (parts: SegmentParts, place: number) => {
  const part = parts.at(place)
  const nothing = { video: null, sound: null }
  part.found = { end: null, readTo: 0, sizeBytes: 0, earliest: nothing, begins: nothing }
  return part
}

describe('a part that goes on where several others ended', () => {
  it('is begun anew by the first that knows when its sound is heard', () => {
    const parts = new SegmentParts()
    parts.continueAt(PLACE, before(MIDWAY))
    const untimed = read(parts, PLACE)
    parts.continueAt(PLACE, before(TIMED))
    const timed = parts.at(PLACE)
    expect(timed.before?.state?.sound).toBe(TIMED)
    expect([timed.found, timed.from]).toEqual([null, 188_000])
    // What was planned from the other one is still found where it was.
    expect(parts.ofKey(untimed.key)).toBe(untimed)
    expect(parts.ofKey(timed.key)).toBe(timed)
  })

  it('stays the one it is, whoever else ends there, once that is known', () => {
    const parts = new SegmentParts()
    parts.continueAt(PLACE, before(TIMED))
    const timed = read(parts, PLACE)
    parts.continueAt(PLACE, before(MIDWAY))
    parts.continueAt(PLACE, before({ ...TIMED, tick: 180_000 }))
    expect(parts.at(PLACE)).toBe(timed)
    expect(timed.before?.state?.sound).toBe(TIMED)
  })

  it('never takes the room that the rest of a segment needs', () => {
    const parts = new SegmentParts()
    for (let index = 0; index < PARTS_OF_SEGMENT; index++) {
      const place = placeOf(7, 188 * (index + 1))
      if (!parts.maySplit(7)) {
        break
      }
      parts.continueAt(place, before(MIDWAY))
      parts.continueAt(place, before(TIMED))
    }
    const rest = [500_000, 0, 1_000_000].map((from) => parts.at(placeOf(7, from)))
    expect(rest.map(({ key }) => Math.floor(key / PARTS_OF_SEGMENT))).toEqual([7, 7, 7])
  })
})
