import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterAll, describe, expect, it } from 'vitest'
import { openVideo } from '../../use-cases/downloads/cut-directly.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createMediaEngine } from '../media-process/media-engine.ts'
import { openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { fragmentsPlaylist } from '../remote-media/fragments-playlist.fixture.ts'
import { createPeertubeSource } from './peertube-source.ts'

const { signal } = new AbortController()
const directory = temporaryDirectory()
const engine = createMediaEngine({ scratchDirectory: directory, processesAhead: 0 })
afterAll(() => engine.close())

const recipe = { width: 160, height: 96, frameRate: [25, 1], frames: 100, gopFrames: 25, bFrames: 2 } as const
const bothTracks = { ...recipe, video: 'h264', audio: 'aac' } as const
const muxed = await makeStampedMedia({ ...bothTracks, layout: 'plain' }, directory, 'muxed')
const pair = await makeStampedMedia({ ...bothTracks, layout: 'dash-pair' }, directory, 'pair')

const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d'
const SHORT_UUID = 'kkGMgK9ZtnKfYAgnEtQxbv'
const API_PATH = `/api/v1/videos/${UUID}`

/** The answer of PeerTube for a public video: the facts that Kerf reads, without media. */
const RECORDED = {
  id: 1,
  uuid: UUID,
  shortUUID: SHORT_UUID,
  name: 'What is PeerTube?',
  duration: 4,
  isLive: false,
  nsfw: false,
  views: 1200,
  publishedAt: '2018-10-01T10:52:46.396Z',
  privacy: { id: 1, label: 'Public' },
  state: { id: 1, label: 'Published' },
  previewPath: '/lazy-static/previews/preview.jpg',
  channel: { name: 'framasoft_channel', displayName: 'Framasoft', host: 'framatube.example' },
  account: { name: 'framasoft', displayName: 'Framasoft', host: 'framatube.example' },
  files: [] as object[],
  streamingPlaylists: [] as object[],
}
const webFiles = (origin: string) => [
  { resolution: { id: 96, label: '96p' }, fps: 25, fileUrl: `${origin}/static/web-videos/video-96.mp4` },
  { resolution: { id: 48, label: '48p' }, fps: 25, fileUrl: '/static/web-videos/video-48.mp4' },
]
const hlsPlaylists = (origin: string) => [
  {
    type: 1,
    playlistUrl: `${origin}/static/streaming-playlists/hls/master.m3u8`,
    files: [
      { resolution: { id: 96, label: '96p' }, fps: 25, fileUrl: `${origin}/video.mp4` },
      { resolution: { id: 0, label: 'Audio only' }, fps: 0, fileUrl: `${origin}/audio.mp4` },
    ],
  },
]
const MASTER_PLAYLIST = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",AUTOSELECT=YES,DEFAULT=YES,URI="audio.m3u8"',
  '#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=160x96,FRAME-RATE=25,CODECS="avc1.64000b,mp4a.40.2",AUDIO="audio"',
  'video.m3u8',
  '#EXT-X-STREAM-INF:BANDWIDTH=128000,RESOLUTION=0x0,CODECS="mp4a.40.2"',
  'audio.m3u8',
  '',
].join('\n')
const HLS_PATH = '/static/streaming-playlists/hls'
const FILES: Readonly<Record<string, string>> = {
  '/static/web-videos/video-96.mp4': muxed.videoPath!,
  '/static/web-videos/video-48.mp4': muxed.videoPath!,
  [`${HLS_PATH}/video-fragmented.mp4`]: pair.videoPath!,
  [`${HLS_PATH}/audio-fragmented.mp4`]: pair.audioPath!,
}
const TEXTS: Readonly<Record<string, string>> = {
  [`${HLS_PATH}/master.m3u8`]: MASTER_PLAYLIST,
  [`${HLS_PATH}/video.m3u8`]: await fragmentsPlaylist(pair.videoPath!, 'video-fragmented.mp4'),
  [`${HLS_PATH}/audio.m3u8`]: await fragmentsPlaylist(pair.audioPath!, 'audio-fragmented.mp4'),
  '/lazy-static/video-captions/fr.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nBonjour\n',
  [`${API_PATH}/captions`]: JSON.stringify({
    total: 1,
    data: [{ language: { id: 'fr', label: 'French' }, captionPath: '/lazy-static/video-captions/fr.vtt' }],
  }),
  [`${API_PATH}/chapters`]: JSON.stringify({
    chapters: [
      { title: 'Beginning', timecode: 0 },
      { title: 'End', timecode: 2 },
    ],
  }),
}

