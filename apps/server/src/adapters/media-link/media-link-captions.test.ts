import { readFile, writeFile } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { open } from '@kerf/cutter'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import type { MediaEngine, MediaFacts } from '../../ports/media.ts'
import type { ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createMediaLinkSource } from './media-link-source.ts'

const { signal } = new AbortController()
const directory = temporaryDirectory()
const recipe = { width: 160, height: 96, frameRate: [25, 1], frames: 250, gopFrames: 50, bFrames: 2 } as const
const media = { ...recipe, video: 'h264', audio: 'aac' } as const
const file = await readFile((await makeStampedMedia({ ...media, layout: 'plain' }, directory, 'talk')).videoPath!)
await makeStampedMedia({ ...media, layout: 'hls' }, directory, 'video')

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello <i>there</i>\n'
const SRT = '1\n00:00:03,000 --> 00:00:04,500\nGood <b>day</b>\n'

function serveRange(response: ServerResponse, bytes: Uint8Array, range: string | undefined): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (first === undefined) {
    response.writeHead(200).end(bytes)
    return
  }
  const end = Math.min(Number(last) + 1, bytes.length)
  response.writeHead(206, { 'content-range': `bytes ${first}-${end - 1}/${bytes.length}` })
  response.end(bytes.subarray(Number(first), end))
}

/** Serves files by path, with byte ranges. A file that is `null` gets no answer. */
function serving(files: Record<string, string | Uint8Array | null>): RequestListener {
  return async (request, response) => {
    const path = new URL(request.url!, 'http://site').pathname.slice(1)
    const content = files[path]
    if (content === null) return
    const bytes = content ?? (await readFile(join(directory, 'video', path)).catch(() => undefined))
    if (bytes === undefined) response.writeHead(404).end()
    else serveRange(response, Buffer.from(bytes), request.headers.range)
  }
}

const inspectReally = async (parts: Parameters<MediaEngine['inspect']>[0], changedFacts: Partial<MediaFacts> = {}) => ({
  ...(await open(parts)).facts,
  cheapWaveform: null,
  ...changedFacts,
})

interface Options {
  facts?: Partial<MediaFacts>
  readPreview?: MediaEngine['readPreview']
}

async function sourceOf(answer: RequestListener, { facts, readPreview = async () => undefined }: Options = {}) {
  const site = await startLoopbackSite(answer)
  const fetcher = openFetcher({ allow: [site.exemption] })
  const files = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory() })
  const engine = { inspect: (parts: Parameters<MediaEngine['inspect']>[0]) => inspectReally(parts, facts), readPreview }
  return { site, source: createMediaLinkSource({ fetcher, engine, files, clock: { now: () => new Date() } }) }
}

async function resolveVideo(source: VideoSource, link: string): Promise<ResolvedVideo> {
  const resolution = await source.resolve(link, signal)
  if (!resolution.ok) throw new Error(`refused as ${resolution.code}: ${resolution.cause}`)
  return resolution.video
}

const readCaptionsAt = (source: VideoSource, video: ResolvedVideo, index = 0) =>
  source.readCaptions!(video, video.captions![index]!, signal)

