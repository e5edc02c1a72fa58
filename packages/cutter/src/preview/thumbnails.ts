import {
  AV_CODEC_FLAG_QSCALE,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  FF_ENCODER_MJPEG,
  FF_QP2LAMBDA,
} from 'node-av/constants'
import { CutterError, throwIfCancelled } from '../api/cutter-error.ts'
import type { ThumbnailsSpec } from '../api/preview.ts'
import { decodeFrames, type FrameStream } from '../codec/decode-video.ts'
import { encodeImage } from '../codec/image-encoder.ts'
import { LIBRARY_TIMESCALE } from '../demux/common/mediabunny-input.ts'
import type { OpenedMedia } from '../demux/common/opened-media.ts'
import type { OpenedVideo } from '../demux/common/opened-part.ts'
import { newMeter, type ReadOptions } from '../io/part-reader.ts'
import { coarseToFine } from './coarse-to-fine.ts'
import { ContactSheet } from './contact-sheet.ts'
import { everyPacket } from './every-packet.ts'
import { findKeyPackets } from './keyframes.ts'

export interface SheetOptions {
  signal?: AbortSignal
  /** Aborted when it has taken long enough: the sheet is finished with what there is. */
  enough?: AbortSignal
  /** Of the source, index apart. */
  mostBytes: number
}

/** Decoding that many pixels takes two or three seconds: half a minute of 720p at 30 frames a second. */
const MOST_PIXELS_DECODED = 8.5e8
/** With fewer frames of its own than this a sheet would tell lies about the rest. */
const LEAST_SHARE_DRAWN = 0.25
/** 2..31, lower is better and larger. */
const JPEG_QUALITY = 4

/**
 * Draws small frames of the media onto one JPEG. Long media are sampled at the keyframe nearest to each moment, so that
 * little of them is read; where keyframes are too far apart and the media short enough, everything is decoded and each
 * frame is the very one of its moment. A cell whose frame cannot be had shows its nearest neighbour.
 * @throws CutterError unsupported_media without frame, broken_media, source_failed, cancelled
 */
export async function drawSheet(
  media: OpenedMedia,
  request: ThumbnailsSpec,
  options: SheetOptions,
): Promise<Uint8Array> {
  const { video } = media
  if (!video) {
    throw new CutterError('unsupported_media', 'There is no frame to draw.')
  }
  const drawing = new SheetDrawing(media, video, request, options)
  try {
    await drawing.drawKeys()
    await drawing.drawExactly()
    return await drawing.finish()
  } finally {
    drawing.close()
  }
}

class SheetDrawing {
  readonly #media: OpenedMedia
  readonly #video: OpenedVideo
  readonly #request: ThumbnailsSpec
  readonly #options: SheetOptions
  readonly #read: ReadOptions
  readonly #sheet: ContactSheet
  readonly #stream: FrameStream
  /** How far the frame in a cell is from its moment. */
  readonly #offSeconds: number[]

  constructor(media: OpenedMedia, video: OpenedVideo, request: ThumbnailsSpec, options: SheetOptions) {
    this.#media = media
    this.#video = video
    this.#request = request
    this.#options = options
    const signals = [options.signal, options.enough].filter((signal) => signal !== undefined)
    this.#read = { signal: AbortSignal.any(signals), meter: newMeter() }
    this.#sheet = new ContactSheet(request, video.description.rotation)
    this.#stream = streamOf(video)
    this.#offSeconds = request.times.map(() => Number.POSITIVE_INFINITY)
  }

  async drawKeys(): Promise<void> {
    const times = this.#request.times
    const wanted = coarseToFine(times.length).map((cell) => ({ cell, seconds: times[cell]! }))
    /** Which cell shows a packet, and which want to as soon as it is there. */
    const shown = new Map<number, { drawn: number | null; waiting: number[] }>()
    await this.#untilEnough(async () => {
      for await (const { cell, identity, seconds, packet, video } of findKeyPackets(this.#media, wanted, this.#read)) {
        this.#requireBytes()
        const key = shown.get(identity) ?? { drawn: null, waiting: [] }
        shown.set(identity, key)
        key.waiting.push(cell)
        if (packet && (await this.#drawFirst(streamOf(video), [packet], cell))) {
          key.drawn = cell
        }
        if (key.drawn !== null) {
          for (const waiting of key.waiting.splice(0)) {
            if (waiting !== key.drawn) {
              this.#sheet.copy(key.drawn, waiting)
            }
            this.#offSeconds[waiting] = Math.abs(seconds - times[waiting]!)
          }
        }
      }
    })
  }

