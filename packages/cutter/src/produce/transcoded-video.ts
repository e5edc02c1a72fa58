import { decodePictures, type PictureStream } from '../codec/decode-pictures.ts'
import { type EncodedPicture, PictureEncoder, type PictureEncoderSettings } from '../codec/picture-encoder.ts'
import { PictureScaler } from '../codec/picture-scaler.ts'
import { CutterError } from '../cutter-error.ts'
import { buildAvcConfiguration, configurationFromEncoder } from '../h264/avc-configuration.ts'
import { isPictureNal, joinLengthPrefixed } from '../h264/nal-units.ts'
import type { LoadedPacket } from '../index/packet-ref.ts'
import { avcSampleEntry, colourBox, pixelAspectBox } from '../write/sample-entries.ts'
import type { ClipPacket, ClipTrack } from './clip-track.ts'
import { framesWithin } from './frames-within.ts'

/** One range of the clip. */
export interface TranscodePart {
  stream: PictureStream
  /** In decode order, beginning with a picture that needs no earlier one. */
  packets(): AsyncIterable<LoadedPacket>
  /** endTick: when the last picture ends; pictures from there on do not belong to the clip. */
  window: { firstTick: number; lastTick: number; endTick: number }
}

export interface TranscodeInput {
  timescale: number
  /** In the clip's order. */
  parts: TranscodePart[]
  size: { width: number; height: number }
  matrix: Buffer | null
  /** Those of the source that hold for pictures of any size. */
  displayBoxes: Buffer[]
  settings: PictureEncoderSettings
  onFrame(): void
  signal: AbortSignal | undefined
}

/** Decodes and encodes every picture of the ranges, and no other. One encoder makes them all. */
export function transcodedVideo(input: TranscodeInput): ClipTrack {
  const { timescale, parts, size, settings } = input
  const encoder = new PictureEncoder(settings)
  return {
    kind: 'video',
    timescale,
    endTick: parts.reduce((sum, { window }) => sum + window.endTick - window.firstTick, 0),
    packets: transcode(input, encoder),
    sampleEntry() {
      const { sps, pps } = encoder.parameterSets
      const configuration = buildAvcConfiguration(configurationFromEncoder(sps, pps))
      const look = encoder.look
      // What the container says about pixels and colours goes before what the pictures say.
      const own = new Set(input.displayBoxes.map((box) => box.toString('latin1', 4, 8)))
      const seen = look ? [...colourBox(look), ...pixelAspectBox(look)] : []
      const boxes = [...input.displayBoxes, ...seen.filter((box) => !own.has(box.toString('latin1', 4, 8)))]
      return avcSampleEntry(size.width, size.height, configuration, boxes)
    },
    display: { ...size, matrix: input.matrix },
  }
}

async function* transcode(input: TranscodeInput, encoder: PictureEncoder): AsyncGenerator<ClipPacket, void> {
  const { size, signal } = input
  const scaler = new PictureScaler(size.width, size.height)
  let startTick = 0
  try {
    for (const { stream, packets, window } of input.parts) {
      const shown = { fromTick: window.firstTick, toTick: window.lastTick + 1 }
      let frames = 0
      for await (const { frame, tick } of framesWithin(decodePictures(stream, packets(), signal), shown)) {
        const picture = await scaler.scale(frame)
        picture.pts = BigInt(startTick + tick - window.firstTick)
        yield* clipPackets(await encoder.encode(picture))
        frames += 1
        input.onFrame()
      }
      if (frames === 0) {
        throw new CutterError('broken_media', 'No picture of the range could be decoded.')
      }
      startTick += window.endTick - window.firstTick
    }
    yield* clipPackets(await encoder.finish())
  } finally {
    scaler.close()
    encoder.close()
  }
}

function clipPackets(pictures: readonly EncodedPicture[]): ClipPacket[] {
  return pictures.map(({ pts, isKey, nals }) => ({
    pts,
    isSync: isKey,
    data: joinLengthPrefixed(nals.filter(isPictureNal), 4),
  }))
}
