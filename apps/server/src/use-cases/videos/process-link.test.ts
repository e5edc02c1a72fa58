import { expect, it } from 'vitest'
import type { VideoSource } from '../../ports/sources.ts'
import { blockIt } from '../testing/blocks.ts'
import { openTestBackend, RESOLVED_VIDEO, unwrap } from '../testing/test-backend.ts'
import { processLink } from './process-link.ts'

const WEEK_SECONDS = 7 * 24 * 3600

it('a video of a week opens, and a longer one is refused as too long', async () => {
  const backend = await openTestBackend()
  const viewer = await backend.viewer()
  const openReference = (reference: string, durationSeconds: number) => {
    backend.source.answers.push({ ok: true, video: { ...RESOLVED_VIDEO, durationSeconds } })
    return processLink(backend, { link: `https://youtu.be/${reference}`, viewer, signal: new AbortController().signal })
  }
  expect(await openReference('dQw4w9WgXcQ', WEEK_SECONDS)).toMatchObject({
    ok: true,
    value: { trim: { startTime: 0 } },
  })
  expect(await openReference('jNQXAC9IVRw', WEEK_SECONDS + 1)).toEqual({ ok: false, code: 'video_too_long' })
})

it('a link with thousands of tracks is stored in 64 kB, without a URL', async () => {
  const backend = await openTestBackend()
  const viewer = await backend.viewer()
  const address = `https://media.example/${'a'.repeat(7800)}`
  const captions = Array.from({ length: 190 }, (_, index) => ({
    id: String(index),
    language: 'en',
    label: 'English',
    isAutomatic: false,
    address: `${address}${index}`,
  }))
  backend.source.answers.push({ ok: true, video: { ...RESOLVED_VIDEO, captions } })
  const signal = new AbortController().signal
  const { id } = unwrap(await processLink(backend, { link: 'https://youtu.be/dQw4w9WgXcQ', viewer, signal }))
  const storedVideo = await backend.database.records.videos.find(id, viewer.id)
  expect(Buffer.byteLength(JSON.stringify(storedVideo))).toBeLessThan(64 * 1024)
  expect(JSON.stringify(storedVideo)).not.toContain('media.example')
  expect(storedVideo?.details.captions?.length).toBeGreaterThan(10)
})

it('no source is queried if the disk has less space than a clip needs', async () => {
  const backend = await openTestBackend()
  const viewer = await backend.viewer()
  const files = { ...backend.files, freeBytes: async () => 200_000_000 }
  const signal = new AbortController().signal
  const link = 'https://youtu.be/dQw4w9WgXcQ'
  expect(await processLink({ ...backend, files }, { link, viewer, signal })).toMatchObject({ code: 'storage_full' })
  expect(backend.source.asked).toEqual([])
  expect(await processLink(backend, { link, viewer, signal })).toMatchObject({ ok: true })
})

const CLIP_LINK = 'https://www.youtube.com/clip/UgkxStandInClip00000000000000000001?si=abc'

it('a YouTube clip link opens the video with its range, and other links need no clip lookup', async () => {
  const backend = await openTestBackend()
  const viewer = await backend.viewer()
  const signal = new AbortController().signal
  const clipsAsked: string[] = []
  const findClip: NonNullable<VideoSource['findClip']> = async (clipId) => {
    clipsAsked.push(clipId)
    return { ok: true, reference: 'dQw4w9WgXcQ', startTime: 4.5, endTime: 9.25 }
  }
  const deps = { ...backend, sources: { youtube: { ...backend.source, findClip } } }
  const video = unwrap(await processLink(deps, { link: CLIP_LINK, viewer, signal }))
  expect(video).toMatchObject({ reference: 'dQw4w9WgXcQ', link: CLIP_LINK, trim: { startTime: 4.5, endTime: 9.25 } })
  await processLink(deps, { link: 'https://youtu.be/dQw4w9WgXcQ', viewer, signal })
  expect(
    await processLink(deps, { link: 'https://evil.example/clip/UgkxStandInClip0001', viewer, signal }),
  ).toMatchObject({
    code: 'invalid_link',
  })
  expect(clipsAsked).toEqual(['UgkxStandInClip00000000000000000001'])
})

it('a YouTube clip is refused if its video is blocked, or while YouTube is off', async () => {
  const backend = await openTestBackend()
  const viewer = await backend.viewer()
  const signal = new AbortController().signal
  const findClip = async () => ({ ok: true as const, reference: 'dQw4w9WgXcQ', startTime: 4.5, endTime: 9.25 })
  const sources = { youtube: { ...backend.source, findClip } }
  await blockIt(backend, 'video', 'https://youtu.be/dQw4w9WgXcQ')
  const requestCount = backend.source.asked.length
  expect(await processLink({ ...backend, sources }, { link: CLIP_LINK, viewer, signal })).toMatchObject({
    code: 'link_blocked',
  })
  expect(backend.source.asked).toHaveLength(requestCount)
  expect(await processLink({ ...backend, sources: {} }, { link: CLIP_LINK, viewer, signal })).toMatchObject({
    code: 'source_off',
  })
  expect(await processLink(backend, { link: CLIP_LINK, viewer, signal })).toMatchObject({ code: 'youtube_clip' })
})