describe('captions beside a media file', () => {
  it('have the same address with another extension, including the query', async () => {
    const { site, source } = await sourceOf(serving({ 'a/talk.mp4': file, 'a/talk.vtt': VTT, 'a/talk.srt': SRT }))
    const video = await resolveVideo(source, `${site.origin}/a/talk.mp4?token=1#t=2`)
    expect(
      video.captions!.map(({ id, language, label, isAutomatic }) => ({ id, language, label, isAutomatic })),
    ).toEqual([
      { id: 'vtt', language: 'und', label: 'talk.vtt', isAutomatic: false },
      { id: 'srt', language: 'und', label: 'talk.srt', isAutomatic: false },
    ])
    expect(site.requests.map(({ path }) => path)).toContain('/a/talk.vtt?token=1')
    expect(await readCaptionsAt(source, video)).toEqual({
      language: 'und',
      cues: [{ startTime: 1, endTime: 2, text: 'Hello there' }],
    })
    expect((await readCaptionsAt(source, video, 1)).cues).toEqual([{ startTime: 3, endTime: 4.5, text: 'Good day' }])
  })

  it('are read once for concurrent and later callers', async () => {
    const { site, source } = await sourceOf(serving({ 'talk.mp4': file, 'talk.vtt': VTT }))
    const video = await resolveVideo(source, `${site.origin}/talk.mp4`)
    site.requests.length = 0
    await Promise.all(Array.from({ length: 5 }, () => readCaptionsAt(source, video)))
    await readCaptionsAt(source, video)
    expect(site.requests.map(({ path }) => path)).toEqual(['/talk.vtt'])
  })

  it('are absent if the files are missing or something else', async () => {
    const page = '<!doctype html><p begin="1s" end="2s">Not found</p>'
    const { site, source } = await sourceOf(
      serving({ 'talk.mp4': file, 'talk.vtt': page, 'talk.srt': file, plain: file }),
    )
    expect((await resolveVideo(source, `${site.origin}/talk.mp4`)).captions).toEqual([])
    site.requests.length = 0
    expect((await resolveVideo(source, `${site.origin}/plain`)).captions).toEqual([])
    expect(new Set(site.requests.map(({ path }) => path))).toEqual(new Set(['/plain']))
  })

  it('do not delay the video if their server never answers', async () => {
    const { site, source } = await sourceOf(serving({ 'talk.mp4': file, 'talk.vtt': null, 'talk.srt': null }))
    expect((await resolveVideo(source, `${site.origin}/talk.mp4`)).captions).toEqual([])
  })

  it('are refused if they have changed into something else', async () => {
    const files: Record<string, string | Uint8Array> = { 'talk.mp4': file, 'talk.vtt': VTT }
    const { site, source } = await sourceOf(serving(files))
    const video = await resolveVideo(source, `${site.origin}/talk.mp4`)
    files['talk.vtt'] = 'x'.repeat(9 * 1024 * 1024)
    await expect(readCaptionsAt(source, video)).rejects.toMatchObject({ code: 'source_failed' })
  })
})

