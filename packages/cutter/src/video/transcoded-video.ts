import type { Frame } from 'node-av/lib'
import { CutterError } from '../api/cutter-error.ts'
import { LARGE_PIXELS } from '../api/media-limits.ts'
import { buildAvcConfiguration, configurationFromEncoder } from '../bitstream/h264/avc-configuration.ts'
import { avcSampleEntry, colourBox, pixelAspectBox } from '../bitstream/sample-entries.ts'
import { decodeFrames, type FrameStream } from '../codec/decode-video.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import type { ClipPacket, ClipTrack } from '../supply/clip-track.ts'
import { frameScaler } from './frame-scaler.ts'
import { framesAhead, framesWithin } from './frames.ts'
import { type H264Settings, h264Encoder } from './h264-encoder.ts'
import { clipPacket } from './seam.ts'

export interface TranscodePart {
  stream: FrameStream
  /** In decode order, beginning with a frame that needs no earlier one. */
  packets(): AsyncIterable<LoadedPacket>
  /** endTick: when the last frame ends; frames from there on do not belong to the clip. */
  window: { firstTick: number; lastTick: number; endTick: number; frames: number | null }
}

export interface TranscodeInput {
  timescale: number
  /** In the clip's order. */
  parts: TranscodePart[]
  size: { width: number; height: number }
  matrix: Buffer | null
  /** Those of the source that hold for frames of any size. */
  displayBoxes: Buffer[]
  settings: H264Settings
  onFrame(): void
  signal: AbortSignal | undefined
}

/** Decodes and encodes every frame of the ranges, and no other. One encoder makes them all, in one pass. */
export function transcodedVideo(input: TranscodeInput): ClipTrack {
  const { timescale, parts, size, settings } = input
  const encoder = h264Encoder(settings)
  return {
    kind: 'video',
    timescale,
    endTick: parts.reduce((sum, { window }) => sum + window.endTick - window.firstTick, 0),
    packets: transcode(input, encoder),
    sampleEntry() {
      const { sps, pps } = encoder.parameterSets()
      const configuration = buildAvcConfiguration(configurationFromEncoder(sps, pps))
      const look = encoder.look()
      // The container's pixel shape and colours take precedence over those of the frames.
      const own = new Set(input.displayBoxes.map((box) => box.toString('latin1', 4, 8)))
      const seen = look ? [...colourBox(look), ...pixelAspectBox(look)] : []
      const boxes = [...input.displayBoxes, ...seen.filter((box) => !own.has(box.toString('latin1', 4, 8)))]
      return avcSampleEntry(size.width, size.height, configuration, boxes)
    },
    display: { ...size, matrix: input.matrix },
  }
}

async function* transcode(
  input: TranscodeInput,
  encoder: ReturnType<typeof h264Encoder>,
): AsyncGenerator<ClipPacket, void> {
  const { size, signal } = input
  const scaler = frameScaler(size.width, size.height)
  let startTick = 0
  try {
    for (const { stream, packets, window } of input.parts) {
      const shown = { fromTick: window.firstTick, toTick: window.lastTick + 1 }
      const frames = framesWithin(decodeFrames(stream, packets(), signal), shown)
      let made = 0
      for await (const frame of isLarge(stream) ? alone(frames) : framesAhead(frames, stream)) {
        const scaled = await scaler.scale(frame)
        scaled.pts = BigInt(startTick + Number(frame.pts) - window.firstTick)
        for (const encoded of await encoder.encode(scaled)) yield clipPacket(encoded, 0)
        made += 1
        input.onFrame()
      }
      if (made !== (window.frames ?? Math.max(1, made))) {
        throw new CutterError('broken_media', `Of ${window.frames ?? 'the'} frames only ${made} could be decoded.`)
      }
      startTick += window.endTick - window.firstTick
    }
    for (const encoded of await encoder.finish()) yield clipPacket(encoded, 0)
  } finally {
    scaler.close()
    encoder.close()
  }
}

/** With large frames, even two more are too many in addition to those of decoder and encoder. */
function isLarge({ width, height }: FrameStream): boolean {
  return width * height > LARGE_PIXELS
}

async function* alone(frames: AsyncIterable<{ frame: Frame }>): AsyncGenerator<Frame, void> {
  for await (const { frame } of frames) yield frame
}
