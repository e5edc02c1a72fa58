import type { Download } from '@kerf/contract/download'
import type { Quota } from '@kerf/contract/user'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { type HostileMediaServer, startHostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { expect } from 'vitest'
import { expectExactClip } from './exact-clip.ts'
import type { Visitor } from './visitor.ts'

export const FRAME_RATE = 30
const CLIP_SECONDS = 3

/** Makes a video whose every frame shows its number, 360 pixels high, with audio. Returns its path. */
export async function makeStampedVideo(folder: string, seconds: number, gopFrames = 60): Promise<string> {
  const { videoPath } = await makeStampedMedia(
    {
      width: 640,
      height: 360,
      frameRate: [FRAME_RATE, 1],
      frames: seconds * FRAME_RATE,
      gopFrames,
      bFrames: 2,
      video: 'h264',
      audio: 'aac',
      layout: 'plain',
    },
    folder,
    'video',
  )
  return videoPath ?? ''
}

/** A server of such a video. */
export async function openStampedSite(folder: string, seconds: number, gopFrames = 60): Promise<HostileMediaServer> {
  return startHostileMediaServer({ mediaPath: await makeStampedVideo(folder, seconds, gopFrames) })
}

/** A range of three seconds, to the millisecond: hardly ever the same again. */
export function randomRange(random: () => number, videoSeconds: number): TimeRange {
  const startTime = Math.round((1 + random() * (videoSeconds - CLIP_SECONDS - 1)) * 1000) / 1000
  return { startTime, endTime: startTime + CLIP_SECONDS }
}

/** The clips of several viewers: each complete and counted once, and equal requests one file. */
export class PromisedClips {
  readonly #etags = new Map<string, Set<string>>()

  /** `fetched` is the same viewer as `polled`, maybe at another process. */
  async expectWhole(polled: Visitor, fetched: Visitor, download: Download, range: TimeRange, decode: boolean) {
    const now = await polled.finished(download)
    expect(now).toMatchObject({ status: 'completed', receipt: { frames: CLIP_SECONDS * FRAME_RATE } })
    const file = await fetched.fetch(`/api/download/${download.id}/file`)
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(bytes.length).toBe(now.fileSize)
    const key = JSON.stringify(range)
    this.#etags.set(key, (this.#etags.get(key) ?? new Set()).add(file.headers.get('etag') ?? ''))
    const quota = (await fetched.call<Quota>('GET', '/api/user/quota')).body
    expect(quota.quota).toEqual({ dailyDownloads: 1, monthlyDownloads: 1 })
    if (decode) await expectExactClip(bytes, range, FRAME_RATE)
  }

  /** Returns how many different clips there are. */
  expectEachOnce(): number {
    expect([...this.#etags.values()].map(({ size }) => size)).toEqual(Array(this.#etags.size).fill(1))
    return this.#etags.size
  }
}