describe('tracks in a media file', () => {
  const facts: Partial<MediaFacts> = {
    audioTracks: [
      { codec: 'aac', channels: 2, language: 'de', name: null, isDefault: false },
      { codec: 'aac', channels: 2, language: 'en', name: 'Main\u202e', isDefault: true },
      { codec: 'aac', channels: 2, language: null, name: null, isDefault: false },
      { codec: 'aac', channels: 2, language: 'en', name: null, isDefault: false },
    ],
    textTracks: [
      { codec: 'mov_text', language: 'de', name: null },
      { codec: 'webvtt', language: 'en', name: 'English <b>SDH</b>' },
      { codec: 'subrip', language: null, name: null },
    ],
    chapters: [
      { title: 'One', startTime: 0, endTime: 4 },
      { title: 'Two', startTime: 4, endTime: 99 },
    ],
  }

  it('are offered as audio, captions and chapters', async () => {
    const { site, source } = await sourceOf(serving({ 'talk.mkv': file }), { facts })
    const { audioTracks, captions, chapters } = await resolveVideo(source, `${site.origin}/talk.mkv`)
    expect(audioTracks).toEqual([
      { id: 'en', language: 'en', label: 'Main', isOriginal: true, inFile: 1 },
      { id: 'de', language: 'de', label: 'German', isOriginal: false, inFile: 0 },
      { id: 'audio-3', language: null, label: 'Audio 3', isOriginal: false, inFile: 2 },
      { id: 'en-2', language: 'en', label: 'English', isOriginal: false, inFile: 3 },
    ])
    expect(captions!.map(({ id, language, label }) => [id, language, label])).toEqual([
      ['track-2', 'en', 'English <b>SDH</b>'],
      ['track-1', 'de', 'German'],
      ['track-3', 'und', 'Track 3'],
    ])
    expect(chapters).toEqual([
      { title: 'One', startTime: 0, endTime: 4 },
      { title: 'Two', startTime: 4, endTime: expect.closeTo(10, 1) },
    ])
  })

  it('are read by the media engine, as plain text', async () => {
    const orders: unknown[] = []
    const readPreview: MediaEngine['readPreview'] = async ({ spec, filePath }) => {
      orders.push(spec)
      const text = 'Hi\u0000 \u202e<script>alert(1)</script>\n\nthere'
      await writeFile(filePath, JSON.stringify([{ startTime: 1, endTime: 2, text }, { startTime: 'x' }].slice(0, 1)))
    }
    const { site, source } = await sourceOf(serving({ 'talk.mkv': file }), { facts, readPreview })
    const video = await resolveVideo(source, `${site.origin}/talk.mkv`)
    expect(await readCaptionsAt(source, video)).toEqual({
      language: 'en',
      cues: [{ startTime: 1, endTime: 2, text: 'Hi <script>alert(1)</script>\nthere' }],
    })
    await readCaptionsAt(source, video, 1)
    await readCaptionsAt(source, video)
    expect(orders).toEqual([
      { kind: 'captions', track: 1 },
      { kind: 'captions', track: 0 },
    ])
  })

  it('offer no choice if there is one of each', async () => {
    const { site, source } = await sourceOf(serving({ 'talk.mp4': file }))
    const { audioTracks, captions, chapters } = await resolveVideo(source, `${site.origin}/talk.mp4`)
    expect({ audioTracks, captions, chapters }).toEqual({ audioTracks: undefined, captions: [], chapters: [] })
  })
})

