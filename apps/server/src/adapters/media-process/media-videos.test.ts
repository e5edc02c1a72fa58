import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { decodeJpeg } from '@kerf/stamped-media/decode-jpeg'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { readStamp } from '@kerf/stamped-media/stamp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaEngine } from '../../ports/media.ts'
import type { ByteSource } from '../../ports/sources.ts'
import { openTestEngine, sourceOfBytes } from './testing/test-engine.ts'

const { engineWith, folder, sourceVideo, usualEngine, defaultOptions } = await openTestEngine()

describe('previews of the media engine', () => {
  const frames = { kind: 'thumbnails', columns: 2, rows: 1, frameWidth: 256, frameHeight: 144 } as const
  const spec = { ...frames, times: [0, 2], toleranceSeconds: 0.5 }
  const readSheet = (engine: MediaEngine, source: ByteSource, name: string, signal = defaultOptions.signal) =>
    engine.readPreview({ source, spec, filePath: join(folder, name) }, signal)
  const silentSource = (): ByteSource => ({
    sizeBytes: sourceVideo.sizeBytes,
    read: () => new Promise(() => undefined),
  })

  it('are thumbnails at the right times', async () => {
    await readSheet(usualEngine(), sourceVideo, 'sheet.jpg')
    const sheet = await decodeJpeg(await readFile(join(folder, 'sheet.jpg')))
    const stamps = [0, 256].map((left) => readStamp({ width: 256, height: 144 }, (x, y) => sheet.at(left + x, y)))
    expect(stamps).toEqual([0, 60])
  })

  it('may be peaks of the audio', async () => {
    const filePath = join(folder, 'peaks.json')
    await usualEngine().readPreview(
      { source: sourceVideo, spec: { kind: 'waveform', peaksPerSecond: 25 }, filePath },
      defaultOptions.signal,
    )
    const { peaksPerSecond, peaks } = JSON.parse(await readFile(filePath, 'utf8'))
    expect([peaksPerSecond, Math.round(peaks.length / 25)]).toEqual([25, 5])
  })

  it('have a known cost before they are read', async () => {
    const facts = await usualEngine().inspect({ video: sourceVideo, audio: sourceVideo }, defaultOptions.signal)
    expect(facts).toMatchObject({ cheapWaveform: 'whole', video: { rotation: 0 } })
  })

  it('fail, and leave nothing, if the source is silent', async () => {
    await expect(readSheet(engineWith({ stallMilliseconds: 200 }), silentSource(), 'silent.jpg')).rejects.toMatchObject(
      {
        code: 'cut_timeout',
      },
    )
    expect(await readdir(folder)).not.toContain('silent.jpg')
  })

  it('are made for few callers at once; more are refused', async () => {
    const engine = engineWith()
    const controller = new AbortController()
    const waitingReads = Array.from({ length: 18 }, (_, index) =>
      readSheet(engine, silentSource(), `crowd-${index}.jpg`, controller.signal).catch(() => 'left'),
    )
    await expect(readSheet(engine, sourceVideo, 'late.jpg')).rejects.toMatchObject({ code: 'busy' })
    // A single frame does not wait for sheets of frames.
    const singleFrame = { ...frames, columns: 1, times: [1], toleranceSeconds: 1 }
    const filePath = join(folder, 'single.jpg')
    await engine.readPreview({ source: sourceVideo, spec: singleFrame, filePath }, defaultOptions.signal)
    expect((await readFile(filePath)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    controller.abort(new Error('gone'))
    expect(await Promise.all(waitingReads)).toEqual(Array(18).fill('left'))
  })
})

it('a stopping server ends previews and starts no more', async () => {
  const engine = engineWith()
  const spec = { kind: 'waveform', peaksPerSecond: 25 } as const
  const filePath = join(folder, 'stopped.json')
  const stoppingSource: ByteSource = {
    sizeBytes: sourceVideo.sizeBytes,
    read: () => {
      engine.stopPreviews()
      return new Promise(() => undefined)
    },
  }
  await expect(
    engine.readPreview({ source: stoppingSource, spec, filePath }, defaultOptions.signal),
  ).rejects.toMatchObject({
    code: 'busy',
  })
  await expect(
    engine.readPreview({ source: sourceVideo, spec, filePath }, defaultOptions.signal),
  ).rejects.toMatchObject({
    code: 'busy',
  })
  expect(await readdir(folder)).not.toContain('stopped.json')
})

describe('a file with two languages and subtitles', () => {
  const LATER_SECONDS = 20
  const CUES = [
    { startTime: 0.25, endTime: 1.234, text: 'Guten Tag' },
    { startTime: 1.5, endTime: 2.001, text: 'Auf Wiedersehen' },
  ]
  let source: ByteSource

  beforeAll(async () => {
    const { videoPath } = await makeStampedMedia(
      {
        width: 160,
        height: 90,
        frameRate: [25, 1],
        frames: 75,
        gopFrames: 25,
        bFrames: 0,
        video: 'h264',
        audio: 'aac',
        audioLanguage: 'eng',
        layout: 'plain',
        otherAudio: { laterSeconds: LATER_SECONDS, language: 'ger', title: 'Kommentar' },
        texts: [{ codec: 'mov_text', language: 'ger', cues: CUES }],
      },
      folder,
      'languages',
    )
    source = sourceOfBytes(await readFile(videoPath!))
  })

  it('is described with its tracks', async () => {
    expect(await usualEngine().inspect({ video: source, audio: source }, defaultOptions.signal)).toMatchObject({
      audioTracks: [
        { language: 'en', name: null, isDefault: true },
        { language: 'de', name: 'Kommentar', isDefault: false },
      ],
      textTracks: [{ language: 'de', codec: 'mov_text' }],
    })
  })

  it('gives its subtitles', async () => {
    const filePath = join(folder, 'captions.json')
    await usualEngine().readPreview({ source, spec: { kind: 'captions', track: 0 }, filePath }, defaultOptions.signal)
    expect(JSON.parse(await readFile(filePath, 'utf8'))).toEqual(CUES)
    const missingTrack = usualEngine().readPreview(
      { source, spec: { kind: 'captions', track: 1 }, filePath },
      defaultOptions.signal,
    )
    await expect(missingTrack).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it('is cut and planned with the requested audio track', async () => {
    const ranges = [{ startTime: 0.6, endTime: 2.2 }]
    const cutRequest = {
      parts: { video: source, audio: source },
      ranges,
      spec: { kind: 'video', height: null },
    } as const
    const filePath = join(folder, 'languages-clip.mp4')
    const engine = engineWith()
    await engine.cut({ ...cutRequest, ranges, audioTrack: 1, filePath }, defaultOptions)
    const { audio } = await readStamps(filePath)
    expect(Math.abs(audioOffsetSeconds(audio!, 0.6 + LATER_SECONDS) ?? Infinity)).toBeLessThan(0.001)
    await expect(engine.plan({ ...cutRequest, ranges, audioTrack: 2 }, defaultOptions.signal)).rejects.toMatchObject({
      code: 'unsupported_media',
    })
  })
})
