import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  SWS_BICUBIC,
} from 'node-av/constants'
import { avGetPixFmtName, type Frame, SoftwareScaleContext } from 'node-av/lib'
import { brokenMedia } from '../api/cutter-error.ts'
import { MOST_PIXELS_AHEAD } from '../api/media-limits.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'
import { buildAvcConfiguration, configurationFromEncoder } from '../bitstream/h264/avc-configuration.ts'
import { avcSampleEntry, colourBox, pixelAspectBox } from '../bitstream/sample-entries.ts'
import { requireEncoded } from '../codec/codec-result.ts'
import { colourMatcher } from '../codec/colour-matcher.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import { emptyFrame } from '../codec/fill-frame.ts'
import { frameCropper } from '../codec/frame-cropper.ts'
import type { SubtitlePainter } from '../codec/subtitles/subtitle-painter.ts'
import { isHdr, toneMapper } from '../codec/tone-mapper.ts'
import type { videoFader } from '../codec/video-fader.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { type FrameArea, pixelArea } from '../plan/frame-shape.ts'
import type { ClipPacket, ClipTrack } from '../supply/clip-track.ts'
import { framesAhead, framesWithin } from './frames.ts'
import { type H264Settings, h264Encoder, type MeasuredQuality } from './h264-encoder.ts'
import { countShown } from './native-packets.ts'
import { clipPacket } from './seam.ts'

export interface TranscodePart {
  stream: FrameStream
  /** In decode order, beginning with a frame that needs no earlier one. */
  packets(): AsyncIterable<LoadedPacket>
  /** endTick: when the last frame ends; frames from there on do not belong to the clip. */
  window: { firstTick: number; lastTick: number; endTick: number; frames: number | null }
  /** What is left of its frames; null: all. */
  area: FrameArea | null
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
  /** Draws into each frame before it is encoded; null: nothing is drawn. */
  painter: SubtitlePainter | null
  /** Darkens those at both ends; null: none. */
  fader: ReturnType<typeof videoFader> | null
  onFrame(): void
  signal: AbortSignal | undefined
}

/**
 * Decodes and encodes every frame of the ranges, and no other. One encoder makes them all.
 * Their quality is known once all packets were taken, and only of encoders with passes.
 */
export function transcodedVideo(input: TranscodeInput): { track: ClipTrack; quality(): MeasuredQuality } {
  const { timescale, parts, size, settings } = input
  const encoder = h264Encoder(settings)
  const scaler = frameScaler(size.width, size.height)
  const track: ClipTrack = {
    kind: 'video',
    timescale,
    endTick: parts.reduce((sum, { window }) => sum + window.endTick - window.firstTick, 0),
    packets: transcode(input, encoder, scaler),
    sampleEntry() {
      const { sps, pps } = encoder.parameterSets()
      const configuration = buildAvcConfiguration(configurationFromEncoder(sps, pps))
      const look = encoder.look()
      const typeOf = (box: Buffer) => box.toString('latin1', 4, 8)
      const isScaledColour = (box: Buffer) => typeOf(box) === 'colr' && scaler.isRecolouring()
      const kept = input.displayBoxes.map((box) => (isScaledColour(box) ? limitedColours(box) : box))
      // The container's pixel shape and colours take precedence over those of the frames.
      const own = new Set(kept.map(typeOf))
      const seen = look ? [...colourBox(look), ...pixelAspectBox(look.pixelAspect)] : []
      const boxes = [...kept, ...seen.filter((box) => !own.has(typeOf(box)))]
      return avcSampleEntry(size.width, size.height, configuration, boxes)
    },
    display: { ...size, matrix: input.matrix },
  }
  return { track, quality: encoder.quality }
}

/** Where an nclx box of colours has its matrix and its range. */
const MATRIX_AT = 16
const RANGE_AT = 18

/** Colours as the scaler leaves them: of limited range, and not of RGB. */
function limitedColours(box: Buffer): Buffer {
  const isNclx = box.toString('latin1', 8, 12) === 'nclx' && box.length > RANGE_AT
  if (!isNclx) return box
  const changed = Buffer.from(box)
  if (box.readUInt16BE(MATRIX_AT) === AVCOL_SPC_RGB) changed.writeUInt16BE(AVCOL_SPC_SMPTE170M, MATRIX_AT)
  changed.writeUInt8(0, RANGE_AT)
  return changed
}

