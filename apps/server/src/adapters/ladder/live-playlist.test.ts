import { join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { startLiveStream } from '@kerf/standins/live/start-live-stream'
import { afterAll, expect, it } from 'vitest'
import { NO_METRICS } from '../../ports/metrics.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createMediaEngine } from '../media-process/media-engine.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { createLiveWindows } from '../playlists/live-windows.ts'
import { createPlaylistFiles } from '../playlists/playlist-files.ts'
import type { DescribedInfo, OfferedPlaylist, StepAnswer } from '../resolver-step.ts'
import { createLadder } from './ladder.ts'

const { signal } = new AbortController()
const directory = temporaryDirectory()
const recipe = { width: 160, height: 96, frameRate: [25, 1], frames: 100, gopFrames: 25, bFrames: 2 } as const
await makeStampedMedia({ ...recipe, video: 'h264', audio: 'aac', layout: 'hls' }, directory, 'live')
const engine = createMediaEngine({ scratchDirectory: directory, processesAhead: 0 })
const stream = await startLiveStream(
  [{ name: 'live', directory: join(directory, 'live'), attributes: 'BANDWIDTH=1' }],
  3,
)
afterAll(() => Promise.all([engine.close(), stream.close()]))

const INFO: DescribedInfo = {
  title: 'A stream',
  channel: null,
  views: null,
  publishedAt: null,
  thumbnailAddress: null,
  filmstrip: null,
  addressesExpireAt: null,
}

/** Queries a ladder whose only step says that the video is live, and names this playlist. */
function resolvePlaylist(playlist: OfferedPlaylist | undefined) {
  const answer: StepAnswer = { ok: false, code: 'video_live', blame: 'video', ...(playlist && { playlist }) }
  const files = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory(directory) })
  const fetcher = openFetcher({ allow: [stream.host] })
  const clock = { now: () => new Date() }
  const ladder = createLadder({
    sourceName: 'YouTube',
    steps: [{ name: 'innertube', resolve: async () => answer }],
    playlistsBy: () => createPlaylistFiles(fetcher, {}, createLiveWindows({ files, clock })),
    egresses: createEgressPool({ proxies: [], clock }),
    engine,
    metricsRecorder: NO_METRICS,
    totalMilliseconds: 120_000,
  })
  return ladder.resolve('video', [], signal)
}

it('a live stream opens from the playlist that its step found', async () => {
  stream.slide(1)
  const answer = await resolvePlaylist({ address: stream.urlOf('/master.m3u8'), info: INFO })
  expect(answer).toMatchObject({
    ok: true,
    step: 'hls',
    video: { title: 'A stream', live: { id: expect.any(String) } },
  })
  expect(answer.ok && answer.video.durationSeconds).toBeCloseTo(3, 1)
})

it.each([
  ['without a playlist', undefined],
  ['with a missing playlist', { address: stream.urlOf('/other.m3u8'), info: INFO }],
])('a live stream %s is refused as live', async (_, playlist) => {
  expect(await resolvePlaylist(playlist)).toMatchObject({ ok: false, code: 'video_live', step: 'innertube' })
})
