import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CutInput } from '../../ports/media.ts'
import { type LocatedRendition, SourceReadError } from '../../ports/sources.ts'
import { createBatch } from '../batches/create-batch.ts'
import { askFor, sameVideo } from '../testing/downloads.ts'
import {
  ADDRESS,
  accepted,
  DUBBED,
  openWorkbench,
  RECEIPT,
  RESOLVED,
  readDubbedCaptions,
  writeClip,
} from '../testing/workbench.ts'
import type { DownloadRequest } from './decide-request.ts'
import { describeDownload } from './describe-download.ts'
import { runCutJob } from './run-cut-job.ts'

const bench = await openWorkbench()
let orders: CutInput[] = []
let opened: string[] = []
beforeEach(() => {
  orders = []
  opened = []
  bench.source.readCaptions = readDubbedCaptions
  bench.engine.work = async (order, signal) => {
    orders.push(order)
    return writeClip(order, signal)
  }
})
const openRendition = bench.source.openRendition
bench.source.openRendition = (rendition: LocatedRendition, signal) => {
  opened.push(rendition.id)
  return openRendition(rendition, signal)
}

const RANGE = { startTime: 10, endTime: 20 }
type RequestBody = Partial<DownloadRequest>
const dubbed = async () => {
  const viewer = await bench.viewer()
  return { viewer, video: await bench.video(viewer, RANGE, DUBBED) }
}
async function asking(body: RequestBody, shared?: Awaited<ReturnType<typeof dubbed>>) {
  const { viewer, video } = shared ?? (await dubbed())
  return askFor(bench, video, viewer, body)
}
/** Requests a clip and cuts it from the source's current answer. */
async function cutOf(body: RequestBody, now = DUBBED) {
  const { clip, download } = accepted(await asking(body))
  bench.source.answers = [{ ok: true, video: now }]
  await runCutJob(bench, { clipId: clip.id, signal: new AbortController().signal })
  const cut = await bench.database.records.clips.find(clip.id)
  if (!cut) throw new Error('There is no clip.')
  return { clip: cut, seen: await describeDownload(bench, { download, clip: cut }) }
}
const burned = { captions: 'en', as: 'burned' } as const
const track = { captions: 'de', as: 'track' } as const
const file = { captions: 'en', as: 'file' } as const

