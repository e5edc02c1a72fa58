import { decodePictures, type PictureStream } from '../codec/decode-pictures.ts'
import { PictureEncoder, type PictureEncoderSettings } from '../codec/picture-encoder.ts'
import { PictureScaler } from '../codec/picture-scaler.ts'
import { CutterError } from '../cutter-error.ts'
import { buildAvcConfiguration, configurationFromEncoder } from '../h264/avc-configuration.ts'
import { isPictureNal, joinLengthPrefixed } from '../h264/nal-units.ts'
import type { LoadedPacket } from '../index/packet-ref.ts'
import { avcSampleEntry, colourBox, pixelAspectBox } from '../write/sample-entries.ts'
import type { ClipPacket, ClipTrack } from './clip-track.ts'
import { encodeWindow } from './encode-window.ts'

export interface TranscodeInput {
  stream: PictureStream
  /** In decode order, beginning with a picture that needs no earlier one. */
  packets: AsyncIterable<LoadedPacket>
  /** endTick: when the last picture ends; pictures from there on do not belong to the clip. */
  window: { firstTick: number; lastTick: number; endTick: number }
  size: { width: number; height: number }
  matrix: Buffer | null
  settings: PictureEncoderSettings
  onFrame(tick: number): void
  signal: AbortSignal | undefined
}

/** Decodes and encodes every picture of the range, and no other. */
export function transcodedVideo(input: TranscodeInput): ClipTrack {
  const { stream, window, size, settings } = input
  const encoder = new PictureEncoder(settings)
  return {
    kind: 'video',
    timescale: stream.timescale,
    endTick: window.endTick - window.firstTick,
    packets: transcode(input, encoder),
    sampleEntry() {
      const { sps, pps } = encoder.parameterSets
      const configuration = buildAvcConfiguration(configurationFromEncoder(sps, pps))
      const look = encoder.look
      const boxes = look ? [...colourBox(look), ...pixelAspectBox(look)] : []
      return avcSampleEntry(size.width, size.height, configuration, boxes)
    },
    display: { ...size, matrix: input.matrix },
  }
}

async function* transcode(input: TranscodeInput, encoder: PictureEncoder): AsyncGenerator<ClipPacket, void> {
  const { stream, packets, window, size, signal } = input
  const scaler = new PictureScaler(size.width, size.height)
  let firstSeen: number | null = null
  const onFrame = (tick: number) => {
    firstSeen ??= tick
    input.onFrame(tick)
  }
  try {
    const pictures = decodePictures(stream, packets, signal)
    const range = { fromTick: window.firstTick, toTick: window.lastTick + 1 }
    for await (const { pts, isKey, nals } of encodeWindow(pictures, range, encoder, scaler, onFrame)) {
      const data = joinLengthPrefixed(nals.filter(isPictureNal), 4)
      yield { pts: pts - window.firstTick, isSync: isKey, data }
    }
    if (firstSeen === null) {
      throw new CutterError('broken_media', 'No picture of the range could be decoded.')
    }
  } finally {
    scaler.close()
    encoder.close()
  }
}
