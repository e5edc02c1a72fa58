import { brokenMedia } from '../api/cutter-error.ts'
import { MAX_PIXELS_AHEAD } from '../api/media-limits.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'
import { buildAvcConfiguration, configurationFromSets } from '../bitstream/h264/avc-configuration.ts'
import { avcSampleEntry, frameColourBoxes, pixelAspectBox } from '../bitstream/sample-entries.ts'
import type { Codecs } from '../codec/codecs.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { FrameScaler, SubtitlePainter, VideoFader } from '../codec/frame-tools.ts'
import type { H264Encoder, H264EncoderConfig, MeasuredQuality } from '../codec/video-codecs.ts'
import type { VideoFrame } from '../codec/video-frame.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { type FrameArea, pixelArea } from '../plan/frame-shape.ts'
import type { ClipPacket, ClipTrack } from '../supply/clip-track.ts'
import { framesAhead, framesWithin } from './frames.ts'
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
  codecs: Codecs
  timescale: number
  /** Parts in the clip's order. */
  parts: TranscodePart[]
  size: { width: number; height: number }
  matrix: Buffer | null
  /** Boxes of the source's sample entry that are valid for frames of any size. */
  displayBoxes: Buffer[]
  settings: H264EncoderConfig
  /** Draws subtitles into each frame before it is encoded; null: no subtitles. */
  painter: SubtitlePainter | null
  /** Darkens the frames at both ends of the clip; null: no fades. */
  fader: VideoFader | null
  onFrame(): void
  signal: AbortSignal | undefined
}

/**
 * Re-encodes every frame of the ranges with a single encoder. The quality is available after all packets were taken,
 * and only for two-pass encoders.
 */
export function transcodedVideo(input: TranscodeInput): { track: ClipTrack; quality(): MeasuredQuality } {
  const { codecs, timescale, parts, size, settings } = input
  const encoder = codecs.h264Encoder(settings)
  const scaler = codecs.frameScaler(size)
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
      const frameBoxes = look ? [...frameColourBoxes(look.colours), ...pixelAspectBox(look.pixelAspect)] : []
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
/** Values of the matrix in ITU-T H.273. */
const RGB_MATRIX = 0
const BT601_MATRIX = 6

/** Changes a `colr` box to the output of the scaler: limited range, and BT.601 instead of RGB. */
function toLimitedColours(box: Buffer): Buffer {
  const isNclx = box.toString('latin1', 8, 12) === 'nclx' && box.length > RANGE_AT
  if (!isNclx) return box
  const limitedBox = Buffer.from(box)
  if (box.readUInt16BE(MATRIX_AT) === RGB_MATRIX) limitedBox.writeUInt16BE(BT601_MATRIX, MATRIX_AT)
  limitedBox.writeUInt8(0, RANGE_AT)
  return limitedBox
}

async function* transcode(
  input: TranscodeInput,
  encoder: H264Encoder,
  scaler: FrameScaler,
): AsyncGenerator<ClipPacket, void> {
  const { codecs, signal, painter, fader, timescale } = input
  let startTick = 0
  try {
    for (const { stream, packets, window, area } of input.parts) {
      const range = { fromTick: window.firstTick, toTick: window.lastTick + 1, frames: window.frames }
      const counter =
        window.frames === null && isNativeCodec(stream.codec) ? countShownFrames(stream.codec, packets(), range) : null
      const frames = framesWithin(codecs, stream, counter?.packets ?? packets(), range, signal)
      let frameCount = 0
      for await (const frame of isTooLargeToDecodeAhead(stream)
        ? withoutDecodingAhead(frames)
        : framesAhead(frames, stream)) {
        const { codedWidth: width, codedHeight: height, timestamp } = frame
        const scaledFrame = await scaler.scale(frame, area && pixelArea({ width, height }, area))
        const tick = startTick + timestamp - window.firstTick
        const paintedFrame = painter ? await painter.paint(scaledFrame, tick / timescale) : scaledFrame
        const clipFrame = fader ? await fader.fade(paintedFrame, tick / timescale) : paintedFrame
        for (const chunk of await encoder.encode(clipFrame, tick)) yield toClipPacket(chunk, 0)
        frameCount += 1
        input.onFrame()
      }
      const expectedCount = window.frames ?? Math.max(1, counter?.frames() ?? frameCount)
      if (frameCount !== expectedCount) {
        throw brokenMedia(`Of ${expectedCount} frames only ${frameCount} could be decoded.`)
      }
      startTick += window.endTick - window.firstTick
    }
    for (const chunk of await encoder.flush()) yield toClipPacket(chunk, 0)
  } finally {
    scaler.close()
    encoder.close()
    fader?.close()
    await painter?.close()
  }
}

function isTooLargeToDecodeAhead({ width, height }: FrameStream): boolean {
  return width * height > MAX_PIXELS_AHEAD
}

async function* withoutDecodingAhead(frames: AsyncIterable<{ frame: VideoFrame }>): AsyncGenerator<VideoFrame, void> {
  for await (const { frame } of frames) yield frame
}
