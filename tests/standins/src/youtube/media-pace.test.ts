import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { paced, paceOf } from './media-pace.ts'
import { ORDINARY_BEHAVIOUR } from './standin-behaviour.ts'
import { findVideo, videoIds } from './videos.ts'

const whole = { kind: 'whole' } as const
const tenMebibytes = { kind: 'part', start: 0, end: 10 * 1024 * 1024 - 1 } as const
const oneByteMore = { kind: 'part', start: 0, end: 10 * 1024 * 1024 } as const

describe('paceOf', () => {
  it('is unlimited for an ordinary video', () => {
    expect(paceOf(findVideo(videoIds.ordinary), whole, ORDINARY_BEHAVIOUR)).toBeNull()
  })

  it('is slow for a request for all of a throttled video, or for more than 10 MiB of it', () => {
    const video = findVideo(videoIds.mediaThrottled)
    expect(paceOf(video, whole, ORDINARY_BEHAVIOUR)).toBe(60_000)
    expect(paceOf(video, oneByteMore, ORDINARY_BEHAVIOUR)).toBe(60_000)
    expect(paceOf(video, tenMebibytes, ORDINARY_BEHAVIOUR)).toBeNull()
  })

  it('is the ordered one for every video and range', () => {
    const behaviour = { ...ORDINARY_BEHAVIOUR, throttleBytesPerSecond: 5000 }
    expect(paceOf(findVideo(videoIds.ordinary), tenMebibytes, behaviour)).toBe(5000)
    expect(paceOf(findVideo(videoIds.mediaThrottled), whole, behaviour)).toBe(5000)
  })
})

describe('paced', () => {
  async function run(bytesPerSecond: number | null) {
    const pieces: number[] = []
    let pausedMilliseconds = 0
    const pause = async (milliseconds: number) => {
      pausedMilliseconds += milliseconds
    }
    for await (const piece of paced(Readable.from([Buffer.alloc(2500)]), bytesPerSecond, pause)) {
      pieces.push(piece.length)
    }
    return { pieces, pausedMilliseconds }
  }

  it('hands out a tenth of a second at a time and waits for the rest of it', async () => {
    expect(await run(10_000)).toEqual({ pieces: [1000, 1000, 500], pausedMilliseconds: 300 })
  })

  it('does not wait without a pace', async () => {
    expect(await run(null)).toEqual({ pieces: [2500], pausedMilliseconds: 0 })
  })
})