const MASTER_PLAYLIST = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en/index.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",URI="de/index.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Français",LANGUAGE="fr",URI="subs-fr.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="subs.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Signs",LANGUAGE="en",FORCED=YES,URI="signs.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=160x96,CODECS="avc1.64000b,mp4a.40.2",AUDIO="a",SUBTITLES="s"
index.m3u8
`
const SUBTITLE_PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\ns0.vtt\n#EXTINF:5,\ns1.vtt\n#EXT-X-ENDLIST\n'
const segment = (map: string, ...cues: string[]) => ['WEBVTT', map, '', ...cues.map((cue) => `${cue}\n`)].join('\n')

describe('a link to a playlist', () => {
  const audio = async () => {
    const entries = ['index.m3u8', ...Array.from({ length: 5 }, (_, index) => `index${index}.ts`)].flatMap((name) =>
      ['en', 'de'].map(
        async (language) => [`${language}/${name}`, await readFile(join(directory, 'video', name))] as const,
      ),
    )
    return Object.fromEntries(await Promise.all(entries))
  }

  it('has its audio tracks and subtitles, except forced ones', async () => {
    const { site, source } = await sourceOf(serving({ 'master.m3u8': MASTER_PLAYLIST, ...(await audio()) }))
    const { audioTracks, captions, renditions } = await resolveVideo(source, `${site.origin}/master.m3u8`)
    expect(audioTracks).toEqual([
      { id: 'en', language: 'en', label: 'English', isOriginal: true },
      { id: 'de', language: 'de', label: 'Deutsch', isOriginal: false },
    ])
    expect(renditions.map(({ carries, audioTrack, address }) => [carries, audioTrack, address])).toEqual([
      ['video', undefined, `${site.origin}/index.m3u8`],
      ['audio', 'en', `${site.origin}/en/index.m3u8`],
      ['audio', 'de', `${site.origin}/de/index.m3u8`],
    ])
    expect(renditions[1]!.audioPreference).toBeGreaterThan(renditions[2]!.audioPreference)
    expect(captions!.map(({ id, label }) => [id, label])).toEqual([
      ['en', 'English'],
      ['fr', 'Français'],
    ])
  })

  const cue = (from: string, to: string, text: string) => `${from} --> ${to}\n${text}`
  const EXPECTED = [
    { startTime: 1, endTime: 2.5, text: 'one' },
    { startTime: 4, endTime: 6, text: 'over the edge' },
    { startTime: 7, endTime: 8, text: 'two' },
  ]
  // The decode timestamp of the first frame is two frames before its presentation timestamp.
  const firstTick = 0.08 * 90_000

  it.each<[string, string, string]>([
    [
      'the same clock as the media, from its beginning',
      segment(
        `X-TIMESTAMP-MAP=MPEGTS:${firstTick},LOCAL:00:00:00.000`,
        cue('00:01.000', '00:02.500', 'one'),
        cue('00:04.000', '00:06.000', 'over the edge'),
      ),
      segment(
        `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:${firstTick}`,
        cue('00:04.000', '00:06.000', 'over the edge'),
        cue('00:07.000', '00:08.000', 'two'),
      ),
    ],
    [
      'the same clock as the media, from another beginning',
      segment(
        `X-TIMESTAMP-MAP=MPEGTS:${firstTick + 90_000},LOCAL:00:00:10.000`,
        cue('00:10.000', '00:11.500', 'one'),
        cue('00:13.000', '00:15.000', 'over the edge'),
      ),
      segment(`X-TIMESTAMP-MAP=MPEGTS:${firstTick},LOCAL:01:00:00.000`, cue('01:00:07.000', '01:00:08.000', 'two')),
    ],
    [
      'a clock of their own',
      segment(
        'X-TIMESTAMP-MAP=MPEGTS:9000000,LOCAL:00:00:00.000',
        cue('00:01.000', '00:02.500', 'one'),
        cue('00:04.000', '00:06.000', 'over the edge'),
      ),
      segment('X-TIMESTAMP-MAP=MPEGTS:9450000,LOCAL:00:00:00.000', cue('00:02.000', '00:03.000', 'two')),
    ],
    [
      'no clock, from the beginning of the video',
      segment('', cue('00:01.000', '00:02.500', 'one'), cue('00:04.000', '00:06.000', 'over the edge')),
      segment('', cue('00:07.000', '00:08.000', 'two')),
    ],
    [
      'no clock, from the beginning of each segment',
      segment('', cue('00:01.000', '00:02.500', 'one'), cue('00:04.000', '00:06.000', 'over the edge')),
      segment('', cue('00:02.000', '00:03.000', 'two')),
    ],
  ])('has its subtitles in time: %s', async (_name, first, second) => {
    const texts = { 'master.m3u8': MASTER_PLAYLIST, 'subs.m3u8': SUBTITLE_PLAYLIST, 's0.vtt': first, 's1.vtt': second }
    const { site, source } = await sourceOf(serving({ ...texts, ...(await audio()) }))
    const video = await resolveVideo(source, `${site.origin}/master.m3u8`)
    expect(await readCaptionsAt(source, video)).toEqual({ language: 'en', cues: EXPECTED })
  })

  it.each([
    ['too large', `WEBVTT\n\nNOTE ${'x'.repeat(9 * 1024 * 1024)}`],
    ['not WebVTT', '<html>'],
  ])('refuses subtitles that are %s', async (_name, text) => {
    const texts = { 'master.m3u8': MASTER_PLAYLIST, 'subs.m3u8': SUBTITLE_PLAYLIST, 's0.vtt': text, 's1.vtt': text }
    const { site, source } = await sourceOf(serving({ ...texts, ...(await audio()) }))
    const video = await resolveVideo(source, `${site.origin}/master.m3u8`)
    await expect(readCaptionsAt(source, video)).rejects.toMatchObject({ code: 'source_failed' })
    await expect(readCaptionsAt(source, video, 1)).rejects.toMatchObject({ code: 'source_failed' })
  })
})
