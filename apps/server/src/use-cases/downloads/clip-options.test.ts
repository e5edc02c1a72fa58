import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CutInput } from '../../ports/media.ts'
import { type LocatedRendition, SourceReadError } from '../../ports/sources.ts'
import { createBatch } from '../batches/create-batch.ts'
import { copyVideo, requestDownloadOf } from '../testing/downloads.ts'
import {
  DUBBED_VIDEO,
  openTestBackend,
  PRIVATE_IP_ADDRESS,
  RECEIPT,
  RESOLVED_VIDEO,
  readDubbedCaptions,
  unwrap,
  writeClip,
} from '../testing/test-backend.ts'
import type { DownloadRequest } from './decide-request.ts'
import { describeDownload } from './describe-download.ts'
import { runCutJob } from './run-cut-job.ts'

const backend = await openTestBackend()
let cutRequests: CutInput[] = []
let openedRenditionIds: string[] = []
beforeEach(() => {
  cutRequests = []
  openedRenditionIds = []
  backend.source.readCaptions = readDubbedCaptions
  backend.engine.work = async (cutRequest, signal) => {
    cutRequests.push(cutRequest)
    return writeClip(cutRequest, signal)
  }
})
const openRendition = backend.source.openRendition
backend.source.openRendition = (rendition: LocatedRendition, signal) => {
  openedRenditionIds.push(rendition.id)
  return openRendition(rendition, signal)
}

const RANGE = { startTime: 10, endTime: 20 }
type RequestBody = Partial<DownloadRequest>
const createDubbedVideo = async () => {
  const viewer = await backend.viewer()
  return { viewer, video: await backend.video(viewer, RANGE, DUBBED_VIDEO) }
}
async function requestClip(body: RequestBody, sharedVideo?: Awaited<ReturnType<typeof createDubbedVideo>>) {
  const { viewer, video } = sharedVideo ?? (await createDubbedVideo())
  return requestDownloadOf(backend, video, viewer, body)
}
/** Requests a clip and cuts it from the source's current answer. */
async function cutRequestedClip(body: RequestBody, currentVideo = DUBBED_VIDEO) {
  const { clip, download } = unwrap(await requestClip(body))
  backend.source.answers = [{ ok: true, video: currentVideo }]
  await runCutJob(backend, { clipId: clip.id, signal: new AbortController().signal })
  const cutClip = await backend.database.records.clips.find(clip.id)
  if (!cutClip) throw new Error('There is no clip.')
  return { clip: cutClip, description: await describeDownload(backend, { download, clip: cutClip }) }
}
const burnedSubtitles = { captions: 'en', as: 'burned' } as const
const textTrack = { captions: 'de', as: 'track' } as const
const subtitleFile = { captions: 'en', as: 'file' } as const

