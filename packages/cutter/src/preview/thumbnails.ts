import { AV_CODEC_FLAG_QSCALE, AVCOL_RANGE_JPEG, FF_ENCODER_MJPEG, FF_QP2LAMBDA } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { CutterError, throwIfCancelled, unsupportedMedia } from '../api/cutter-error.ts'
import type { ThumbnailsSpec } from '../api/preview.ts'
import { decodeFrames, type FrameStream } from '../codec/decode-video.ts'
import { encodeImage } from '../codec/image-encoder.ts'
import type { Media } from '../demux/common/media.ts'
import type { OpenedVideo } from '../demux/common/opened-part.ts'
import { type PacketFetcher, packetFetcher } from '../demux/common/packet-fetcher.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { newMeter, type ReadOptions } from '../io/part-reader.ts'
import { contactSheet } from './contact-sheet.ts'
import { findKeyPackets } from './keyframes.ts'

export interface SheetOptions {
  signal?: AbortSignal
  /** Aborted when it has taken long enough: the sheet is finished with what there is. */
  enough?: AbortSignal
  /** Bytes read from the source, without the index. */
  mostBytes: number
}

/** Decoding that many pixels takes two or three seconds: half a minute of 720p at 30 frames a second. */
const MOST_PIXELS_DECODED = 8.5e8
/** With a smaller share of cells drawn, a sheet would show too little of the video. */
const LEAST_SHARE_DRAWN = 0.25
/** 2..31, lower is better and larger. */
const JPEG_QUALITY = 4

/**
 * Draws small frames of the media onto one JPEG. Each cell shows the keyframe nearest to its time, so that little is read.
 * Where keyframes are too far apart and the media short enough, everything is decoded and each cell shows its exact frame.
 * A cell without a frame shows its nearest neighbour.
 * @throws CutterError unsupported_media without frame, broken_media, source_failed, cancelled
 */
export async function drawSheet(media: Media, request: ThumbnailsSpec, options: SheetOptions): Promise<Uint8Array> {
  const { video } = media
  if (!video) throw unsupportedMedia('There is no frame to draw.')
  const drawing = sheetDrawing(media, video, request, options)
  try {
    await drawing.drawKeys()
    await drawing.drawExactly()
    return await drawing.finish()
  } finally {
    drawing.close()
  }
}

