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

/** Makes a video 360 pixels high, with audio, whose every frame shows its number. Returns its path. */
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

/** Starts a server of a stamped video. */
export async function openStampedSite(folder: string, seconds: number, gopFrames = 60): Promise<HostileMediaServer> {
  return startHostileMediaServer({ mediaPath: await makeStampedVideo(folder, seconds, gopFrames) })
}

/** A random three-second range, in whole milliseconds. Ranges hardly ever repeat. */
export function randomRange(random: () => number, videoSeconds: number): TimeRange {
  const startTime = Math.round((1 + random() * (videoSeconds - CLIP_SECONDS - 1)) * 1000) / 1000
  return { startTime, endTime: startTime + CLIP_SECONDS }
}

/**
 * Checks the clips of several viewers: each is complete and counts one unit of the quota, and equal requests share one
 * file.
 */
export class PromisedClips {
  readonly #etags = new Map<string, Set<string>>()

  /** Checks one download. `poller` and `fetcher` are the same viewer, maybe at different processes. */
  async expectWhole(poller: Visitor, fetcher: Visitor, download: Download, range: TimeRange, decode: boolean) {
    const finishedDownload = await poller.waitUntilEnded(download)
    expect(finishedDownload).toMatchObject({ status: 'completed', receipt: { frames: CLIP_SECONDS * FRAME_RATE } })
    const file = await fetcher.fetch(`/api/download/${download.id}/file`)
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(bytes.length).toBe(finishedDownload.fileSize)
    const key = JSON.stringify(range)
    this.#etags.set(key, (this.#etags.get(key) ?? new Set()).add(file.headers.get('etag') ?? ''))
    const quota = (await fetcher.call<Quota>('GET', '/api/user/quota')).body
    expect(quota.quota).toEqual({ dailyDownloads: 1, monthlyDownloads: 1 })
    if (decode) await expectExactClip(bytes, range, FRAME_RATE)
  }

  /** Expects one file for each range. Returns the number of different clips. */
  expectEachOnce(): number {
    expect([...this.#etags.values()].map(({ size }) => size)).toEqual(Array(this.#etags.size).fill(1))
    return this.#etags.size
  }
}
