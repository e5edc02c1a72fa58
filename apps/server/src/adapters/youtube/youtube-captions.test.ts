import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { findWords, textOfWords, wordsOf } from '@kerf/domain/captions/transcript-words'
import { SPEECH, wordStart } from '@kerf/stamped-media/audio/speech'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { wordsOfSentence } from '@kerf/standins/youtube/captions/spoken-words'
import { installScriptedYtdlp } from '@kerf/standins/youtube/install-scripted-ytdlp'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { videoIds } from '@kerf/standins/youtube/videos'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ResolvedVideo } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { startLoopbackProxy } from '../outbound/loopback-proxy.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import type { StepAnswer } from '../resolver-step.ts'
import { createYtdlpFinder, findOnPath } from '../ytdlp/find-ytdlp.ts'
import { createYtdlpInspector } from '../ytdlp/ytdlp-facts.ts'
import { createYtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { createInnertubeStep } from './steps/innertube.ts'
import { createInnertubeVisitors } from './steps/innertube-session.ts'
import { ytdlpSteps } from './steps/ytdlp.ts'
import { createYoutubeSource } from './youtube-source.ts'

const signal = new AbortController().signal
const inspector = createYtdlpInspector()
const installedPath = await findOnPath(['/usr/local/bin', '/usr/bin'].join(delimiter))
const directory = temporaryDirectory()
const standin = await startYoutubeStandin({ seconds: 30, upToHeight: 144 })
const outgoingProxyUrl = await standin.openProxy()
const policy = { upstreamProxy: new URL(standin.proxyUrl), proxyOf: () => new URL(outgoingProxyUrl) }
const proxy = await startLoopbackProxy(createOutboundPolicy({ upstreamProxy: policy.upstreamProxy }))
const fetcher = openFetcher({ ...policy, extraCaPem: await readFile(standin.caPath, 'utf8') })
const scriptedPath = await installScriptedYtdlp(directory)
afterAll(async () => {
  await proxy.close()
  await standin.close()
})
beforeEach(() => standin.reset())

const finderOf = (configuredPath: string) =>
  createYtdlpFinder({ configuredPath, searchPath: null, inspector, fetched: null })

function ytdlpStep(configuredPath: string) {
  const options = { inspector, sslCertFile: standin.caPath, concurrency: 2, timeoutMilliseconds: 25_000 }
  return ytdlpSteps(createYtdlpRunner({ ...options, finder: finderOf(configuredPath) }), proxy.urlFor, false)[0]!
}

let stores = 0
function openSource(proxies: string[] = []) {
  stores += 1
  const files = createDiskFileStore({
    filesPath: join(directory, `files-${stores}`),
    scratchPath: join(directory, `scratch-${stores}`),
  })
  const unusedEngine = { inspect: async () => Promise.reject(new Error('unused')), readPreview: async () => undefined }
  const clock = { now: () => new Date() }
  return createYoutubeSource({
    fetcher,
    runner: createYtdlpRunner({
      inspector,
      sslCertFile: standin.caPath,
      concurrency: 4,
      timeoutMilliseconds: 120_000,
      finder: finderOf(scriptedPath),
    }),
    withScripts: false,
    egresses: createEgressPool({ proxies: proxies.map((url) => new URL(url)), clock }),
    proxyUrlFor: proxy.urlFor,
    media: { files, clock, engine: unusedEngine },
    timing: { totalMilliseconds: 120_000 },
  })
}
type Source = ReturnType<typeof openSource>

async function resolveVideo(source: Source, id: string): Promise<ResolvedVideo> {
  const resolution = await source.resolve(id, signal)
  if (!resolution.ok) throw new Error(`refused as ${resolution.code}`)
  return resolution.video
}

async function readCaptions(source: Source, video: ResolvedVideo, id: string) {
  const captions = video.captions!.find((choice) => choice.id === id)
  if (!captions) throw new Error(`There are no captions ${id}.`)
  return source.readCaptions!(video, captions, signal)
}

const timedText = () => standin.requests().filter(({ path }) => path === '/api/timedtext')

describe.each([
  ['the player call', () => createInnertubeStep(createInnertubeVisitors(fetcher)), true],
  ['the scripted yt-dlp', () => ytdlpStep(scriptedPath), true],
  ['the installed yt-dlp', () => ytdlpStep(installedPath!), installedPath !== null],
] as const)('a video from %s', (_name, openStep, availableCaptions) => {
  const resolveId = async (id: string) =>
    ((await openStep().resolve(id, '', signal)) as StepAnswer & { ok: true }).video

  it.runIf(availableCaptions)('has captions, the best first, without translations', async () => {
    const { captions, chapters, audioTracks } = await resolveId(videoIds.captioned)
    expect(captions!.map(({ id, language, label, isAutomatic }) => [id, language, label, isAutomatic])).toEqual([
      ['en', 'en', 'English', false],
      ['en-auto', 'en', 'English (automatic)', true],
      ['ar', 'ar', 'Arabic', false],
    ])
    expect(captions!.every(({ address }) => new URL(address).searchParams.get('fmt') === 'json3')).toBe(true)
    expect(audioTracks).toEqual([])
    expect(chapters).toEqual([
      { title: 'Beginning', startTime: 0, endTime: 10 },
      { title: 'Middle & more', startTime: 10, endTime: 20 },
      { title: 'End', startTime: 20, endTime: 30 },
    ])
  })

  it.runIf(availableCaptions)('has the original audio first, and the audio track of each rendition', async () => {
    const { audioTracks, renditions } = await resolveId(videoIds.dubbed)
    expect(audioTracks).toEqual([
      { id: 'en', language: 'en', label: 'English', isOriginal: true },
      { id: 'de', language: 'de', label: 'German', isOriginal: false },
    ])
    const tracks = renditions.map(({ carries, audioTrack }) => `${carries} ${audioTrack ?? '-'}`)
    expect(tracks.filter((track) => track.startsWith('audio')).toSorted()).toEqual([
      'audio de',
      'audio de',
      'audio en',
      'audio en',
    ])
    expect(tracks).toContain('video -')
    const preferences = (track: string) =>
      renditions.filter(({ audioTrack }) => audioTrack === track).map(({ audioPreference }) => audioPreference)
    expect(Math.min(...preferences('en'))).toBeGreaterThan(Math.max(...preferences('de')))
  })

  it.runIf(availableCaptions)('has no captions, chapters or audio tracks if it is ordinary', async () => {
    const { captions, chapters, audioTracks, renditions } = await resolveId(videoIds.ordinary)
    expect({ captions, chapters, audioTracks }).toEqual({ captions: [], chapters: [], audioTracks: [] })
    expect(renditions.some(({ audioTrack }) => audioTrack)).toBe(false)
  })
})

describe("YouTube's captions", () => {
  it('have the start of each word, human-made or automatic', async () => {
    const source = openSource()
    const video = await resolveVideo(source, videoIds.captioned)
    const automaticTranscript = await readCaptions(source, video, 'en-auto')
    expect(automaticTranscript.language).toBe('en')
    expect(automaticTranscript.cues).toHaveLength(10)
    const words = wordsOf(automaticTranscript)
    expect(words).toHaveLength(60)
    for (const [index, word] of words.entries()) {
      const sentence = Math.floor(index / SPEECH.words)
      expect(word.text).toBe(wordsOfSentence(sentence, 'en')[index % SPEECH.words])
      expect(word.startTime).toBeCloseTo(wordStart(sentence, index % SPEECH.words), 3)
    }
    expect((await readCaptions(source, video, 'en')).cues[4]).toEqual({
      startTime: 12.2,
      endTime: 14.6,
      text: 'part zero zero\nzero four café.',
    })
    const arabic = await readCaptions(source, video, 'ar')
    expect(arabic.language).toBe('ar')
    expect(arabic.cues[2]!.text).toBe('الجزء صفر صفر\nصفر اثنان هُنا.')
  })

  it('of three hours are read completely and can be searched', async () => {
    const source = openSource()
    const video = await resolveVideo(source, videoIds.threeHours)
    expect(video.durationSeconds).toBe(3 * 3600)
    expect(video.chapters!.map(({ title }) => title)).toEqual(['First hour', 'Second hour', 'الساعة الثالثة'])
    const words = wordsOf(await readCaptions(source, video, 'en-auto'))
    expect(words).toHaveLength(3600 * SPEECH.words)
    const [wordHit, ...furtherHits] = findWords(words, 'Part three one four two cafe')
    expect(furtherHits).toEqual([])
    expect(textOfWords(words, wordHit!)).toBe('part three one four two café')
    expect(words[wordHit!.first]!.startTime).toBeCloseTo(wordStart(3142, 0), 3)
    const arabic = wordsOf(await readCaptions(source, video, 'ar'))
    expect(findWords(arabic, 'ثلاثه').length + findWords(arabic, 'اربعة اثنان هنا').length).toBeGreaterThan(0)
  })

  it('are read once for concurrent callers, and for a later URL of the video', async () => {
    const source = openSource()
    const video = await resolveVideo(source, videoIds.captioned)
    await Promise.all(Array.from({ length: 8 }, () => readCaptions(source, video, 'en')))
    expect(timedText()).toHaveLength(1)
    await readCaptions(source, await resolveVideo(source, videoIds.captioned), 'en')
    expect(timedText()).toHaveLength(1)
    await readCaptions(source, await resolveVideo(source, videoIds.dubbed), 'en')
    expect(timedText()).toHaveLength(2)
  })

  it('are read by the next step if the first gets none', async () => {
    for (const behaviour of ['empty', 'forbidden'] as const) {
      standin.configureClient('all', { captions: behaviour }, 'innertube')
      const source = openSource()
      const video = await resolveVideo(source, videoIds.captioned)
      expect(video.resolvedBy!.step).toBe('innertube')
      expect((await readCaptions(source, video, 'en-auto')).cues).toHaveLength(10)
      expect(timedText().map(({ query }) => new URLSearchParams(query).get('program'))).toEqual(['innertube', 'ytdlp'])
      standin.reset()
    }
  })

  it('are refused if no step gets them, and the video still opens', async () => {
    const source = openSource()
    const video = await resolveVideo(source, videoIds.captionsWithheld)
    expect(video.renditions.length).toBeGreaterThan(0)
    await expect(readCaptions(source, video, 'en')).rejects.toMatchObject({ code: 'source_failed' })
    const requestCount = timedText().length
    // The refusal is cached: the next read sends no request.
    await expect(readCaptions(source, video, 'en')).rejects.toMatchObject({ code: 'source_failed' })
    expect(timedText()).toHaveLength(requestCount)
  })

  it('are fetched through the egress that resolved the video', async () => {
    standin.configureClient('all', { addressesFor: 'requester' })
    const source = openSource([outgoingProxyUrl])
    const video = await resolveVideo(source, videoIds.captioned)
    expect(video.captions!.every(({ egress }) => egress === video.resolvedBy!.egress && egress !== '')).toBe(true)
    expect((await readCaptions(source, video, 'en')).cues).toHaveLength(10)
    expect(timedText().map(({ status }) => status)).toEqual([200])
  })

  it('are only requested from YouTube', async () => {
    const source = openSource()
    const video = await resolveVideo(source, videoIds.captioned)
    const [captions] = video.captions!
    for (const address of ['https://example.org/a.vtt', 'http://www.youtube.com/api/timedtext', 'file:///etc/passwd'])
      await expect(source.readCaptions!(video, { ...captions!, id: address, address }, signal)).rejects.toMatchObject({
        code: 'source_failed',
      })
    expect(standin.requests().filter(({ refused }) => refused)).toEqual([])
  })
})
