import { readFile } from 'node:fs/promises'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMedia } from './open-media.ts'
import { bytesAsSource } from './testing/counting-file.ts'
import { asMade, expectExact } from './testing/expect-exact.ts'
import { withClockAt } from './testing/moved-clock.ts'
import { StampedWorkshop, smallRecipe } from './testing/stamped-source.ts'

const recipe = smallRecipe({ width: 320, height: 180, layout: 'ts', frameRate: [25, 1], frames: 75, gopFrames: 25 })
let workshop: StampedWorkshop
let film: Buffer

beforeAll(async () => {
  workshop = await StampedWorkshop.open()
  const { videoPath } = await makeStampedMedia(recipe, workshop.directory, 'film')
  film = await readFile(videoPath!)
})
afterAll(() => workshop.close())

function open(bytes: Uint8Array) {
  const source = bytesAsSource(bytes)
  return openMedia({ video: source, audio: source })
}

/** As recorders write it: every packet behind four bytes of time. */
function withTimeCodes(stream: Buffer): Buffer {
  const packets = Array.from({ length: stream.length / 188 }, (_, index) => [
    Buffer.from([0, 0, index >> 8, index & 255]),
    stream.subarray(index * 188, (index + 1) * 188),
  ])
  return Buffer.concat(packets.flat())
}

describe('a transport stream', { timeout: 30_000 }, () => {
  it('is described as what it holds', async () => {
    expect((await open(film)).facts).toMatchObject({
      container: 'mpegts',
      video: { codec: 'h264', width: 320, height: 180, frameRate: 25, copyable: true },
      audio: { codec: 'aac', sampleRate: 44_100, channels: 2 },
    })
    expect((await open(film)).facts.durationSeconds).toBeCloseTo(3, 1)
  })

  it.each([
    ['from a keyframe to a keyframe', { startSeconds: 1, endSeconds: 2 }],
    ['from inside a group to inside another', { startSeconds: 0.52, endSeconds: 2.48 }],
    ['of one frame', { startSeconds: 1.2, endSeconds: 1.24 }],
    ['of everything', { startSeconds: 0, endSeconds: 3 }],
  ])('gives exactly the frames and the sound %s, copied where it can', async (_, range) => {
    const { receipt } = await expectExact(await open(film), asMade(recipe), range, workshop.clipPath())
    expect(receipt.framesReencoded).toBeLessThan(25)
  })

  it('may begin in the middle of a packet, and have longer packets', async () => {
    const recorded = Buffer.concat([film.subarray(100, 188), withTimeCodes(film)])
    await expectExact(await open(recorded), asMade(recipe), { startSeconds: 0.9, endSeconds: 1.5 }, workshop.clipPath())
  })

  it('may have a clock that starts again', async () => {
    const wrapping = withClockAt(film, 2 ** 33 - 90_000)
    await expectExact(await open(wrapping), asMade(recipe), { startSeconds: 0.3, endSeconds: 2.2 }, workshop.clipPath())
  })
})