interface PeertubeAnswer {
  status?: number
  body: object | string
}

/** A PeerTube that gives this answer about its video, and serves its files by byte ranges. */
async function startPeertube(answerFor: (origin: string) => PeertubeAnswer) {
  const serving: RequestListener = async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://site')
    if (pathname === API_PATH) {
      const { status = 200, body } = answerFor(`http://${request.headers.host}`)
      return void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    const text = TEXTS[pathname]
    const path = FILES[pathname]
    const bytes = text !== undefined ? Buffer.from(text) : path ? await readFile(path) : null
    if (!bytes) return void response.writeHead(404).end()
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined) return void response.writeHead(200).end(bytes)
    const end = Math.min(Number(last) + 1, bytes.length)
    response.writeHead(206, { 'content-range': `bytes ${first}-${end - 1}/${bytes.length}` })
    response.end(bytes.subarray(Number(first), end))
  }
  const site = await startLoopbackSite(serving)
  return { site, source: sourceFor([site.exemption]) }
}

const sourceFor = (allow: string[]) =>
  createPeertubeSource({
    fetcher: openFetcher({ allow }),
    engine,
    files: createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory(directory) }),
    clock: { now: () => new Date() },
  })

describe('a PeerTube video', () => {
  it.each([
    ['with files for the web', (origin: string) => ({ ...RECORDED, files: webFiles(origin) }), ['both', 'both']],
    [
      'with playlists alone, and separate audio',
      (origin: string) => ({ ...RECORDED, streamingPlaylists: hlsPlaylists(origin) }),
      ['video', 'audio'],
    ],
    [
      'without transcoding, as it was uploaded',
      (origin: string) => ({ ...RECORDED, files: [{ ...webFiles(origin)[0], resolution: { id: 2160 } }] }),
      ['both'],
    ],
  ])('%s is opened through its API, and its clips are exact', async (name, answerFor, carries) => {
    const { site, source } = await startPeertube((origin) => ({ body: answerFor(origin) }))
    const link = recognizeLink(`${site.origin}/w/${SHORT_UUID}?start=1s&stop=3s`, ['peertube'])!
    expect(link).toMatchObject({ startTime: 1, endTime: 3, reference: `${site.origin}/videos/watch/${UUID}` })
    const resolution = await source.resolve(link.reference, signal)
    if (!resolution.ok) throw new Error(`refused as ${resolution.code}: ${resolution.cause}`)
    const { video } = resolution
    expect(video).toMatchObject({
      title: 'What is PeerTube?',
      channel: 'Framasoft',
      channelIds: ['peertube:framasoft_channel@framatube.example', 'peertube:framasoft@framatube.example'],
      publishedAt: '2018-10-01',
      views: 1200,
      captions: [{ language: 'fr' }],
      chapters: [{ title: 'Beginning', endTime: 2 }, { title: 'End' }],
      thumbnailAddress: `${site.origin}/lazy-static/previews/preview.jpg`,
    })
    expect(video.renditions.map((rendition) => rendition.carries)).toEqual(carries)
    expect(await source.readCaptions!(video, video.captions![0]!, signal)).toMatchObject({
      cues: [{ text: 'Bonjour' }],
    })

    const openedVideo = await openVideo(engine, source, link, signal)
    if (!openedVideo.ok) throw new Error(`refused as ${openedVideo.code}: ${openedVideo.cause}`)
    const filePath = join(directory, `${name.replace(/\W/g, '')}.mp4`)
    const request = {
      ranges: [{ startTime: 1.32, endTime: 2.68 }],
      quality: '360p',
      format: 'mp4',
      options: {},
    } as const
    const cut = await openedVideo.video.cut({ ...request, ranges: [...request.ranges] }, filePath, {
      signal,
      onProgress: () => undefined,
    })
    expect(cut).toMatchObject({ ok: true })
    const clip = await readStamps(filePath)
    expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 34 }, (_, n) => n + 33))
    expect(Math.abs(audioOffsetSeconds(clip.audio!, 33 / 25) ?? 1)).toBeLessThanOrEqual(0.001)
  })

  const PROBLEM = { type: 'https://docs.joinpeertube.org/api-rest-reference.html', detail: 'Not here', status: 403 }
  it.each<[string, object, PeertubeAnswer]>([
    ['that is private', { code: 'video_private' }, { body: { ...RECORDED, privacy: { id: 3 } } }],
    ['for its instance only', { code: 'video_private' }, { body: { ...RECORDED, privacy: { id: 4 } } }],
    [
      'with a password',
      { code: 'video_private', trouble: { reason: 'password' } },
      { status: 403, body: { ...PROBLEM, code: 'video_requires_password' } },
    ],
    ['that was removed', { code: 'video_removed' }, { status: 404, body: { ...PROBLEM, detail: 'Video not found' } }],
    ['that asks for an account', { code: 'video_private' }, { status: 401, body: PROBLEM }],
    ['that is live', { code: 'video_live' }, { body: { ...RECORDED, isLive: true } }],
    [
      'whose live stream is to come',
      { code: 'video_upcoming' },
      { body: { ...RECORDED, isLive: true, state: { id: 4 } } },
    ],
    ['whose live stream has ended', { code: 'video_ended' }, { body: { ...RECORDED, isLive: true, state: { id: 5 } } }],
    ['that is still transcoded', { code: 'video_upcoming' }, { body: { ...RECORDED, state: { id: 2 } } }],
    ['without media', { code: 'not_media' }, { body: RECORDED }],
    ['that is asked for too often', { code: 'source_rate_limited' }, { status: 429, body: PROBLEM }],
  ])('%s is refused', async (_, refusal, answer) => {
    const { site, source } = await startPeertube(() => answer)
    expect(await source.resolve(`${site.origin}/videos/watch/${UUID}`, signal)).toMatchObject({ ok: false, ...refusal })
  })
})

