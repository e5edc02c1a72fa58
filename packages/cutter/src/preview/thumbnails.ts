import { CutterError, throwIfCancelled, unsupportedMedia } from '../api/cutter-error.ts'
import type { ThumbnailsSpec } from '../api/preview.ts'
import { decodeFrames, type FrameStream } from '../codec/decode-video.ts'
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
  /** Time limit: once aborted, the sheet is finished with the frames that it has. */
  enough?: AbortSignal
  /** Maximum number of bytes to read from the source, without the index. */
  maxBytes: number
}

/**
 * Maximum number of pixels to decode for exact frames: half a minute of 720p at 30 frames a second, which takes two or
 * three seconds.
 */
const MAX_PIXELS_DECODED = 8.5e8
/** Least share of cells with their own frame. A sheet with fewer frames is an error. */
const MIN_SHARE_DRAWN = 0.25

/**
 * Draws thumbnails of the media onto one JPEG. Each cell shows the keyframe nearest to its time, so that little is
 * read. If keyframes are too far apart and the media is short enough, all frames are decoded and each cell shows its
 * exact frame. A cell without a frame shows the frame of its nearest neighbour.
 * @throws CutterError unsupported_media without video, broken_media, source_failed, cancelled
 */
export async function drawSheet(media: Media, request: ThumbnailsSpec, options: SheetOptions): Promise<Uint8Array> {
  const { video } = media
  if (!video) throw unsupportedMedia('There is no frame to draw.')
  const drawing = openSheetDrawing(media, video, request, options)
  try {
    await drawing.drawKeys()
    await drawing.drawExactly()
    return await drawing.finish()
  } finally {
    drawing.close()
  }
}

function openSheetDrawing(media: Media, video: OpenedVideo, request: ThumbnailsSpec, options: SheetOptions) {
  const { times } = request
  const { codecs } = media
  const signals = [options.signal, options.enough].filter((signal) => signal !== undefined)
  const reading: ReadOptions = { signal: AbortSignal.any(signals), meter: newMeter() }
  const sheet = contactSheet(codecs, request, video.description.turn)
  /** Distance of the frame in each cell from the time of the cell. */
  const distancesSeconds = times.map(() => Number.POSITIVE_INFINITY)

  const drawFirst = async (stream: FrameStream, packet: LoadedPacket, cell: number): Promise<boolean> => {
    for await (const frame of decodeFrames(codecs, stream, [packet], options.signal)) {
      if (!frame.isDamaged) {
        await sheet.put(frame, cell)
        return true
      }
    }
    return false
  }

  /** Runs work that may stop early, at its time and byte limits. */
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
      const requests = coarseToFine(times.length).map((cell) => ({ cell, seconds: times[cell]! }))
      /** For each keyframe, the cell in which it was drawn, and the cells that wait for it. */
      const keyCells = new Map<number, { drawnCell: number | null; waitingCells: number[] }>()
      await untilEnough(async () => {
        for await (const { cell, identity, seconds, packet, video } of findKeyPackets(media, requests, reading)) {
          if (reading.meter.bytes > options.maxBytes) throw new EnoughReadError('Enough was read.')
          const key = keyCells.get(identity) ?? { drawnCell: null, waitingCells: [] }
          keyCells.set(identity, key)
          key.waitingCells.push(cell)
          if (packet && (await drawFirst(frameStreamOf(video), packet, cell))) key.drawnCell = cell
          if (key.drawnCell !== null) {
            for (const waitingCell of key.waitingCells.splice(0)) {
              if (waitingCell !== key.drawnCell) sheet.copyCell(key.drawnCell, waitingCell)
              distancesSeconds[waitingCell] = Math.abs(seconds - times[waitingCell]!)
            }
          }
        }
      })
    },

    /**
     * Replaces frames too far from their times by exact frames, if the limits allow it and any keyframe could be drawn.
     */
    async drawExactly(): Promise<void> {
      if (!distancesSeconds.some(Number.isFinite) || media.recordings) return
      const cells = [...times.keys()].filter((cell) => distancesSeconds[cell]! > request.toleranceSeconds)
      const last = cells.at(-1)
      const { width, height } = video.description
      const frameRate = video.frameRate || 1
      if (last === undefined || times[last]! * frameRate * width * height > MAX_PIXELS_DECODED) return
      await untilEnough(async () => {
        const remainingBytes = options.maxBytes - reading.meter.bytes
        const packets = await packetsUntil(video, times[last]! + 1 / frameRate, remainingBytes, reading)
        if (!packets) return
        const stream = frameStreamOf(video)
        for await (const frame of decodeFrames(codecs, stream, packets, reading.signal)) {
          const seconds = frame.timestamp / stream.timescale
          while (cells.length > 0 && seconds >= times[cells[0]!]! - 0.5 / frameRate) {
            const cell = cells.shift()!
            const distance = Math.abs(seconds - times[cell]!)
            if (distance < distancesSeconds[cell]!) {
              await sheet.put(frame, cell)
              distancesSeconds[cell] = distance
            }
          }
          if (cells.length === 0) return
        }
      })
    },

    async finish(): Promise<Uint8Array> {
      throwIfCancelled(options.signal)
      const cells = [...times.keys()]
      const drawnCells = cells.filter((cell) => Number.isFinite(distancesSeconds[cell]!))
      if (drawnCells.length < MIN_SHARE_DRAWN * cells.length) {
        const isLate = options.enough?.aborted
        throw new CutterError(isLate ? 'source_failed' : 'broken_media', `${drawnCells.length} frames could be drawn.`)
      }
      for (const cell of cells) {
        if (!Number.isFinite(distancesSeconds[cell]!)) {
          const nearest = drawnCells.reduce((a, b) => (Math.abs(b - cell) < Math.abs(a - cell) ? b : a))
          sheet.copyCell(nearest, cell)
        }
      }
      const frame = sheet.toFrame()
      try {
        return await codecs.encodeImage(frame, 'jpeg')
      } finally {
        frame.close()
      }
    },

    close: sheet.close,
  }
}