  /** Replaces what is too far from its moment, if that can be had. Where no keyframe is any good, nothing else is. */
  async drawExactly(): Promise<void> {
    const times = this.#request.times
    if (!this.#offSeconds.some(Number.isFinite) || this.#media.recordings) {
      return
    }
    const cells = [...times.keys()].filter((cell) => this.#offSeconds[cell]! > this.#request.toleranceSeconds)
    const last = cells.at(-1)
    const { width, height } = this.#video.description
    const frameRate = this.#video.frameRate || 1
    if (last === undefined || times[last]! * frameRate * width * height > MOST_PIXELS_DECODED) {
      return
    }
    await this.#untilEnough(async () => {
      const left = this.#options.mostBytes - this.#read.meter.bytes
      const packets = await everyPacket(this.#video, times[last]! + 1 / frameRate, left, this.#read)
      if (!packets) {
        return
      }
      for await (const frame of decodeFrames(this.#stream, packets, this.#read.signal)) {
        const seconds = Number(frame.pts) / this.#stream.timescale
        while (cells.length > 0 && seconds >= times[cells[0]!]! - 0.5 / frameRate) {
          const cell = cells.shift()!
          const offSeconds = Math.abs(seconds - times[cell]!)
          if (offSeconds < this.#offSeconds[cell]!) {
            await this.#sheet.put(frame, cell)
            this.#offSeconds[cell] = offSeconds
          }
        }
        if (cells.length === 0) {
          return
        }
      }
    })
  }

  async finish(): Promise<Uint8Array> {
    throwIfCancelled(this.#options.signal)
    const cells = [...this.#offSeconds.keys()]
    const drawn = cells.filter((cell) => Number.isFinite(this.#offSeconds[cell]!))
    if (drawn.length < LEAST_SHARE_DRAWN * cells.length) {
      const isLate = this.#options.enough?.aborted
      throw new CutterError(isLate ? 'source_failed' : 'broken_media', `${drawn.length} frames could be drawn.`)
    }
    for (const cell of cells) {
      if (!Number.isFinite(this.#offSeconds[cell]!)) {
        const nearest = drawn.reduce((a, b) => (Math.abs(b - cell) < Math.abs(a - cell) ? b : a))
        this.#sheet.copy(nearest, cell)
      }
    }
    const frame = this.#sheet.toFrame()
    try {
      frame.quality = JPEG_QUALITY * FF_QP2LAMBDA
      return await encodeImage(frame, {
        encoder: FF_ENCODER_MJPEG,
        pixelFormat: AV_PIX_FMT_YUVJ420P,
        configure(context) {
          context.colorRange = AVCOL_RANGE_JPEG
          context.globalQuality = frame.quality
          context.setFlags(AV_CODEC_FLAG_QSCALE)
        },
      })
    } finally {
      frame.free()
    }
  }

  close(): void {
    this.#sheet.close()
  }

  async #drawFirst(stream: FrameStream, packets: Parameters<typeof decodeFrames>[1], cell: number): Promise<boolean> {
    for await (const frame of decodeFrames(stream, packets, this.#options.signal)) {
      if (frame.decodeErrorFlags === 0) {
        await this.#sheet.put(frame, cell)
        return true
      }
    }
    return false
  }

  /** Work that may stop half-way when it has taken long enough or read enough. */
  async #untilEnough(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      throwIfCancelled(this.#options.signal)
      if (!(error instanceof EnoughReadError) && !this.#options.enough?.aborted) {
        throw error
      }
    }
  }

  #requireBytes(): void {
    if (this.#read.meter.bytes > this.#options.mostBytes) {
      throw new EnoughReadError('Enough was read.')
    }
  }
}

function streamOf({ description, access }: OpenedVideo): FrameStream {
  return { ...description, timescale: access.kind === 'indexed' ? access.track.timescale : LIBRARY_TIMESCALE }
}

class EnoughReadError extends Error {}
