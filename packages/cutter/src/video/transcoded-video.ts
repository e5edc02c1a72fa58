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
import { buildAvcConfiguration, configurationFromSets } from '../bitstream/h264/avc-configuration.ts'
import { avcSampleEntry, frameColourBoxes, pixelAspectBox } from '../bitstream/sample-entries.ts'
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
import { countShownFrames } from './native-packets.ts'
import { toClipPacket } from './seam.ts'

export interface TranscodePart {
  stream: FrameStream
  /** Packets in decode order, beginning with a frame that needs no earlier one. */
  packets(): AsyncIterable<LoadedPacket>
  /** The frames to encode; endTick is the end of the last one, and frames is null if their number is unknown. */
  window: { firstTick: number; lastTick: number; endTick: number; frames: number | null }
  /** Area of the coded frames to crop; null: all. */
  area: FrameArea | null
}

export interface TranscodeInput {
  timescale: number
  /** Parts in the clip's order. */
  parts: TranscodePart[]
  size: { width: number; height: number }
  matrix: Buffer | null
  /** Boxes of the source's sample entry that are valid for frames of any size. */
  displayBoxes: Buffer[]
  settings: H264Settings
  /** Draws subtitles into each frame before it is encoded; null: no subtitles. */
  painter: SubtitlePainter | null
  /** Darkens the frames at both ends of the clip; null: no fades. */
  fader: ReturnType<typeof videoFader> | null
  onFrame(): void
  signal: AbortSignal | undefined
}

/**
 * Re-encodes every frame of the ranges with a single encoder. The quality is available after all packets were taken,
 * and only for two-pass encoders.
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
      const configuration = buildAvcConfiguration(configurationFromSets(sps, pps))
      const look = encoder.look()
      const typeOf = (box: Buffer) => box.toString('latin1', 4, 8)
      const isScaledColour = (box: Buffer) => typeOf(box) === 'colr' && scaler.isRecolouring()
      const sourceBoxes = input.displayBoxes.map((box) => (isScaledColour(box) ? toLimitedColours(box) : box))
      // Pixel aspect and colours of the container take precedence over the values in the frames.
      const sourceTypes = new Set(sourceBoxes.map(typeOf))
      const frameBoxes = look ? [...frameColourBoxes(look), ...pixelAspectBox(look.pixelAspect)] : []
      const boxes = [...sourceBoxes, ...frameBoxes.filter((box) => !sourceTypes.has(typeOf(box)))]
      return avcSampleEntry(size.width, size.height, configuration, boxes)
    },
    display: { ...size, matrix: input.matrix },
  }
  return { track, quality: encoder.quality }
}

/** Offsets of the matrix and of the range in a `colr` box of type nclx. */
const MATRIX_AT = 16
const RANGE_AT = 18

/** Changes a `colr` box to the output of the scaler: limited range, and BT.601 instead of RGB. */
function toLimitedColours(box: Buffer): Buffer {
  const isNclx = box.toString('latin1', 8, 12) === 'nclx' && box.length > RANGE_AT
  if (!isNclx) return box
  const limitedBox = Buffer.from(box)
  if (box.readUInt16BE(MATRIX_AT) === AVCOL_SPC_RGB) limitedBox.writeUInt16BE(AVCOL_SPC_SMPTE170M, MATRIX_AT)
  limitedBox.writeUInt8(0, RANGE_AT)
  return limitedBox
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
      const range = { fromTick: window.firstTick, toTick: window.lastTick + 1, frames: window.frames }
      const counter =
        window.frames === null && isNativeCodec(stream.codec) ? countShownFrames(stream.codec, packets(), range) : null
      const frames = framesWithin(stream, counter?.packets ?? packets(), range, signal)
      let frameCount = 0
      for await (const frame of isTooLargeToDecodeAhead(stream)
        ? withoutDecodingAhead(frames)
        : framesAhead(frames, stream)) {
        const scaledFrame = await scaler.scale(frame, area)
        const tick = startTick + Number(frame.pts) - window.firstTick
        scaledFrame.pts = BigInt(tick)
        const paintedFrame = painter ? await painter.paint(scaledFrame, tick / timescale) : scaledFrame
        const clipFrame = fader ? fader.fade(paintedFrame, tick / timescale) : paintedFrame
        for (const encodedFrame of await encoder.encode(clipFrame)) yield toClipPacket(encodedFrame, 0)
        frameCount += 1
        input.onFrame()
      }
      const expectedCount = window.frames ?? Math.max(1, counter?.frames() ?? frameCount)
      if (frameCount !== expectedCount) {
        throw brokenMedia(`Of ${expectedCount} frames only ${frameCount} could be decoded.`)
      }
      startTick += window.endTick - window.firstTick
    }
    for (const encodedFrame of await encoder.finish()) yield toClipPacket(encodedFrame, 0)
  } finally {
    scaler.close()
    encoder.close()
    fader?.close()
    await painter?.close()
  }
}

