import { describe, expect, it } from 'vitest'
import { packetized, pesOf } from '../../testing/remuxed-segments.ts'
import { FILM_PIDS } from '../../testing/ts-tables.ts'
import { assemblePes } from './pes.ts'
import { joinedHeads, soundHeadOf } from './sound-across.ts'
import { TsPids } from './ts-program.ts'

const LAYOUT = { strideBytes: 188, firstPacket: 0 }
const pids = new TsPids({
  number: 1,
  mapPid: FILM_PIDS.map,
  video: { pid: FILM_PIDS.video, codec: 'h264' },
  sound: { pid: FILM_PIDS.sound, codec: 'aac' },
  unreadableSound: null,
  unreadableVideo: null,
})

const picture = (size: number) => packetized(FILM_PIDS.video, pesOf(0xe0, 0, Buffer.alloc(size, 7), false))
const sound = (fill: number, size = 600) =>
  packetized(FILM_PIDS.sound, pesOf(0xc0, 9000, Buffer.alloc(size, fill), false))

/** A segment that begins in the middle of a packet of sound, the rest of which stands far apart in it. */
function segment(): Buffer {
  const [begun, ...rest] = sound(1)
  expect([begun, ...rest]).toHaveLength(4)
  const large = picture(3000)
  return Buffer.concat([
    ...large.slice(0, 5),
    rest[0]!,
    ...large.slice(5),
    ...picture(900),
    rest[1]!,
    ...picture(900),
    rest[2]!,
    ...sound(2),
    ...picture(500),
    ...sound(3, 300),
    ...picture(500),
  ])
}

describe('what a segment begins with of sound that began before it', () => {
  it('is the same however much of it is read at first, and where that ends', () => {
    const bytes = segment()
    const whole = soundHeadOf(assemblePes(bytes, LAYOUT, pids, bytes.length), pids)
    expect([whole.continued.length, whole.begun.length]).toEqual([600 - (188 - 4 - 14), 900])
    const ends = new Set<number>()
    for (let readTo = LAYOUT.strideBytes; readTo < bytes.length; readTo += LAYOUT.strideBytes) {
      const run = bytes.subarray(0, readTo)
      const end = assemblePes(run, LAYOUT, pids, readTo).openAt
      const first = soundHeadOf(assemblePes(run, LAYOUT, pids, end), pids)
      const rest = bytes.subarray(end)
      const second = soundHeadOf(assemblePes(rest, LAYOUT, pids, rest.length), pids)
      expect(joinedHeads([first, second]), `read up to ${readTo}`).toEqual(whole)
      ends.add(end)
    }
    expect(ends.size).toBeGreaterThan(4)
  })
})