describe('a page that is not PeerTube', () => {
  it.each<[string, PeertubeAnswer]>([
    ['a page', { body: '<!doctype html><title>Hello</title>' }],
    ['no page', { status: 404, body: 'Not found' }],
    ['other JSON', { body: { uuid: UUID, name: 'x' } }],
    ['another video', { body: { ...RECORDED, uuid: '00000000-0a1e-484a-b099-e80766180a6d' } }],
    ['endless brackets', { body: '['.repeat(100_000) }],
  ])('is refused like any other link if it answers with %s', async (_, answer) => {
    const { site, source } = await startPeertube(() => answer)
    const resolution = await source.resolve(`${site.origin}/videos/watch/${UUID}`, signal)
    expect(resolution).toMatchObject({ ok: false, code: 'invalid_link' })
    expect(resolution).not.toHaveProperty('trouble')
  })

  it('never leads to a private host, by link, files, playlists, captions or images', async () => {
    const secret = await startPeertube(() => ({ body: RECORDED }))
    const here = secret.site.origin
    const forms = [
      { files: webFiles(here).slice(0, 1) },
      { streamingPlaylists: hlsPlaylists(here) },
      { files: [{ resolution: { id: 96 }, fileUrl: 'file:///etc/passwd' }] },
      {
        files: [{ resolution: { id: 96 }, fileUrl: `http://[::1]:${secret.site.port}/static/web-videos/video-96.mp4` }],
      },
      { files: [{ resolution: { id: 96 }, fileUrl: 'http://169.254.169.254/latest/meta-data/' }] },
    ]
    for (const form of forms) {
      const { site, source } = await startPeertube(() => ({ body: { ...RECORDED, ...form } }))
      expect(await source.resolve(`${site.origin}/videos/watch/${UUID}`, signal)).toMatchObject({ ok: false })
    }
    const source = sourceFor([])
    expect(await source.resolve(`${here}/videos/watch/${UUID}`, signal)).toMatchObject({
      ok: false,
      code: 'source_failed',
    })
    await expect(source.fetchImage(`${here}/preview.jpg`, signal)).rejects.toMatchObject({ code: 'source_failed' })
    const captions = { id: 'fr', language: 'fr', label: 'French', isAutomatic: false }
    const address = JSON.stringify({ kind: 'file', url: `${here}/lazy-static/video-captions/fr.vtt` })
    await expect(source.readCaptions!({} as never, { ...captions, address }, signal)).rejects.toMatchObject({
      code: 'source_failed',
    })
    expect(secret.site.connections()).toBe(0)
  })
})