async function* transcode(
  input: TranscodeInput,
  encoder: ReturnType<typeof h264Encoder>,
  scaler: ReturnType<typeof frameScaler>,
): AsyncGenerator<ClipPacket, void> {
  const { signal, painter, fader, timescale } = input
  let startTick = 0
  try {
    for (const { stream, packets, window, area } of input.parts) {
      const within = { fromTick: window.firstTick, toTick: window.lastTick + 1, frames: window.frames }
      const counted =
        window.frames === null && isNativeCodec(stream.codec) ? countShown(stream.codec, packets(), within) : null
      const frames = framesWithin(stream, counted?.packets ?? packets(), within, signal)
      let made = 0
      for await (const frame of isHuge(stream) ? alone(frames) : framesAhead(frames, stream)) {
        const scaled = await scaler.scale(frame, area)
        const tick = startTick + Number(frame.pts) - window.firstTick
        scaled.pts = BigInt(tick)
        const painted = painter ? await painter.paint(scaled, tick / timescale) : scaled
        const faded = fader ? fader.fade(painted, tick / timescale) : painted
        for (const encoded of await encoder.encode(faded)) yield clipPacket(encoded, 0)
        made += 1
        input.onFrame()
      }
      const planned = window.frames ?? Math.max(1, counted?.frames() ?? made)
      if (made !== planned) throw brokenMedia(`Of ${planned} frames only ${made} could be decoded.`)
      startTick += window.endTick - window.firstTick
    }
    for (const encoded of await encoder.finish()) yield clipPacket(encoded, 0)
  } finally {
    scaler.close()
    encoder.close()
    fader?.close()
    await painter?.close()
  }
}

function isHuge({ width, height }: FrameStream): boolean {
  return width * height > MOST_PIXELS_AHEAD
}

async function* alone(frames: AsyncIterable<{ frame: Frame }>): AsyncGenerator<Frame, void> {
  for await (const { frame } of frames) yield frame
}

/** The scaler knows by their format alone that the values of these are of full range, and makes limited ones of them. */
const FULL_FORMATS = /^(yuvj|gray|gbr|rgb)/

function isFull({ format }: Frame): boolean {
  return FULL_FORMATS.test(avGetPixFmtName(format as typeof AV_PIX_FMT_YUV420P) ?? '')
}

/** Brings frames, or parts of them, of any size and pixel format to one size and 8-bit 4:2:0, which every player shows; HDR becomes SDR. */
function frameScaler(width: number, height: number) {
  let context: SoftwareScaleContext | null = null
  let sourceShape = ''
  let isRecolouring = false
  let scaled: Frame | null = null
  let mapper: ReturnType<typeof toneMapper> | null = null
  let cropper: ReturnType<typeof frameCropper> | null = null
  const colours = colourMatcher()

  const contextFor = (frame: Frame): SoftwareScaleContext => {
    const shape = `${frame.width}x${frame.height}:${frame.format}`
    if (!context || shape !== sourceShape) {
      context?.freeContext()
      sourceShape = shape
      isRecolouring ||= isFull(frame)
      context = new SoftwareScaleContext()
      const format = frame.format as typeof AV_PIX_FMT_YUV420P
      context.getContext(frame.width, frame.height, format, width, height, AV_PIX_FMT_YUV420P, SWS_BICUBIC)
    }
    return context
  }

  const sized = async (frame: Frame): Promise<Frame> => {
    if (isHdr(frame)) {
      mapper ??= toneMapper()
      return mapper.map(frame, width, height)
    }
    if (frame.width === width && frame.height === height && frame.format === AV_PIX_FMT_YUV420P) return frame
    // The encoder may still refer to the last one's buffer.
    if (!scaled?.isWritable) {
      scaled?.free()
      scaled = emptyFrame({ width, height, format: AV_PIX_FMT_YUV420P })
    }
    requireEncoded(await contextFor(frame).scaleFrame(scaled, frame), 'scale a frame')
    const { pts, sampleAspectRatio, colorPrimaries, colorTrc } = frame
    const colorRange = isFull(frame) ? AVCOL_RANGE_MPEG : frame.colorRange
    // Of RGB the scaler makes the colours of BT.601.
    const colorSpace = frame.colorSpace === AVCOL_SPC_RGB ? AVCOL_SPC_SMPTE170M : frame.colorSpace
    return Object.assign(scaled, { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace })
  }

  return {
    /** The frame itself when it fits already; else one that is valid until the next call. */
    async scale(whole: Frame, area: FrameArea | null): Promise<Frame> {
      if (area) cropper ??= frameCropper()
      const frame = area && cropper ? await cropper.crop(whole, pixelArea(whole, area)) : whole
      return colours.match(await sized(frame))
    },
    /** Whether the colours that the source names are not those of all scaled frames. */
    isRecolouring: () => isRecolouring,
    close(): void {
      context?.freeContext()
      scaled?.free()
      mapper?.close()
      cropper?.close()
      colours.close()
    },
  }
}
