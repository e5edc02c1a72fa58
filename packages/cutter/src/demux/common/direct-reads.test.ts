import { describe, expect, it, vi } from 'vitest'
import { bytesAsSource } from '../../../tests/support/counting-file.ts'
import { BlockCache } from '../../io/block-cache.ts'
import { newMeter, PartReader } from '../../io/part-reader.ts'
import { LIBRARY_TIMESCALE, openMediabunnyInput } from './mediabunny-input.ts'
import { openSequentialTrack } from './sequential-file.ts'

/** MPEG-2 Layer III, mono, 24 kHz, 8 kbit/s. */
const FRAME_HEADER = [0xff, 0xf3, 0x14, 0xc0]
const FRAME_BYTES = 24
const FRAME_TICKS = (576 / 24_000) * LIBRARY_TIMESCALE
const FRAMES = 20_000

/** An MP3 file that has the number of each frame in its bytes. */
function numberedMp3(): Buffer {
  const file = Buffer.alloc(FRAMES * FRAME_BYTES)
  for (let frame = 0; frame < FRAMES; frame++) {
    file.set(FRAME_HEADER, frame * FRAME_BYTES)
    file.write(String(frame), frame * FRAME_BYTES + 8, 'latin1')
  }
  return file
}

async function openNumbered(signal?: AbortSignal, maxFrames?: number) {
  const file = numberedMp3()
  const blocks = new BlockCache(new PartReader(bytesAsSource(file)))
  const options = { signal, meter: newMeter() }
  const [track] = await openMediabunnyInput(blocks, options, maxFrames === undefined ? {} : { maxFrames }).getTracks()
  return {
    file,
    blocks,
    meter: options.meter,
    track: openSequentialTrack(
      track!,
      { timescale: LIBRARY_TIMESCALE, originTicks: 0, primingTicks: 0, grid: null },
      options,
    ),
  }
}

describe('a file of small frames', () => {
  it('is read in large pieces, not by frame, with every byte in its place', async () => {
    const { file, blocks, meter, track } = await openNumbered()
    const readSpies = [vi.spyOn(blocks, 'read'), vi.spyOn(blocks, 'readAround')]
    const firstFrame = FRAMES - 300
    const frames: Uint8Array[] = []
    for await (const packet of track.packets(firstFrame * FRAME_TICKS, Infinity)) {
      expect(packet.pts).toBe((firstFrame + frames.length) * FRAME_TICKS)
      frames.push(packet.data)
    }
    expect(Buffer.concat(frames).equals(file.subarray(firstFrame * FRAME_BYTES))).toBe(true)
    expect(readSpies.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(20)
    // Every byte is fetched once.
    expect(meter.bytes).toBe(file.length)
  })

  it('is no longer read after a cancel', async () => {
    const controller = new AbortController()
    const { track } = await openNumbered(controller.signal)
    const reading = track.packets(FRAMES * FRAME_TICKS, Infinity).next()
    controller.abort()
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('is refused if it has too many frames', async () => {
    const limit = 5000
    const { track } = await openNumbered(undefined, limit)
    const packetWithinLimit = await track.packets((limit - 400) * FRAME_TICKS, (limit - 300) * FRAME_TICKS).next()
    expect(packetWithinLimit.value).toMatchObject({ pts: (limit - 400) * FRAME_TICKS })
    const readBeyondLimit = track.packets(2 * limit * FRAME_TICKS, Infinity).next()
    await expect(readBeyondLimit).rejects.toMatchObject({ code: 'unsupported_media' })
  })
})
