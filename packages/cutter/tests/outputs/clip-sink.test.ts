import { open as openFile, readFile, writeFile } from 'node:fs/promises'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { describe, expect, it } from 'vitest'
import { boxesBetween } from '../../src/demux/mp4/boxes.ts'
import { type ClipSink, cut, fileSink, fileSource, memorySink, open, plan, probe } from '../../src/index.ts'
import { framesInRange } from '../support/expect-exact.ts'
import { repeatVideo } from '../support/repeated-video.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { usedMemoryBytes } from '../support/used-memory.ts'
import { watchedSink } from '../support/watched-sink.ts'

/** Number of frames in each repetition: 64 frames at 10 fps last as long as 100 packets of AAC at 16 kHz. */
const FRAMES = 64
const FRAME_RATE = 10
const recipe = smallRecipe({
  width: 160,
  height: 90,
  frameRate: [FRAME_RATE, 1],
  frames: FRAMES,
  gopFrames: FRAMES,
  sampleRate: 16_000,
})
const range = { startTime: 1.5, endTime: 5.9 }
const HOUR_SECONDS = 3600
const REPETITION_SECONDS = FRAMES / FRAME_RATE
const HOUR_FRAMES = HOUR_SECONDS * FRAME_RATE

const workshop = stampedWorkshop()

const media = (await workshop.make(recipe, 'video')).media
const cutPlan = await plan(media, range, { kind: 'video', height: null })

function boxesOf(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return [...boxesBetween(buffer, 0, buffer.length)].map(({ type }) => type)
}

describe('a clip', () => {
  it('is the same in memory and in a file', async () => {
    const memory = memorySink()
    const path = workshop.clipPath()
    const receipt = await cut(cutPlan, memory)
    await cut(cutPlan, fileSink(path))
    expect(memory.bytes).toHaveLength(receipt.clipBytes)
    expect(Buffer.from(memory.bytes!).equals(await readFile(path))).toBe(true)
    const { frames, hidden } = await readStamps(path)
    expect(frames.map(({ number }) => number)).toEqual(framesInRange(recipe, range))
    expect(hidden.frames).toBe(frames.length)
  })

  it('is written from start to end, except for its leading index, which is written last', async () => {
    const memory = memorySink()
    const sink = watchedSink(memory)
    await cut(cutPlan, sink)
    const [indexWrite, ...data] = [...sink.writes.slice(-1), ...sink.writes.slice(0, -1)]
    expect(indexWrite).toEqual({ start: 0, end: data[0]!.start })
    for (const [index, { start }] of data.slice(1).entries()) expect(start).toBe(data[index]!.end)
    expect(sink.reads).toEqual([])
    expect(boxesOf(memory.bytes!)).toEqual(['ftyp', 'moov', 'mdat'])
  })

  it('fails with the reason and is aborted if it cannot be written', async () => {
    const diskFull = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    for (const call of ['open', 'write', 'finish'] as const) {
      const sink = watchedSink({ ...memorySink(), [call]: () => Promise.reject(diskFull) } as ClipSink)
      await expect(cut(cutPlan, sink)).rejects.toMatchObject({ code: 'sink_failed', cause: diskFull })
      expect(sink.isDiscarded).toBe(true)
    }
  })

  it('does not touch a path that it may not write to', async () => {
    const path = workshop.clipPath()
    await writeFile(path, 'precious')
    const forbiddenSink = fileSink(`${path}/clip.mp4`)
    await expect(cut(cutPlan, forbiddenSink)).rejects.toMatchObject({ code: 'sink_failed' })
    expect(await readFile(path, 'utf8')).toBe('precious')
  })
})

it('a clip of an hour is written in sequence with constant memory, and is exact at both ends', async () => {
  const source = await repeatVideo(media, Math.ceil((HOUR_SECONDS + 10) / REPETITION_SECONDS))
  const video = await open(source)
  const startTime = 1.3
  const longPlan = await plan(video, { startTime, endTime: startTime + HOUR_SECONDS }, { kind: 'video', height: null })
  const memoryBytes: number[] = []
  let lastMeasuredByte = 0
  const path = workshop.clipPath()
  const sink = watchedSink(fileSink(path), (end) => {
    if (end - lastMeasuredByte > longPlan.neededBytes! / 6) {
      lastMeasuredByte = end
      memoryBytes.push(usedMemoryBytes())
    }
  })
  const receipt = await cut(longPlan, sink)
  expect(receipt).toMatchObject({ frames: HOUR_FRAMES, durationSeconds: HOUR_SECONDS, way: 'smart' })
  expect(receipt.framesReencoded).toBeLessThan(FRAMES)
  // Memory grows by no more than a fetcher reads ahead, however long the clip is.
  const MAX_GROWN_BYTES = 32e6
  expect(memoryBytes.length).toBeGreaterThan(3)
  expect(Math.max(...memoryBytes) - memoryBytes[0]!).toBeLessThan(MAX_GROWN_BYTES)
  for (const [index, { start }] of sink.writes.slice(1, -1).entries()) expect(start).toBe(sink.writes[index]!.end)
  expect(sink.writes.at(-1)!).toEqual({ start: 0, end: sink.writes[0]!.start })
  expect(sink.reads).toEqual([])
  const header = Buffer.alloc(sink.writes[0]!.start)
  const file = await openFile(path)
  await file.read(header, 0, header.length, 0)
  await file.close()
  const freeBox = [...boxesBetween(header.subarray(0, -16), 0, header.length - 16)].find(({ type }) => type === 'free')!
  expect(freeBox.end - freeBox.start).toBeLessThan(Math.max(64 * 1024, 0.02 * receipt.clipBytes))
  expect(await probe(path)).toMatchObject({ frames: HOUR_FRAMES, durationSeconds: HOUR_SECONDS, hasAudio: true })
  const clip = await fileSource(path)
  const clipMedia = await open(clip)
  const endingPath = workshop.clipPath()
  const lastSecond = { startTime: HOUR_SECONDS - 1, endTime: HOUR_SECONDS }
  await cut(await plan(clipMedia, lastSecond, { kind: 'video', height: null }), fileSink(endingPath))
  await clip.close()
  const lastFrame = (startTime + HOUR_SECONDS) * FRAME_RATE - 1
  const expectedNumbers = Array.from(
    { length: FRAME_RATE },
    (_, index) => (lastFrame - FRAME_RATE + 1 + index) % FRAMES,
  )
  expect((await readStamps(endingPath)).frames.map(({ number }) => number)).toEqual(expectedNumbers)
})
