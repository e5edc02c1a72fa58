import type { HeatStep } from '@kerf/domain/marks/mark'
import type { ClaimedSegment } from '@kerf/domain/marks/tidy-marks'
import { expect, it } from 'vitest'
import type { HeatReader } from '../../ports/marks.ts'
import { SourceReadError } from '../../ports/sources.ts'
import { DUBBED_VIDEO, openTestBackend, unwrap } from '../testing/test-backend.ts'
import { describeVideo } from './describe-video.ts'
import { processLink } from './process-link.ts'
import { readMarks } from './read-marks.ts'

const backend = await openTestBackend()
const signal = new AbortController().signal
const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const SPONSOR_SEGMENT: ClaimedSegment = { kind: 'sponsor', startTime: 10, endTime: 20, videoSeconds: null }
const CHAPTERS = [
  { kind: 'chapter', title: 'Before', startTime: 0, endTime: 5 },
  { kind: 'chapter', title: 'After', startTime: 5, endTime: 100 },
]
const HEAT_MARKS = [
  { kind: 'most-replayed', startTime: 0, endTime: 50, weight: 0.2 },
  { kind: 'most-replayed', startTime: 50, endTime: 100, weight: 1 },
]

/** A server of segments whose answer is held until it is given. */
function openSegments() {
  const { promise, resolve, reject } = Promise.withResolvers<readonly ClaimedSegment[]>()
  const requestedUrls: string[] = []
  let cachedMarks: readonly ClaimedSegment[] | null = null
  promise.then(
    (segments) => {
      cachedMarks = segments
    },
    () => undefined,
  )
  return {
    asked: requestedUrls,
    resolve,
    reject,
    submittedSegments: {
      cachedMarks: () => cachedMarks,
      read: (videoId: string) => {
        requestedUrls.push(videoId)
        return promise
      },
    },
  }
}

async function openMarked(segments: ReturnType<typeof openSegments> | null, link = LINK) {
  const deps = { ...backend, ...(segments && { submittedSegments: segments.submittedSegments }) }
  const viewer = await backend.viewer()
  backend.source.answers = [
    {
      ok: true,
      video: {
        ...DUBBED_VIDEO,
        heat: [
          [0, 50, 0.2],
          [50, 100, 1],
        ],
      },
    },
  ]
  const video = unwrap(await processLink(deps, { link, viewer, signal }))
  return {
    id: video.id,
    describe: () => describeVideo(deps, { video, viewer }),
    read: async () => unwrap(await readMarks(deps, { id: video.id, viewer, signal })),
  }
}

it('a video opens while SponsorBlock is silent, and gets its segments later', async () => {
  const segments = openSegments()
  const video = await openMarked(segments)
  expect(segments.asked).toEqual(['dQw4w9WgXcQ'])
  expect(await video.describe()).toMatchObject({ marks: [...CHAPTERS, ...HEAT_MARKS], hasMoreMarks: true })
  const reading = video.read()
  segments.resolve([SPONSOR_SEGMENT])
  const { videoSeconds: _unknown, ...mark } = SPONSOR_SEGMENT
  const marks = [...CHAPTERS, ...HEAT_MARKS, mark]
  expect(await reading).toEqual({ marks, isPartial: false })
  expect(await video.describe()).toMatchObject({ marks, hasMoreMarks: false })
})

it('an unreachable SponsorBlock server costs only its own marks', async () => {
  const segments = openSegments()
  const video = await openMarked(segments)
  segments.reject(new SourceReadError('source_failed', 'down'))
  expect(await video.read()).toEqual({ marks: [...CHAPTERS, ...HEAT_MARKS], isPartial: true })
})

it('without a SponsorBlock server no request is sent', async () => {
  const video = await openMarked(null)
  expect(await video.describe()).toMatchObject({ marks: [...CHAPTERS, ...HEAT_MARKS], hasMoreMarks: false })
})

it("marks can be read of a viewer's own videos only", async () => {
  const { id } = await openMarked(null)
  const deps = { ...backend, submittedSegments: openSegments().submittedSegments }
  const stranger = await backend.viewer()
  expect(await readMarks(deps, { id, viewer: stranger, signal })).toMatchObject({ ok: false, code: 'not_found' })
  expect(await readMarks(deps, { id, viewer: null, signal })).toMatchObject({ ok: false, code: 'not_found' })
})

it('the most-replayed graph is read for an open page, not during the lookup', async () => {
  const viewer = await backend.viewer()
  const read: string[] = []
  let cachedMarks: HeatStep[] | null = null
  const heat: HeatReader = {
    cachedMarks: () => cachedMarks,
    async read(videoId) {
      read.push(videoId)
      cachedMarks = [
        [50, 100, 1],
        [0, 50, 0.2],
      ]
      return cachedMarks
    },
  }
  const deps = { ...backend, sources: { youtube: { ...backend.source, heat } } }
  backend.source.answers = [{ ok: true, video: DUBBED_VIDEO }]
  // Another video, as the last one is cached.
  const link = 'https://youtu.be/jNQXAC9IVRw'
  const video = unwrap(await processLink(deps, { link, viewer, signal }))
  expect(read).toEqual([])
  expect(await describeVideo(deps, { video, viewer })).toMatchObject({ marks: CHAPTERS, hasMoreMarks: true })
  const marks = [...CHAPTERS, ...HEAT_MARKS]
  expect(await readMarks(deps, { id: video.id, viewer, signal })).toEqual({
    ok: true,
    value: { marks, isPartial: false },
  })
  expect(await describeVideo(deps, { video, viewer })).toMatchObject({ marks, hasMoreMarks: false })
  expect(read).toEqual(['jNQXAC9IVRw'])
})