function isTooLargeToDecodeAhead({ width, height }: FrameStream): boolean {
  return width * height > MOST_PIXELS_AHEAD
}

async function* withoutDecodingAhead(frames: AsyncIterable<{ frame: Frame }>): AsyncGenerator<Frame, void> {
  for await (const { frame } of frames) yield frame
}

/** Pixel formats of full range, whose values the scaler converts to limited range. */
const FULL_RANGE_FORMATS = /^(yuvj|gray|gbr|rgb)/

function hasFullRange({ format }: Frame): boolean {
  return FULL_RANGE_FORMATS.test(avGetPixFmtName(format as typeof AV_PIX_FMT_YUV420P) ?? '')
}

/**
 * Crops and scales frames of any size and pixel format to one size and 8-bit 4:2:0, which every player supports. HDR
 * becomes SDR.
 */
function frameScaler(width: number, height: number) {
  let context: SoftwareScaleContext | null = null
  let sourceShape = ''
  let isRecolouring = false
  let scaledFrame: Frame | null = null
  let mapper: ReturnType<typeof toneMapper> | null = null
  let cropper: ReturnType<typeof frameCropper> | null = null
  const colours = colourMatcher()

  const contextFor = (frame: Frame): SoftwareScaleContext => {
    const contextKey = `${frame.width}x${frame.height}:${frame.format}`
    if (!context || contextKey !== sourceShape) {
      context?.freeContext()
      sourceShape = contextKey
      isRecolouring ||= hasFullRange(frame)
      context = new SoftwareScaleContext()
      const format = frame.format as typeof AV_PIX_FMT_YUV420P
      context.getContext(frame.width, frame.height, format, width, height, AV_PIX_FMT_YUV420P, SWS_BICUBIC)
    }
    return context
  }

  const toClipSize = async (frame: Frame): Promise<Frame> => {
    if (isHdr(frame)) {
      mapper ??= toneMapper()
      return mapper.map(frame, width, height)
    }
    if (frame.width === width && frame.height === height && frame.format === AV_PIX_FMT_YUV420P) return frame
    // The encoder may still use the buffer of the last scaled frame.
    if (!scaledFrame?.isWritable) {
      scaledFrame?.free()
      scaledFrame = emptyFrame({ width, height, format: AV_PIX_FMT_YUV420P })
    }
    requireEncoded(await contextFor(frame).scaleFrame(scaledFrame, frame), 'scale a frame')
    const { pts, sampleAspectRatio, colorPrimaries, colorTrc } = frame
    const colorRange = hasFullRange(frame) ? AVCOL_RANGE_MPEG : frame.colorRange
    // The scaler converts RGB to BT.601.
    const colorSpace = frame.colorSpace === AVCOL_SPC_RGB ? AVCOL_SPC_SMPTE170M : frame.colorSpace
    return Object.assign(scaledFrame, { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace })
  }

  return {
    /**
     * Crops and scales a frame. The result is the frame itself if it fits already, or a frame valid until the next
     * call.
     */
    async scale(codedFrame: Frame, area: FrameArea | null): Promise<Frame> {
      if (area) cropper ??= frameCropper()
      const frame = area && cropper ? await cropper.crop(codedFrame, pixelArea(codedFrame, area)) : codedFrame
      return colours.match(await toClipSize(frame))
    },
    /**
     * Whether any frame was of full range or RGB, so that the source's `colr` box does not describe the scaled frames.
     */
    isRecolouring: () => isRecolouring,
    close(): void {
      context?.freeContext()
      scaledFrame?.free()
      mapper?.close()
      cropper?.close()
      colours.close()
    },
  }
}