describe('a viewer who asks for', () => {
  it.each<[string, RequestBody, string]>([
    ['an audio track that is not there', { audioTrack: 'fr' }, '"audioTrack" must be one of en, de.'],
    [
      'captions that are not there',
      { subtitles: { captions: 'fr', as: 'track' } },
      '"subtitles.captions" must be one of en, de.',
    ],
    [
      'burned-in subtitles in the codecs of the source',
      { format: 'original', subtitles: burned },
      '"subtitles.as" "burned" is offered with format mp4, not original.',
    ],
    [
      'a text track in an MP3',
      { quality: 'audio', subtitles: track },
      '"subtitles.as" "track" is offered with format mp4, original, not mp3.',
    ],
    [
      'subtitles beside a GIF',
      { format: 'gif', subtitles: file },
      '"subtitles.as" "file" is offered with format mp4, mp3, m4a, opus, flac, wav, original, not gif.',
    ],
    [
      'a look of subtitles that players draw',
      { subtitles: { ...track, style: 'box' } },
      '"subtitles.style" is offered for burned subtitles only.',
    ],
  ])('%s is told which field is wrong', async (_, body, meaning) => {
    expect(await asking(body)).toEqual({ ok: false, code: 'invalid_request', meaning })
  })

  it('subtitles or a language of a video that has neither is told so', async () => {
    const viewer = await bench.viewer()
    const plain = { viewer, video: await bench.video(viewer) }
    expect(await asking({ subtitles: track }, plain)).toMatchObject({
      code: 'invalid_request',
      meaning: '"subtitles.captions" must be one of the video, which has no captions.',
    })
    expect(await asking({ audioTrack: 'de' }, plain)).toMatchObject({
      code: 'invalid_request',
      meaning: '"audioTrack" must be left out: this video has no choice of audio tracks.',
    })
  })

  it('wrong captions in a batch is told in which item', async () => {
    const { viewer, video } = await dubbed()
    const pro = { ...viewer, kind: 'pro' } as const
    const item = { videoId: video.id, quality: '360p', startTime: 0, endTime: 5 }
    const items = [item, { ...item, subtitles: { captions: 'fr', as: 'file' as const } }]
    expect(await createBatch(bench, { body: { items }, viewer: pro, address: ADDRESS })).toEqual({
      ok: false,
      code: 'invalid_request',
      details: 'item 2',
      meaning: '"subtitles.captions" must be one of en, de.',
    })
  })

  it('the original by its name gets the same clip as who names none, and who wants another language another', async () => {
    const shared = await dubbed()
    const plain = accepted(await asking({}, shared))
    expect(plain.clip.options).toEqual({})
    expect(accepted(await asking({ audioTrack: 'en' }, shared)).download.id).toBe(plain.download.id)
    const german = accepted(await asking({ audioTrack: 'de' }, shared))
    expect(german.clip.id).not.toBe(plain.clip.id)
    const secondViewer = await bench.viewer()
    const theirs = { viewer: secondViewer, video: await sameVideo(bench, shared.video, secondViewer) }
    expect(accepted(await asking({ audioTrack: 'de' }, theirs)).clip.id).toBe(german.clip.id)
  })

  it('a GIF in another language gets the one GIF there is', async () => {
    const shared = await dubbed()
    const silent = accepted(await asking({ format: 'gif' }, shared))
    expect(accepted(await asking({ format: 'gif', audioTrack: 'de' }, shared)).clip.id).toBe(silent.clip.id)
  })

  it('subtitles beside the clip gets the plain clip, and the download says what was asked for last', async () => {
    const shared = await dubbed()
    const plain = accepted(await asking({}, shared))
    const beside = accepted(await asking({ subtitles: file }, shared))
    expect([beside.download.id, beside.clip.id]).toEqual([plain.download.id, plain.clip.id])
    expect(await describeDownload(bench, beside)).toMatchObject({ audioTrack: null, subtitles: file })
    const download = await bench.database.records.downloads.find(plain.download.id, shared.viewer.id)
    expect(download?.subtitles).toEqual(file)
    expect(await bench.usedToday(shared.viewer.id)).toBe(1)
  })

  it('burned-in subtitles of no look gets an outline, and of another look another clip', async () => {
    const shared = await dubbed()
    const plain = accepted(await asking({ subtitles: burned }, shared))
    expect(plain.download.subtitles).toEqual({ ...burned, style: 'outline' })
    const sameStyle = accepted(await asking({ subtitles: { ...burned, style: 'outline' } }, shared))
    expect(sameStyle.clip.id).toBe(plain.clip.id)
    const yellow = accepted(await asking({ subtitles: { ...burned, style: 'yellow' } }, shared))
    expect(yellow.clip.id).not.toBe(plain.clip.id)
  })
})

