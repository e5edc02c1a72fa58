import { encodeFrames } from '@kerf/stamped-media/encoding'
import {
  AV_CODEC_ID_H264,
  AV_PIX_FMT_YUV420P,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Packet, Rational } from 'node-av/lib'

/** A frame of 4:2:0: its brightness, then its two colours, each without a gap. */
export interface PlainImage {
  width: number
  height: number
  bytes: Buffer
}

export interface FewestBytes {
  bytes: number
  /** Of the first frame, which stands by itself. */
  firstBytes: number
  psnr: number
}

const QUALITIES = { finest: 8, coarsest: 40 } as const
/** A step of quality is about so many dB; what was seen corrects it. */
const PSNR_BY_STEP = 0.8
const NEAR_PSNR = 0.12
const MOST_TRIES = 6
/** What equal frames count as. */
const MOST_PSNR = 70
const FRAME_RATE = 25

/**
 * The fewest bytes that x264 needs for frames that follow each other, with all the patience it has, to look so much like
 * them on average. The first one stands by itself.
 */
export async function fewestBytes(run: readonly PlainImage[], psnr: number): Promise<FewestBytes> {
  let [quality, byStep] = [24, PSNR_BY_STEP]
  let before: { quality: number; psnr: number } | null = null
  let best: FewestBytes | null = null
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const made = await madeOf(run, quality)
    const isEnough = made.psnr >= psnr
    if (!best || (isEnough && (best.psnr < psnr || made.bytes < best.bytes))) best = made
    if (isEnough && made.psnr - psnr < NEAR_PSNR) break
    if (before && Math.abs(quality - before.quality) > 0.05) {
      byStep = Math.max(0.2, (before.psnr - made.psnr) / (quality - before.quality) || byStep)
    }
    before = { quality, psnr: made.psnr }
    const right = quality + (made.psnr - psnr - NEAR_PSNR / 2) / byStep
    quality = Math.min(QUALITIES.coarsest, Math.max(QUALITIES.finest, right))
    if (Math.abs(quality - before.quality) < 0.01) break
  }
  return best!
}

async function madeOf(run: readonly PlainImage[], quality: number): Promise<FewestBytes> {
  const packets = await encodeRun(run, quality)
  const decoded = await decodeRun(packets)
  return {
    bytes: packets.reduce((sum, { data }) => sum + data.length, 0),
    firstBytes: packets[0]?.data.length ?? 0,
    psnr: mean(run.map((videoFrame, at) => signalToNoise(videoFrame, decoded[at]!))),
  }
}

interface CodedFrame {
  pts: bigint
  data: Buffer
}

async function encodeRun(run: readonly PlainImage[], quality: number): Promise<CodedFrame[]> {
  const { width, height } = run[0]!
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  const context = new CodecContext()
  context.allocContext3(codec)
  Object.assign(context, { width, height, pixelFormat: AV_PIX_FMT_YUV420P, threadCount: 2 })
  const timeBase = new Rational(1, FRAME_RATE)
  context.timeBase = timeBase
  context.framerate = new Rational(FRAME_RATE, 1)
  const x264 = `open-gop=0:keyint=${10 * FRAME_RATE}`
  const options = { preset: 'veryslow', tune: 'psnr', profile: 'high', crf: String(quality), 'x264-params': x264 }
  FFmpegError.throwIfError(await context.open2(codec, Dictionary.fromObject(options)), 'open x264')
  const frames = run.map(({ bytes }, at) =>
    Frame.fromVideoBuffer(bytes, { width, height, format: AV_PIX_FMT_YUV420P, pts: BigInt(at), timeBase }),
  )
  const packets: CodedFrame[] = []
  for await (const packet of encodeFrames(context, frames)) {
    packets.push({ pts: packet.pts, data: Buffer.from(packet.data!) })
    packet.free()
  }
  return packets.map(({ pts, data }, at) => ({ pts, data: at === 0 ? withoutWords(data) : data }))
}

const SUPPLEMENT = 6

/** x264 says at length, in the first packet, how it was set; no clip has that. */
function withoutWords(data: Buffer): Buffer {
  const starts: number[] = []
  for (let at = data.indexOf('000001', 0, 'hex'); at >= 0; at = data.indexOf('000001', at + 3, 'hex')) starts.push(at)
  const units = starts.map((start, at) => data.subarray(start, starts[at + 1] ?? data.length))
  return Buffer.concat(units.filter((unit) => (unit[3]! & 31) !== SUPPLEMENT))
}

async function decodeRun(packets: readonly CodedFrame[]): Promise<PlainImage[]> {
  const codec = Codec.findDecoder(AV_CODEC_ID_H264)!
  const context = new CodecContext()
  context.allocContext3(codec)
  FFmpegError.throwIfError(await context.open2(codec, null), 'open a decoder')
  const videoFrames: PlainImage[] = []
  const frame = new Frame()
  frame.alloc()

  const packet = new Packet()
  packet.alloc()
  const take = async () => {
    for (;;) {
      const result = await context.receiveFrame(frame)
      if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return
      FFmpegError.throwIfError(result, 'decode')
      videoFrames.push(plainImage(frame))
      frame.unref()
    }
  }
  for (const { pts, data } of packets) {
    packet.data = data
    packet.pts = pts
    FFmpegError.throwIfError(await context.sendPacket(packet), 'decode')
    packet.unref()
    await take()
  }
  await context.sendPacket(null)
  await take()
  packet.free()
  frame.free()
  context.freeContext()
  return videoFrames
}

export function plainImage(frame: Frame): PlainImage {
  const { width, height } = frame
  const planes = [
    { width, height },
    { width: width >> 1, height: height >> 1 },
    { width: width >> 1, height: height >> 1 },
  ]
  const rows = planes.flatMap((plane, at) =>
    Array.from({ length: plane.height }, (_, row) => {
      const start = row * frame.linesize[at]!
      return frame.data![at]!.subarray(start, start + plane.width)
    }),
  )
  return { width, height, bytes: Buffer.concat(rows) }
}

/** Of their brightness, in dB. */
export function signalToNoise(one: PlainImage, other: PlainImage): number {
  const count = one.width * one.height
  let squares = 0
  for (let at = 0; at < count; at++) squares += (one.bytes[at]! - other.bytes[at]!) ** 2
  return Math.min(MOST_PSNR, 10 * Math.log10(255 ** 2 / (squares / count)))
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
