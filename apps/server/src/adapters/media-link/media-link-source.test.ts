import { readFile, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { open } from '@kerf/cutter'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { type MediaEngine, MediaWorkError } from '../../ports/media.ts'
import { asFile } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { type LoopbackSite, openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createMediaLinkSource } from './media-link-source.ts'

const signal = new AbortController().signal
const directory = temporaryDirectory()
const common = { width: 320, height: 180, frameRate: [25, 1], frames: 50, gopFrames: 25, bFrames: 0 } as const
const recipe = { ...common, audio: 'aac', layout: 'plain' } as const
const sourceVideo = await readFile(
  (await makeStampedMedia({ ...recipe, video: 'h264' }, directory, 'sourceVideo')).videoPath!,
)
const song = await readFile((await makeStampedMedia({ ...recipe, video: null }, directory, 'song')).audioPath!)

const inspectReally: MediaEngine['inspect'] = async (parts) => ({
  ...(await open(parts)).facts,
  cheapWaveform: 'whole',
})

/** Writes the specification of a preview in place of the preview. */
const writePreviewSpec: MediaEngine['readPreview'] = async ({ source, spec, filePath }) => {
  await writeFile(filePath, JSON.stringify({ sizeBytes: asFile(source).sizeBytes, spec }))
}

function serving(bytes: Uint8Array): RequestListener {
  return (request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(first)
    const end = Math.min(Number(last) + 1, bytes.length)
    response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` })
    response.end(bytes.subarray(start, end))
  }
}

async function sourceOf(
  answer: RequestListener,
  inspect = inspectReally,
  {
    exempt = true,
    readPreview = writePreviewSpec,
  }: { exempt?: boolean; readPreview?: MediaEngine['readPreview'] } = {},
) {
  const site: LoopbackSite = await startLoopbackSite(answer)
  const fetcher = openFetcher({ allow: exempt ? [site.exemption] : [] })
  const files = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory() })
  const clock = { now: () => new Date() }
  return { site, files, source: createMediaLinkSource({ fetcher, engine: { inspect, readPreview }, files, clock }) }
}

async function codeFor(answer: RequestListener, inspect = inspectReally): Promise<ErrorCode | 'ok'> {
  const { site, source } = await sourceOf(answer, inspect)
  const resolution = await source.resolve(`${site.origin}/a.mp4`, signal)
  return resolution.ok ? 'ok' : resolution.code
}

describe('a link to a media file', () => {
  it('is a video with one rendition', async () => {
    const { site, source } = await sourceOf(serving(sourceVideo))
    const address = `${site.origin}/My_holiday%20film.mp4?token=1`
    const resolution = await source.resolve(address, signal)
    if (!resolution.ok) throw new Error(`refused as ${resolution.code}`)
    expect(resolution.video).toMatchObject({
      title: 'My holiday film',
      addressesExpireAt: null,
    })
    expect(resolution.video.durationSeconds).toBeCloseTo(2, 1)
    const [rendition] = resolution.video.renditions
    expect(rendition).toMatchObject({
      carries: 'both',
      width: 320,
      height: 180,
      sizeBytes: sourceVideo.length,
      address,
    })
    const bytes = asFile(await source.openRendition(rendition!, signal))
    expect(Buffer.from(await bytes.read(100, 5000)).equals(sourceVideo.subarray(100, 5000))).toBe(true)
  })

  it('may be audio only', async () => {
    const { site, source } = await sourceOf(serving(song))
    const resolution = await source.resolve(`${site.origin}/song.m4a`, signal)
    expect(resolution).toMatchObject({ ok: true, video: { renditions: [{ carries: 'audio', videoCodec: null }] } })
  })

  it('has a waveform but no filmstrip if it has no frames', async () => {
    const { site, source } = await sourceOf(serving(song))
    const resolution = await source.resolve(`${site.origin}/song.m4a`, signal)
    expect(resolution).toMatchObject({
      ok: true,
      video: { thumbnailAddress: null, filmstrip: null, waveform: { peaksPerSecond: 25 } },
    })
  })
})

describe('the frames of a media link', () => {
  async function resolveLink(answer: RequestListener, readPreview?: MediaEngine['readPreview']) {
    const { site, source, files } = await sourceOf(answer, inspectReally, readPreview ? { readPreview } : {})
    const resolution = await source.resolve(`${site.origin}/video.mp4`, signal)
    if (!resolution.ok) throw new Error(`refused as ${resolution.code}`)
    return { source, files, video: resolution.video }
  }

  it('are described with the video, and made on demand', async () => {
    let makings = 0
    const { source, files, video } = await resolveLink(serving(sourceVideo), async (order, makingSignal) => {
      makings += 1
      await writePreviewSpec(order, makingSignal)
    })
    // The video lasts two seconds, with one thumbnail each half second.
    const layout = { frameWidth: 160, frameHeight: 90, columns: 4, rows: 1, frameCount: 4, secondsPerFrame: 0.5 }
    expect(video.filmstrip).toMatchObject(layout)
    expect(makings).toBe(0)
    expect(await files.list()).toEqual([])

    const sheet = await source.fetchImage(video.filmstrip!.sheetAddresses[0]!, signal)
    expect(sheet.mediaType).toBe('image/jpeg')
    expect(JSON.parse(Buffer.from(sheet.bytes).toString())).toEqual({
      sizeBytes: sourceVideo.length,
      spec: {
        kind: 'thumbnails',
        columns: 4,
        rows: 1,
        frameWidth: 160,
        frameHeight: 90,
        times: [0, 0.5, 1, 1.5],
        toleranceSeconds: 0.25,
      },
    })
    const thumbnail = await source.fetchImage(video.thumbnailAddress!, signal)
    const { spec } = JSON.parse(Buffer.from(thumbnail.bytes).toString())
    expect(spec).toMatchObject({ frameWidth: 320, frameHeight: 180 })
    expect(spec.times).toEqual([expect.closeTo(0.2, 1)])
    expect(makings).toBe(2)
    await source.fetchImage(video.thumbnailAddress!, signal)
    expect(makings).toBe(2)
    // The keys reveal nothing about the link.
    expect((await files.list()).map(({ key }) => key)).toEqual(
      Array(2).fill(expect.stringMatching(/^previews\/[0-9a-f]+$/)),
    )
  })

  it('come with a waveform', async () => {
    const { source, video } = await resolveLink(serving(sourceVideo), async ({ spec, filePath }) => {
      expect(spec).toEqual({ kind: 'waveform', peaksPerSecond: 25 })
      await writeFile(filePath, JSON.stringify({ peaksPerSecond: 25, peaks: [0, 7, 100] }))
    })
    expect((await source.readWaveform?.(video.waveform!.address, signal))?.peaks).toEqual([0, 7, 100])
  })

  it('are not taken from a file that has replaced the first', async () => {
    let bytes = sourceVideo
    const { source, video } = await resolveLink((request, response) => serving(bytes)(request, response))
    bytes = Buffer.concat([sourceVideo, Buffer.alloc(10)])
    await expect(source.fetchImage(video.thumbnailAddress!, signal)).rejects.toMatchObject({ code: 'source_failed' })
  })

  it.each(['https://kerf-tests.org/a.jpg', '{}', '{"url":"http://127.0.0.1/"}', ''])(
    'do not exist at %j',
    async (address) => {
      const { source } = await sourceOf(serving(sourceVideo))
      await expect(source.fetchImage(address, signal)).rejects.toMatchObject({ code: 'source_failed' })
    },
  )

  it('are absent if the engine cannot make them', async () => {
    const { source, files, video } = await resolveLink(serving(sourceVideo), () =>
      Promise.reject(new MediaWorkError('cut_timeout', 'too slow')),
    )
    await expect(source.fetchImage(video.thumbnailAddress!, signal)).rejects.toMatchObject({ code: 'source_failed' })
    expect(await files.list()).toEqual([])
  })
})

describe('a link to a file that is no media', () => {
  it.each<[ErrorCode, string]>([
    ['not_media', '<!DOCTYPE html><html><body>Not found</body></html>'],
    ['not_media', '\n\n  <HTML>'],
    ['not_media', '<?xml version="1.0"?><rss></rss>'],
    ['unsupported_media', '#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1/secret\n'],
    ['unsupported_media', '\uFEFF#EXTM3U\nfile:///etc/passwd\n'],
    ['unsupported_media', '<?xml version="1.0"?>\n<!-- a -->\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">'],
    ['unsupported_media', 'ffconcat version 1.0\nfile /etc/passwd\n'],
    ['unsupported_media', '[playlist]\nFile1=http://127.0.0.1/\n'],
  ])('is %s if it holds %j, with or without ranges, and no tool opens it', async (code, text) => {
    const inspect: MediaEngine['inspect'] = () => Promise.reject(new Error('it was opened'))
    expect(await codeFor(serving(Buffer.from(text)), inspect)).toBe(code)
    expect(await codeFor((_request, response) => response.end(text), inspect)).toBe(code)
  })

  it.each<[ErrorCode, RequestListener]>([
    ['no_byte_ranges', (_request, response) => response.end(sourceVideo)],
    ['source_failed', (_request, response) => response.writeHead(404).end()],
    ['source_failed', (_request, response) => response.writeHead(403).end()],
    ['source_failed', (_request, response) => response.destroy()],
    ['not_media', (_request, response) => response.writeHead(416, { 'content-range': 'bytes */0' }).end()],
  ])('is %s if the server does not serve it (%#)', async (code, answer) => {
    expect(await codeFor(answer)).toBe(code)
  })

  it.each<ErrorCode>(['not_media', 'unsupported_media', 'broken_media'])(
    'is %s if the engine says so',
    async (code) => {
      const inspect: MediaEngine['inspect'] = () => Promise.reject(new MediaWorkError(code, 'no'))
      expect(await codeFor(serving(sourceVideo), inspect)).toBe(code)
    },
  )

  it('is refused if it has neither video nor audio', async () => {
    const inspect = async () => ({
      durationSeconds: 5,
      container: 'mp4',
      video: null,
      audio: null,
      cheapWaveform: null,
    })
    expect(await codeFor(serving(sourceVideo), inspect)).toBe('not_media')
  })
})

describe('other failures', () => {
  it('are rethrown if they are bugs of Kerf', async () => {
    await expect(codeFor(serving(sourceVideo), () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  })

  it("have the caller's reason if the caller aborted", async () => {
    const controller = new AbortController()
    const { site, source } = await sourceOf(serving(sourceVideo), async () => {
      controller.abort(new Error('gone'))
      throw new MediaWorkError('cancelled', 'cancelled')
    })
    await expect(source.resolve(`${site.origin}/a.mp4`, controller.signal)).rejects.toThrow('gone')
  })
})