function sheetDrawing(media: Media, video: OpenedVideo, request: ThumbnailsSpec, options: SheetOptions) {
  const { times } = request
  const signals = [options.signal, options.enough].filter((signal) => signal !== undefined)
  const reading: ReadOptions = { signal: AbortSignal.any(signals), meter: newMeter() }
  const sheet = contactSheet(request, video.description.turn)
  /** How far the frame in a cell is from its time. */
  const offSeconds = times.map(() => Number.POSITIVE_INFINITY)

  const drawFirst = async (stream: FrameStream, packet: LoadedPacket, cell: number): Promise<boolean> => {
    for await (const frame of decodeFrames(stream, [packet], options.signal)) {
      if (frame.decodeErrorFlags === 0) {
        await sheet.put(frame, cell)
        return true
      }
    }
    return false
  }

  /** Work that may stop half-way when it has taken long enough or read enough. */
  const untilEnough = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      throwIfCancelled(options.signal)
      if (!(error instanceof EnoughReadError) && !options.enough?.aborted) throw error
    }
  }

  return {
    async drawKeys(): Promise<void> {
      const wanted = coarseToFine(times.length).map((cell) => ({ cell, seconds: times[cell]! }))
      /** Which cell shows a packet, and which wait for it. */
      const shown = new Map<number, { drawn: number | null; waiting: number[] }>()
      await untilEnough(async () => {
        for await (const { cell, identity, seconds, packet, video } of findKeyPackets(media, wanted, reading)) {
          if (reading.meter.bytes > options.mostBytes) throw new EnoughReadError('Enough was read.')
          const key = shown.get(identity) ?? { drawn: null, waiting: [] }
          shown.set(identity, key)
          key.waiting.push(cell)
          if (packet && (await drawFirst(streamOf(video), packet, cell))) key.drawn = cell
          if (key.drawn !== null) {
            for (const waiting of key.waiting.splice(0)) {
              if (waiting !== key.drawn) sheet.copy(key.drawn, waiting)
              offSeconds[waiting] = Math.abs(seconds - times[waiting]!)
            }
          }
        }
      })
    },

    /** Replaces frames that are too far from their times, if that can be had. Where no keyframe is any good, nothing else is. */
    async drawExactly(): Promise<void> {
      if (!offSeconds.some(Number.isFinite) || media.recordings) return
      const cells = [...times.keys()].filter((cell) => offSeconds[cell]! > request.toleranceSeconds)
      const last = cells.at(-1)
      const { width, height } = video.description
      const frameRate = video.frameRate || 1
      if (last === undefined || times[last]! * frameRate * width * height > MOST_PIXELS_DECODED) return
      await untilEnough(async () => {
        const left = options.mostBytes - reading.meter.bytes
        const packets = await packetsUntil(video, times[last]! + 1 / frameRate, left, reading)
        if (!packets) return
        const stream = streamOf(video)
        for await (const frame of decodeFrames(stream, packets, reading.signal)) {
          const seconds = Number(frame.pts) / stream.timescale
          while (cells.length > 0 && seconds >= times[cells[0]!]! - 0.5 / frameRate) {
            const cell = cells.shift()!
            const off = Math.abs(seconds - times[cell]!)
            if (off < offSeconds[cell]!) {
              await sheet.put(frame, cell)
              offSeconds[cell] = off
            }
          }
          if (cells.length === 0) return
        }
      })
    },

    async finish(): Promise<Uint8Array> {
      throwIfCancelled(options.signal)
      const cells = [...times.keys()]
      const drawn = cells.filter((cell) => Number.isFinite(offSeconds[cell]!))
      if (drawn.length < LEAST_SHARE_DRAWN * cells.length) {
        const isLate = options.enough?.aborted
        throw new CutterError(isLate ? 'source_failed' : 'broken_media', `${drawn.length} frames could be drawn.`)
      }
      for (const cell of cells) {
        if (!Number.isFinite(offSeconds[cell]!)) {
          const nearest = drawn.reduce((a, b) => (Math.abs(b - cell) < Math.abs(a - cell) ? b : a))
          sheet.copy(nearest, cell)
        }
      }
      const frame = sheet.toFrame()
      try {
        return await encodeJpeg(frame)
      } finally {
        frame.free()
      }
    },

    close: sheet.close,
  }
}

function encodeJpeg(frame: Frame): Promise<Uint8Array> {
  frame.quality = JPEG_QUALITY * FF_QP2LAMBDA
  return encodeImage(frame, {
    encoder: FF_ENCODER_MJPEG,
    configure(context) {
      context.colorRange = AVCOL_RANGE_JPEG
      context.globalQuality = frame.quality
      context.setFlags(AV_CODEC_FLAG_QSCALE)
    },
  })
}

/** All packets of a video until a time, in decode order; null, and nothing read, when they take more bytes than allowed. */
async function packetsUntil(
  { access }: OpenedVideo,
  untilSeconds: number,
  mostBytes: number,
  options: ReadOptions,
): Promise<AsyncIterable<LoadedPacket> | null> {
  if (access.kind === 'library') {
    const track = access.sizeBytes <= mostBytes ? await access.open(options) : null
    return track?.packets(0, untilSeconds * track.timescale + 1) ?? null
  }
  const { track, reader } = access
  if (!track.isWhollyKnown && reader.sizeBytes > mostBytes) return null
  const packets = await track.covering(0, untilSeconds * track.timescale + 1, options)
  const fetcher = packetFetcher(reader, packets, options)
  return fetcher.totalBytes <= mostBytes ? loaded(packets, fetcher) : null
}

export async function* loaded(packets: PacketList, fetcher: PacketFetcher): AsyncGenerator<LoadedPacket, void> {
  for (const packet of packets) yield { ...packet, data: await fetcher.take(packet) }
}

/**
 * The numbers 0..count-1, the first few spread over the whole, the next few between them, and so on: who stops early
 * has seen a little of everything.
 */
export function coarseToFine(count: number): number[] {
  const step = (index: number) => (index === 0 ? Infinity : index & -index)
  return Array.from({ length: count }, (_, index) => index).sort((a, b) => step(b) - step(a))
}

function streamOf({ description, access }: OpenedVideo): FrameStream {
  return { ...description, timescale: access.kind === 'indexed' ? access.track.timescale : access.timescale }
}

class EnoughReadError extends Error {}