/**
 * Gives all packets of a video until a time, in decode order; null, without reading them, if they exceed `maxBytes`.
 */
async function packetsUntil(
  { access }: OpenedVideo,
  untilSeconds: number,
  maxBytes: number,
  options: ReadOptions,
): Promise<AsyncIterable<LoadedPacket> | null> {
  if (access.kind === 'library') {
    const track = access.sizeBytes <= maxBytes ? await access.open(options) : null
    return track?.packets(0, untilSeconds * track.timescale + 1) ?? null
  }
  const { track, reader } = access
  if (!track.isWhollyKnown && reader.sizeBytes > maxBytes) return null
  const packets = await track.covering(0, untilSeconds * track.timescale + 1, options)
  const fetcher = packetFetcher(reader, packets, options)
  return fetcher.totalBytes <= maxBytes ? loadPackets(packets, fetcher) : null
}

export async function* loadPackets(packets: PacketList, fetcher: PacketFetcher): AsyncGenerator<LoadedPacket, void> {
  for (const packet of packets) yield { ...packet, data: await fetcher.take(packet) }
}

/**
 * Orders the numbers 0..count-1 so that the first ones are spread over the whole range, the next ones lie between them,
 * and so on. Drawing that stops early then covers the whole video.
 */
export function coarseToFine(count: number): number[] {
  const step = (index: number) => (index === 0 ? Infinity : index & -index)
  return Array.from({ length: count }, (_, index) => index).sort((a, b) => step(b) - step(a))
}

function frameStreamOf({ description, access }: OpenedVideo): FrameStream {
  return { ...description, timescale: access.kind === 'indexed' ? access.track.timescale : access.timescale }
}

class EnoughReadError extends Error {}