describe('a request for', () => {
  it.each<[string, RequestBody, string]>([
    ['an audio track that is not there', { audioTrack: 'fr' }, '"audioTrack" must be one of en, de.'],
    [
      'captions that are not there',
      { subtitles: { captions: 'fr', as: 'track' } },
      '"subtitles.captions" must be one of en, de.',
    ],
    [
      'burned-in subtitles in the codecs of the source',
      { format: 'original', subtitles: burnedSubtitles },
      '"subtitles.as" "burned" is offered with format mp4, not original.',
    ],
    [
      'a text track in an MP3',
      { quality: 'audio', subtitles: textTrack },
      '"subtitles.as" "track" is offered with format mp4, original, not mp3.',
    ],
    [
      'subtitles beside a GIF',
      { format: 'gif', subtitles: subtitleFile },
      '"subtitles.as" "file" is offered with format mp4, mp3, m4a, opus, flac, wav, original, not gif.',
    ],
    [
      'a look of subtitles that players draw',
      { subtitles: { ...textTrack, style: 'box' } },
      '"subtitles.style" is offered for burned subtitles only.',
    ],
  ])('%s is refused with the field', async (_, body, meaning) => {
    expect(await requestClip(body)).toEqual({ ok: false, code: 'invalid_request', meaning })
  })

  it('subtitles or a language that the video lacks is refused with the reason', async () => {
    const viewer = await backend.viewer()
    const plainVideo = { viewer, video: await backend.video(viewer) }
    expect(await requestClip({ subtitles: textTrack }, plainVideo)).toMatchObject({
      code: 'invalid_request',
      meaning: '"subtitles.captions" must be one of the video, which has no captions.',
    })
    expect(await requestClip({ audioTrack: 'de' }, plainVideo)).toMatchObject({
      code: 'invalid_request',
      meaning: '"audioTrack" must be left out: this video has no choice of audio tracks.',
    })
  })

  it('unknown captions in a batch is refused with the item', async () => {
    const { viewer, video } = await createDubbedVideo()
    const pro = { ...viewer, kind: 'pro' } as const
    const item = { videoId: video.id, quality: '360p', startTime: 0, endTime: 5 }
    const items = [item, { ...item, subtitles: { captions: 'fr', as: 'file' as const } }]
    expect(await createBatch(backend, { body: { items }, viewer: pro, ipAddress: PRIVATE_IP_ADDRESS })).toEqual({
      ok: false,
      code: 'invalid_request',
      details: 'item 2',
      meaning: '"subtitles.captions" must be one of en, de.',
    })
  })

  it('the original track by name shares the plain clip, and another language does not', async () => {
    const sharedVideo = await createDubbedVideo()
    const plainRequest = unwrap(await requestClip({}, sharedVideo))
    expect(plainRequest.clip.options).toEqual({})
    expect(unwrap(await requestClip({ audioTrack: 'en' }, sharedVideo)).download.id).toBe(plainRequest.download.id)
    const germanRequest = unwrap(await requestClip({ audioTrack: 'de' }, sharedVideo))
    expect(germanRequest.clip.id).not.toBe(plainRequest.clip.id)
    const secondViewer = await backend.viewer()
    const otherVideo = { viewer: secondViewer, video: await copyVideo(backend, sharedVideo.video, secondViewer) }
    expect(unwrap(await requestClip({ audioTrack: 'de' }, otherVideo)).clip.id).toBe(germanRequest.clip.id)
  })

  it('a GIF in another language gets the only GIF', async () => {
    const sharedVideo = await createDubbedVideo()
    const gifRequest = unwrap(await requestClip({ format: 'gif' }, sharedVideo))
    expect(unwrap(await requestClip({ format: 'gif', audioTrack: 'de' }, sharedVideo)).clip.id).toBe(gifRequest.clip.id)
  })

  it('separate subtitles gets the plain clip, and the download stores the latest request', async () => {
    const sharedVideo = await createDubbedVideo()
    const plainRequest = unwrap(await requestClip({}, sharedVideo))
    const fileRequest = unwrap(await requestClip({ subtitles: subtitleFile }, sharedVideo))
    expect([fileRequest.download.id, fileRequest.clip.id]).toEqual([plainRequest.download.id, plainRequest.clip.id])
    expect(await describeDownload(backend, fileRequest)).toMatchObject({ audioTrack: null, subtitles: subtitleFile })
    const download = await backend.database.records.downloads.find(plainRequest.download.id, sharedVideo.viewer.id)
    expect(download?.subtitles).toEqual(subtitleFile)
    expect(await backend.usedToday(sharedVideo.viewer.id)).toBe(1)
  })

  it('burned-in subtitles gets an outline by default, and another style is another clip', async () => {
    const sharedVideo = await createDubbedVideo()
    const plainRequest = unwrap(await requestClip({ subtitles: burnedSubtitles }, sharedVideo))
    expect(plainRequest.download.subtitles).toEqual({ ...burnedSubtitles, style: 'outline' })
    const sameStyle = unwrap(await requestClip({ subtitles: { ...burnedSubtitles, style: 'outline' } }, sharedVideo))
    expect(sameStyle.clip.id).toBe(plainRequest.clip.id)
    const yellowRequest = unwrap(await requestClip({ subtitles: { ...burnedSubtitles, style: 'yellow' } }, sharedVideo))
    expect(yellowRequest.clip.id).not.toBe(plainRequest.clip.id)
  })
})

