import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { expect } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { Media } from '../../src/demux/common/media.ts'
import type { BrowserEngine } from './browser-engine.ts'
import { streamPackets } from './codec-page/stream-packets.ts'
import { type ExpectedVideo, expectExactClip } from './expect-exact.ts'
import type { StampedWorkshop } from './stamped-source.ts'
import { type LumaByNumber, largestBlockError, readFrames, signalToNoise } from './video-quality.ts'

/** Audio packets that any clip of a second copies. */
const MIN_COPIED = 20

export interface BrowserCutCase {
  engine: Pick<BrowserEngine, 'call'>
  workshop: StampedWorkshop
  media: Media
  /** Frames and audio that the source shows. */
  video: ExpectedVideo
  sourceFrames: LumaByNumber
  request: ClipSpec
}

/** Quality of a clip that a browser made. */
export interface BrowserCutFigures {
  way: string
  copied: number
  /** PSNR of the worst frame of luma in dB; Infinity if all frames are copied. */
  minPsnr: number
  /** Largest error of a block's mean luma, in levels. */
  blockError: number
  /** Delay of the audio; null without audio, or with too little audio to measure. */
  audioMilliseconds: number | null
}

/**
 * Cuts a range of the chosen file in the browser and in Node. Checks every frame and the audio of the browser's clip,
 * and that plan and copied packets are the same.
 */
export async function expectBrowserCut(
  { engine, workshop, media, video, sourceFrames, request }: BrowserCutCase,
  range: TimeRange,
): Promise<BrowserCutFigures> {
  const native = await workshop.cutOnly(media, range, request)
  const { clips, left } = await engine.call('store', [range], request)
  expect(left).toEqual([])
  const { plan, receipt, base64 } = clips[0]!
  expect(JSON.parse(plan)).toEqual(JSON.parse(JSON.stringify(native.plan)))
  const path = workshop.clipPath(native.plan.container)
  await writeFile(path, Buffer.from(base64, 'base64'))
  const clip = await readStamps(path)
  expectExactClip({ receipt, clip }, video, range, request)

  expect(receipt.framesCopied).toBe(native.receipt.framesCopied)
  const copiedFrames = await countEqualPackets(native.path, path, 'video')
  expect(copiedFrames).toBeGreaterThanOrEqual(receipt.framesCopied)

  const frames = await readFrames(path)
  const numbers = clip.frames.map(({ number }) => number!)
  const psnr = signalToNoise(sourceFrames, frames, numbers)
  const encodedCount = psnr.filter(Number.isFinite).length
  expect(encodedCount).toBeLessThanOrEqual(receipt.framesReencoded)
  const startTime = receipt.firstFrameSeconds! + (video.audioAtZero ?? 0)
  const offset = clip.audio && audioOffsetSeconds(clip.audio, startTime)
  return {
    way: receipt.way,
    copied: receipt.framesCopied,
    minPsnr: Math.min(...psnr),
    blockError: largestBlockError(sourceFrames, frames, numbers, native.plan.video!.width),
    audioMilliseconds: offset && offset * 1000,
  }
}

/** Does the same for an audio-only clip, and checks it to the sample. */
export async function expectBrowserAudio(
  { engine, workshop, media, request }: Omit<BrowserCutCase, 'video' | 'sourceFrames'>,
  range: TimeRange,
): Promise<void> {
  const native = await workshop.cut(media, range, request)
  const { clips } = await engine.call('store', [range], request)
  const { plan, receipt, base64 } = clips[0]!
  expect(JSON.parse(plan)).toEqual(JSON.parse(JSON.stringify(native.plan)))
  expect(receipt.isAudioCopied).toBe(native.receipt.isAudioCopied)
  const path = workshop.clipPath(native.plan.container)
  await writeFile(path, Buffer.from(base64, 'base64'))
  const { audio } = await readStamps(path)
  const { sampleRate, channels } = audio!
  expect(channels[0]).toHaveLength(native.clip.audio!.channels[0]!.length)
  const offset = audioOffsetSeconds(audio!, Math.round(range.startTime * sampleRate) / sampleRate)
  expect(Math.abs(offset ?? Infinity) * sampleRate, request.kind).toBeLessThan(0.5)
  if (receipt.isAudioCopied) expect(await countEqualPackets(native.path, path, 'audio')).toBeGreaterThan(MIN_COPIED)
}

/** Number of packets of a track that are equal, byte for byte, and at the same times in both files. */
async function countEqualPackets(a: string, b: string, kind: 'video' | 'audio'): Promise<number> {
  const [first, second] = [await packetDigests(a, kind), await packetDigests(b, kind)]
  return first.filter((packet) => second.includes(packet)).length
}

async function packetDigests(path: string, kind: 'video' | 'audio'): Promise<string[]> {
  const { packets, timescale } = await streamPackets(path, kind)
  return packets.map(({ pts, data }) => `${pts / timescale} ${createHash('sha256').update(data).digest('hex')}`)
}