describe('a clip', () => {
  it('in another language is cut from its audio, says its name, and is tagged with it', async () => {
    const { seen } = await cutOf({ audioTrack: 'de' })
    expect(opened.toSorted()).toEqual(['134', '140-de'])
    expect(orders[0]?.spec).toMatchObject({ kind: 'video', audioLanguage: 'de' })
    expect(seen).toMatchObject({ audioTrack: 'de', receipt: { audioTrack: 'German' } })
  })

  it('in the language of the original says that too, also when it is audio alone', async () => {
    expect((await cutOf({})).seen).toMatchObject({ audioTrack: null, receipt: { audioTrack: 'English (original)' } })
    expect((await cutOf({ quality: 'audio', audioTrack: 'de' })).seen.receipt?.audioTrack).toBe('German')
    expect((await cutOf({ format: 'png' })).seen.receipt).not.toHaveProperty('audioTrack')
    expect(opened).toContain('140-de')
  })

  it('of a file with several tracks is read by its place in the file', async () => {
    const [original, german] = DUBBED.audioTracks!
    const inOne = {
      ...RESOLVED,
      audioTracks: [
        { ...original!, inFile: 1 },
        { ...german!, inFile: 0 },
      ],
    }
    const viewer = await bench.viewer()
    const shared = { viewer, video: await bench.video(viewer, RANGE, inOne) }
    for (const audioTrack of [undefined, 'de']) {
      const { clip } = accepted(await asking({ audioTrack }, shared))
      bench.source.answers = [{ ok: true, video: inOne }]
      await runCutJob(bench, { clipId: clip.id, signal: new AbortController().signal })
    }
    expect(orders.map((order) => order.audioTrack)).toEqual([1, 0])
  })

  it('is not cut in another language than was asked for, once the source has that no more', async () => {
    const { audioTracks: _, ...without } = DUBBED
    const { clip } = await cutOf({ audioTrack: 'de' }, { ...without, renditions: RESOLVED.renditions })
    expect(clip).toMatchObject({ status: 'failed', errorCode: 'quality_unavailable' })
    expect(orders).toEqual([])
  })

  it('keeps its language when its addresses die under it', async () => {
    const { clip } = accepted(await asking({ audioTrack: 'de' }))
    let tries = 0
    bench.engine.work = async (order, signal) => {
      tries += 1
      if (tries === 1) throw new SourceReadError('source_failed', '403', { expired: true })
      return writeClip(order, signal)
    }
    const turned = { ...DUBBED, renditions: DUBBED.renditions.toReversed() }
    bench.source.answers = [
      { ok: true, video: DUBBED },
      { ok: true, video: turned },
    ]
    await runCutJob(bench, { clipId: clip.id, signal: new AbortController().signal })
    expect(opened.toSorted()).toEqual(['134', '134', '140-de', '140-de'])
  })

  it('has the chapters of its video, if there are two or more', async () => {
    await cutOf({})
    await cutOf({}, { ...DUBBED, chapters: DUBBED.chapters!.slice(0, 1) })
    expect(orders.map(({ spec }) => spec)).toEqual([
      { kind: 'video', height: null, audioLanguage: 'en', chapters: DUBBED.chapters },
      { kind: 'video', height: null, audioLanguage: 'en' },
    ])
  })

  it('with subtitles gets those of its range, and its receipt says which and how many', async () => {
    const { seen } = await cutOf({ subtitles: track })
    expect(orders[0]?.spec).toMatchObject({
      subtitles: { as: 'track', language: 'de', cues: [{ startTime: 9, endTime: 12, text: 'across, in de' }] },
    })
    expect(seen).toMatchObject({ subtitles: track, receipt: { subtitles: { label: 'German', as: 'track', cues: 1 } } })
    expect(seen.receipt).not.toHaveProperty('leftOut')
    await cutOf({ subtitles: { ...burned, style: 'box' } })
    expect(orders[1]?.spec).toMatchObject({ subtitles: { as: 'burned', style: 'box', language: 'en' } })
  })

  it('counts the cues as the cutter has written them, and keeps that count nowhere else', async () => {
    bench.engine.work = async (order, signal) => ({ ...(await writeClip(order, signal)), cues: 7, chapters: 2 })
    const { clip } = await cutOf({ subtitles: track })
    expect(clip.receipt).toEqual({
      ...RECEIPT,
      chapters: 2,
      audioTrack: 'English (original)',
      subtitles: { label: 'German', as: 'track', cues: 7 },
    })
  })

  it('in which nothing is said is not re-encoded for subtitles, and has none', async () => {
    bench.source.readCaptions = async () => ({ language: 'en', cues: [{ startTime: 20, endTime: 21, text: 'after' }] })
    const { seen } = await cutOf({ subtitles: burned })
    expect(orders[0]?.spec).not.toHaveProperty('subtitles')
    expect(seen.receipt?.subtitles).toEqual({ label: 'English', as: 'burned', cues: 0 })
  })

  it.each<[string, () => unknown, typeof DUBBED]>([
    [
      'the source refuses them',
      () => vi.spyOn(bench.source, 'readCaptions').mockRejectedValue(new SourceReadError('source_rate_limited', '429')),
      DUBBED,
    ],
    ['the source has them no more', () => undefined, { ...DUBBED, captions: [] }],
    [
      'they do not come in time',
      () => {
        const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
        const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late)
        bench.source.readCaptions = async (_video, _captions, signal) => {
          timeout.mockRestore()
          signal.throwIfAborted()
          return { language: 'en', cues: [] }
        }
      },
      DUBBED,
    ],
  ])('is made without its subtitles when %s, and says so', async (_, happens, now) => {
    happens()
    const warn = vi.spyOn(bench.log, 'warn')
    const { clip, seen } = await cutOf({ subtitles: burned }, now)
    expect(clip.status).toBe('completed')
    expect(orders[0]?.spec).not.toHaveProperty('subtitles')
    expect(seen.receipt?.leftOut).toEqual(['subtitles'])
    expect(seen.receipt).not.toHaveProperty('subtitles')
    expect(warn).toHaveBeenCalledWith({ clipId: clip.id, err: expect.any(Error) }, 'subtitles left out')
    vi.restoreAllMocks()
  })

  it('is not made any more once nobody wants it, while its subtitles are read', async () => {
    const { clip } = accepted(await asking({ subtitles: track }))
    const leaving = new AbortController()
    bench.source.readCaptions = async (_video, _captions, signal) => {
      leaving.abort(new Error('stopping'))
      signal.throwIfAborted()
      throw new Error('not aborted')
    }
    bench.source.answers = [{ ok: true, video: DUBBED }]
    await expect(runCutJob(bench, { clipId: clip.id, signal: leaving.signal })).rejects.toThrow('stopping')
    expect(orders).toEqual([])
  })
})
