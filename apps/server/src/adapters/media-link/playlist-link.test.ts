import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { chooseRenditions } from '@kerf/domain/formats/rendition-choice'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterAll, describe, expect, it } from 'vitest'
import type { MediaEngine } from '../../ports/media.ts'
import type { MediaSource, SegmentSource } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createMediaEngine } from '../media-process/media-engine.ts'
import { openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createMediaLinkSource } from './media-link-source.ts'

const { signal } = new AbortController()
const directory = temporaryDirectory()
const recipe = { width: 160, height: 96, frameRate: [25, 1], frames: 75, gopFrames: 25, bFrames: 2 } as const
await makeStampedMedia({ ...recipe, video: 'h264', audio: 'aac', layout: 'hls' }, directory, 'video')
const engine = createMediaEngine({ scratchDirectory: directory })
afterAll(() => engine.close())

/** Serves the video's files, and the texts that a test adds. */
function serving(texts: Record<string, string>, mediaType = 'application/octet-stream'): RequestListener {
  return async (request, response) => {
    const path = new URL(request.url!, 'http://site').pathname.slice(1)
    const text = texts[path]
    const bytes =
      text === undefined ? await readFile(join(directory, 'video', path)).catch(() => null) : Buffer.from(text)
    response.writeHead(bytes ? 200 : 404, { 'content-type': mediaType })
    response.end(bytes ?? undefined)
  }
}

async function sourceOf(answer: RequestListener, inspect: MediaEngine['inspect'] = engine.inspect) {
  const site = await startLoopbackSite(answer)
  const fetcher = openFetcher({ allow: [site.exemption] })
  const files = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory(directory) })
  const options = {
    fetcher,
    engine: { inspect, readPreview: engine.readPreview },
    files,
    clock: { now: () => new Date() },
  }
  return { site, source: createMediaLinkSource(options) }
}

function asSegments(source: MediaSource | null): SegmentSource {
  if (!source || !('segments' in source)) throw new Error('It does not come in segments.')
  return source
}

const MASTER_PLAYLIST = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2"
large.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=160x96,CODECS="avc1.64000b,mp4a.40.2"
index.m3u8
`

describe('a link to a playlist', () => {
  it('is a video whose exact clips fetch only their segments', async () => {
    const { site, source } = await sourceOf(serving({}))
    const resolution = await source.resolve(`${site.origin}/index.m3u8?token=1`, signal)
    if (!resolution.ok) throw new Error(`refused as ${resolution.code}: ${resolution.cause}`)
    const { video } = resolution
    expect(video.durationSeconds).toBeCloseTo(3, 1)
    expect(video.servedFrom).toContain(`${site.origin}/index0.ts`)
    expect(video.renditions).toMatchObject([
      { carries: 'both', container: 'hls', videoCodec: 'h264', audioCodec: 'aac', width: 160, height: 96 },
    ])
    expect(video.renditions[0]!.bitrate).toBeGreaterThan(100_000)

    site.requests.length = 0
    const bytes = await source.openRendition(video.renditions[0]!, signal)
    const filePath = join(directory, 'clip.mp4')
    const receipt = await engine.cut(
      {
        parts: { video: bytes, audio: bytes },
        ranges: [{ startTime: 2.32, endTime: 2.68 }],
        spec: { kind: 'video', height: null },
        filePath,
      },
      { signal, onProgress: () => undefined },
    )
    const clip = await readStamps(filePath)
    expect(clip.frames.map(({ number }) => number)).toEqual([58, 59, 60, 61, 62, 63, 64, 65, 66])
    expect(Math.abs(audioOffsetSeconds(clip.audio!, 58 / 25) ?? 1)).toBeLessThanOrEqual(0.001)
    expect(receipt.frames).toBe(9)
    expect(site.requests.map(({ path }) => path)).not.toContain('/index1.ts')
  })

  it('reports received bytes while a whole segment is being fetched', async () => {
    const { site, source } = await sourceOf(serving({}))
    const resolution = await source.resolve(`${site.origin}/index.m3u8`, signal)
    if (!resolution.ok) throw new Error(`refused as ${resolution.code}: ${resolution.cause}`)
    const media = await source.openRendition(resolution.video.renditions[0]!, signal)
    let receivedBytes = 0
    await asSegments(media).readSegment(0, null, signal, (count) => {
      receivedBytes += count
    })
    expect(receivedBytes).toBeGreaterThan(1000)
  })

  it('offers each variant of a master playlist', async () => {
    const { site, source } = await sourceOf(serving({ 'master.m3u8': MASTER_PLAYLIST }))
    const resolution = await source.resolve(`${site.origin}/master.m3u8`, signal)
    if (!resolution.ok) throw new Error(`refused as ${resolution.code}: ${resolution.cause}`)
    const { renditions, filmstrip } = resolution.video
    expect(renditions).toMatchObject([
      { videoCodec: 'avc1.64001e', height: 360, bitrate: 900_000, address: `${site.origin}/large.m3u8` },
      { videoCodec: 'avc1.64000b', height: 96, bitrate: 400_000, address: `${site.origin}/index.m3u8` },
    ])
    expect(chooseRenditions(renditions, '360p')?.video?.height).toBe(360)
    // The smaller variant is enough to describe the video and to make the filmstrip.
    expect(site.requests.map(({ path }) => path)).not.toContain('/large.m3u8')
    const sheet = await source.fetchImage(filmstrip!.sheetAddresses[0]!, signal)
    expect([...sheet.bytes.subarray(0, 2)]).toEqual([0xff, 0xd8])
  })

  it('is recognized by its media type, whatever its name', async () => {
    const { site, source } = await sourceOf(serving({}, 'application/vnd.apple.mpegurl; charset=utf-8'))
    const text = await readFile(join(directory, 'video', 'index.m3u8'), 'utf8')
    const playlistSource = await sourceOf(serving({ 'watch.mp4': text }, 'application/vnd.apple.mpegurl'))
    expect(await playlistSource.source.resolve(`${playlistSource.site.origin}/watch.mp4`, signal)).toMatchObject({
      ok: true,
    })
    expect(await source.resolve(`${site.origin}/index.m3u8`, signal)).toMatchObject({ ok: true })
  })
})

describe('a playlist with other contents', () => {
  const writePlaylist = (uri: string) => `#EXTM3U\n#EXTINF:10,\n${uri}\n#EXT-X-ENDLIST\n`
  const reading: MediaEngine['inspect'] = async ({ video }) => {
    await asSegments(video).readSegment(0, null)
    throw new Error('it was read')
  }

  // forbidden-places.test.ts tests addresses on other hosts.
  it.each<[string, ErrorCode, string]>([
    ['a file of the server', 'source_failed', writePlaylist('file:///etc/passwd')],
    ['what is written into it', 'source_failed', writePlaylist('data:video/mp2t;base64,AAAA')],
    ['another protocol', 'source_failed', writePlaylist('ftp://127.0.0.1/a.ts')],
    ['nothing yet', 'video_live', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n'],
    ['a shop', 'unsupported_media', '#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"\n#EXTINF:10,\nindex0.ts\n'],
    ['no list at all', 'not_media', '<html>'],
  ])('such as %s is refused as %s', async (_, code, text) => {
    const { site, source } = await sourceOf(serving({ 'list.m3u8': text }), reading)
    expect(await source.resolve(`${site.origin}/list.m3u8`, signal)).toMatchObject({ ok: false, code })
  })
})