describe('a clip', () => {
  it('in another language has that audio, its name and its tag', async () => {
    const { description } = await cutRequestedClip({ audioTrack: 'de' })
    expect(openedRenditionIds.toSorted()).toEqual(['134', '140-de'])
    expect(cutRequests[0]?.spec).toMatchObject({ kind: 'video', audioLanguage: 'de' })
    expect(description).toMatchObject({ audioTrack: 'de', receipt: { audioTrack: 'German' } })
  })

  it('in the original language has its name too, even as audio only', async () => {
    expect((await cutRequestedClip({})).description).toMatchObject({
      audioTrack: null,
      receipt: { audioTrack: 'English (original)' },
    })
    expect((await cutRequestedClip({ quality: 'audio', audioTrack: 'de' })).description.receipt?.audioTrack).toBe(
      'German',
    )
    expect((await cutRequestedClip({ format: 'png' })).description.receipt).not.toHaveProperty('audioTrack')
    expect(openedRenditionIds).toContain('140-de')
  })

  it('uses the right track of a file with several tracks', async () => {
    const [originalTrack, german] = DUBBED_VIDEO.audioTracks!
    const singleFileVideo = {
      ...RESOLVED_VIDEO,
      audioTracks: [
        { ...originalTrack!, inFile: 1 },
        { ...german!, inFile: 0 },
      ],
    }
    const viewer = await backend.viewer()
    const sharedVideo = { viewer, video: await backend.video(viewer, RANGE, singleFileVideo) }
    for (const audioTrack of [undefined, 'de']) {
      const { clip } = unwrap(await requestClip({ audioTrack }, sharedVideo))
      backend.source.answers = [{ ok: true, video: singleFileVideo }]
      await runCutJob(backend, { clipId: clip.id, signal: new AbortController().signal })
    }
    expect(cutRequests.map((cutRequest) => cutRequest.audioTrack)).toEqual([1, 0])
  })

  it('fails instead of using another language if the source no longer has the requested one', async () => {
    const { audioTracks: _, ...singleTrackVideo } = DUBBED_VIDEO
    const { clip } = await cutRequestedClip(
      { audioTrack: 'de' },
      { ...singleTrackVideo, renditions: RESOLVED_VIDEO.renditions },
    )
    expect(clip).toMatchObject({ status: 'failed', errorCode: 'quality_unavailable' })
    expect(cutRequests).toEqual([])
  })

  it('keeps its language if its URLs expire during the cut', async () => {
    const { clip } = unwrap(await requestClip({ audioTrack: 'de' }))
    let attemptCount = 0
    backend.engine.work = async (cutRequest, signal) => {
      attemptCount += 1
      if (attemptCount === 1) throw new SourceReadError('source_failed', '403', { expired: true })
      return writeClip(cutRequest, signal)
    }
    const reversedVideo = { ...DUBBED_VIDEO, renditions: DUBBED_VIDEO.renditions.toReversed() }
    backend.source.answers = [
      { ok: true, video: DUBBED_VIDEO },
      { ok: true, video: reversedVideo },
    ]
    await runCutJob(backend, { clipId: clip.id, signal: new AbortController().signal })
    expect(openedRenditionIds.toSorted()).toEqual(['134', '134', '140-de', '140-de'])
  })

  it('has the chapters of its video, if there are two or more', async () => {
    await cutRequestedClip({})
    await cutRequestedClip({}, { ...DUBBED_VIDEO, chapters: DUBBED_VIDEO.chapters!.slice(0, 1) })
    expect(cutRequests.map(({ spec }) => spec)).toEqual([
      { kind: 'video', height: null, audioLanguage: 'en', chapters: DUBBED_VIDEO.chapters },
      { kind: 'video', height: null, audioLanguage: 'en' },
    ])
  })

  it('has the subtitles of its range, and its receipt says which and how many', async () => {
    const { description } = await cutRequestedClip({ subtitles: textTrack })
    expect(cutRequests[0]?.spec).toMatchObject({
      subtitles: { as: 'track', language: 'de', cues: [{ startTime: 9, endTime: 12, text: 'across, in de' }] },
    })
    expect(description).toMatchObject({
      subtitles: textTrack,
      receipt: { subtitles: { label: 'German', as: 'track', cues: 1 } },
    })
    expect(description.receipt).not.toHaveProperty('leftOut')
    await cutRequestedClip({ subtitles: { ...burnedSubtitles, style: 'box' } })
    expect(cutRequests[1]?.spec).toMatchObject({ subtitles: { as: 'burned', style: 'box', language: 'en' } })
  })

  it("stores the cutter's count of cues in its receipt only", async () => {
    backend.engine.work = async (cutRequest, signal) => ({
      ...(await writeClip(cutRequest, signal)),
      cues: 7,
      chapters: 2,
    })
    const { clip } = await cutRequestedClip({ subtitles: textTrack })
    expect(clip.receipt).toEqual({
      ...RECEIPT,
      chapters: 2,
      audioTrack: 'English (original)',
      subtitles: { label: 'German', as: 'track', cues: 7 },
    })
  })

  it('without speech is not re-encoded for subtitles, and has none', async () => {
    backend.source.readCaptions = async () => ({
      language: 'en',
      cues: [{ startTime: 20, endTime: 21, text: 'after' }],
    })
    const { description } = await cutRequestedClip({ subtitles: burnedSubtitles })
    expect(cutRequests[0]?.spec).not.toHaveProperty('subtitles')
    expect(description.receipt?.subtitles).toEqual({ label: 'English', as: 'burned', cues: 0 })
  })

  it.each<[string, () => unknown, typeof DUBBED_VIDEO]>([
    [
      'the source refuses them',
      () =>
        vi.spyOn(backend.source, 'readCaptions').mockRejectedValue(new SourceReadError('source_rate_limited', '429')),
      DUBBED_VIDEO,
    ],
    ['the source has them no more', () => undefined, { ...DUBBED_VIDEO, captions: [] }],
    [
      'they do not come in time',
      () => {
        const timedOutSignal = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
        const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timedOutSignal)
        backend.source.readCaptions = async (_video, _captions, signal) => {
          timeout.mockRestore()
          signal.throwIfAborted()
          return { language: 'en', cues: [] }
        }
      },
      DUBBED_VIDEO,
    ],
  ])('is made without its subtitles if %s, and says so', async (_, happens, now) => {
    happens()
    const warn = vi.spyOn(backend.log, 'warn')
    const { clip, description } = await cutRequestedClip({ subtitles: burnedSubtitles }, now)
    expect(clip.status).toBe('completed')
    expect(cutRequests[0]?.spec).not.toHaveProperty('subtitles')
    expect(description.receipt?.leftOut).toEqual(['subtitles'])
    expect(description.receipt).not.toHaveProperty('subtitles')
    expect(warn).toHaveBeenCalledWith({ clipId: clip.id, err: expect.any(Error) }, 'subtitles left out')
    vi.restoreAllMocks()
  })

  it('is not made if its last viewer leaves while its subtitles are read', async () => {
    const { clip } = unwrap(await requestClip({ subtitles: textTrack }))
    const cancellation = new AbortController()
    backend.source.readCaptions = async (_video, _captions, signal) => {
      cancellation.abort(new Error('stopping'))
      signal.throwIfAborted()
      throw new Error('not aborted')
    }
    backend.source.answers = [{ ok: true, video: DUBBED_VIDEO }]
    await expect(runCutJob(backend, { clipId: clip.id, signal: cancellation.signal })).rejects.toThrow('stopping')
    expect(cutRequests).toEqual([])
  })
})
