import { describe, expect, it } from 'vitest'
import type { CutInput, MediaEngine, MediaPlanner } from '../../ports/media.ts'
import { type ResolvedVideo, SourceReadError, type VideoSource } from '../../ports/sources.ts'
import { DUBBED_VIDEO, RECEIPT, readDubbedCaptions } from '../testing/test-backend.ts'
import { cuesInClipTime, openVideo } from './cut-directly.ts'

const { signal } = new AbortController()
const cutRequests: Partial<CutInput>[] = []
const engine = {
  cut: async (cutRequest: CutInput) => {
    cutRequests.push(cutRequest)
    return { ...RECEIPT, shown: [{ startTime: 8.1, endTime: 20 }], cues: 1 }
  },
  plan: async (cutRequest: Partial<CutInput>) => {
    cutRequests.push(cutRequest)
    return {}
  },
} as unknown as MediaEngine & MediaPlanner

async function openTalk(video: ResolvedVideo = DUBBED_VIDEO, change: Partial<VideoSource> = {}) {
  const source: VideoSource = {
    resolve: async () => ({ ok: true, video }),
    openRendition: async () => ({ sizeBytes: 1000, read: async (start, end) => new Uint8Array(end - start) }),
    fetchImage: () => Promise.reject(new Error('not asked')),
    readCaptions: readDubbedCaptions,
    ...change,
  }
  const openedVideo = await openVideo(engine, source, { reference: 'talk' }, signal)
  if (!openedVideo.ok) throw new Error(openedVideo.code)
  cutRequests.length = 0
  return openedVideo.video
}

const clip = { ranges: [{ startTime: 8, endTime: 20 }], quality: null, format: 'mp4' } as const
const requestWith = (options: Parameters<Awaited<ReturnType<typeof openTalk>>['plan']>[0]['options']) => ({
  ...clip,
  ranges: [...clip.ranges],
  options,
})

describe('a video that is cut without a server', () => {
  it('lists the choices', async () => {
    const { captions, chapters, audioTracks } = await openTalk()
    expect([captions.map(({ id }) => id), audioTracks.map(({ id }) => id)]).toEqual([
      ['en', 'de'],
      ['en', 'de'],
    ])
    expect(chapters).toEqual(DUBBED_VIDEO.chapters)
  })

  it('lists the renditions of its source, without URLs', async () => {
    const { channel, renditions } = await openTalk()
    expect(channel).toBe(DUBBED_VIDEO.channel)
    expect(renditions.map(({ id }) => id)).toEqual(DUBBED_VIDEO.renditions.map(({ id }) => id))
    for (const rendition of renditions) expect(rendition).not.toHaveProperty('address')
  })

  it('is cut in the requested language, with the requested subtitles', async () => {
    const video = await openTalk()
    const options = { audioTrack: 'de', subtitles: { captions: 'de', as: 'track' } } as const
    const cut = await video.cut(requestWith(options), '/tmp/clip', { signal, onProgress: () => undefined })
    expect(cut).toMatchObject({
      value: { audioTrack: 'German', subtitles: { label: 'German', as: 'track', cues: 1 } },
    })
    expect(cutRequests[0]?.spec).toMatchObject({
      audioLanguage: 'de',
      subtitles: { as: 'track', cues: [{ text: 'across, in de' }] },
    })
  })

  it('is planned and cut with the right track of a file with several', async () => {
    const audioTracks = DUBBED_VIDEO.audioTracks!.map((track, inFile) => ({ ...track, inFile }))
    const [file] = DUBBED_VIDEO.renditions
    const { audioTrack: _, ...unnamed } = file!
    const video = await openTalk({ ...DUBBED_VIDEO, audioTracks, renditions: [unnamed] })
    await video.plan(requestWith({ audioTrack: 'de' }), signal)
    await video.cut(requestWith({}), '/tmp/clip', { signal, onProgress: () => undefined })
    expect(cutRequests.map(({ audioTrack }) => audioTrack)).toEqual([1, 0])
  })

  it('is not cut in a missing language', async () => {
    const video = await openTalk()
    expect(await video.plan(requestWith({ audioTrack: 'fr' }), signal)).toEqual({
      ok: false,
      code: 'quality_unavailable',
    })
  })

  it('returns its captions in the time of a clip, or says why not', async () => {
    const video = await openTalk()
    const transcript = await video.readTranscript('en', signal)
    if (!transcript.ok) throw new Error(transcript.code)
    expect(cuesInClipTime(transcript.value.cues, { ...RECEIPT, shown: [{ startTime: 8.5, endTime: 20 }] }, [])).toEqual(
      [{ startTime: 0.5, endTime: 3.5, text: 'across, in en' }],
    )
    expect(cuesInClipTime(transcript.value.cues, RECEIPT, [{ startTime: 9, endTime: 20 }])).toMatchObject([
      { startTime: 0, endTime: 3 },
    ])
    expect(await video.readTranscript('fr', signal)).toEqual({ ok: false, code: 'not_found' })
    const readCaptions = () => Promise.reject(new SourceReadError('source_rate_limited', '429'))
    const refusedVideo = await openTalk(DUBBED_VIDEO, { readCaptions })
    expect(await refusedVideo.readTranscript('en', signal)).toMatchObject({ ok: false, code: 'source_rate_limited' })
  })
})
