import type { Frame } from 'node-av/lib'
import { decodePictures, type PictureStream } from '../codec/decode-pictures.ts'
import { type EncodedPicture, PictureEncoder, type PictureEncoderSettings } from '../codec/picture-encoder.ts'
import { PictureScaler } from '../codec/picture-scaler.ts'
import { CutterError } from '../cutter-error.ts'
import type { LoadedPacket } from '../demux/common/packet-ref.ts'
import { buildAvcConfiguration, configurationFromEncoder } from '../h264/avc-configuration.ts'
import { isPictureNal, joinLengthPrefixed } from '../h264/nal-units.ts'
import { LARGE_PIXELS } from '../media-limits.ts'
import { avcSampleEntry, colourBox, pixelAspectBox } from '../write/sample-entries.ts'
import type { ClipPacket, ClipTrack } from './clip-track.ts'
import { framesAhead } from './frames-ahead.ts'
import { framesWithin } from './frames-within.ts'
import { type Made, nearestInSize } from './nearest-size.ts'
import { QUALITIES_FOR_SIZE, SizeSteering } from './size-steering.ts'

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
  /** Of what the source takes for these pictures; null: whatever the settings make. */
  share: number | null
  /** What all pictures are to take: they are made again until they do. Of few enough to be held; null: they are made once. */
  wantedBytes: number | null
  onFrame(): void
  signal: AbortSignal | undefined
}

/** Decodes and encodes every picture of the ranges, and no other. One encoder makes them all. */
export function transcodedVideo(input: TranscodeInput): ClipTrack {
  const { timescale, parts, size, settings, share, wantedBytes } = input
  const endTick = parts.reduce((sum, { window }) => sum + window.endTick - window.firstTick, 0)
  const steering = share === null ? null : new SizeSteering(share, { timescale, endTick }, settings.quality)
  const used: { encoder: PictureEncoder } = { encoder: new PictureEncoder(settings) }
  return {
    kind: 'video',
    timescale,
    endTick,
    packets:
      steering && wantedBytes !== null
        ? transcodeToSize(input, { steering, wantedBytes }, used)
        : transcode(input, used.encoder, steering),
    sampleEntry() {
      const { sps, pps } = used.encoder.parameterSets
      const configuration = buildAvcConfiguration(configurationFromEncoder(sps, pps))
      const look = used.encoder.look
      // What the container says about pixels and colours goes before what the pictures say.
      const own = new Set(input.displayBoxes.map((box) => box.toString('latin1', 4, 8)))
      const seen = look ? [...colourBox(look), ...pixelAspectBox(look)] : []
      const boxes = [...input.displayBoxes, ...seen.filter((box) => !own.has(box.toString('latin1', 4, 8)))]
      return avcSampleEntry(size.width, size.height, configuration, boxes)
    },
    display: { ...size, matrix: input.matrix },
  }
}

interface MadePictures extends Made {
  packets: ClipPacket[]
  encoder: PictureEncoder
}

/** Steered, and where that comes out wrong, of so few pictures, once more with one quality for all. */
async function* transcodeToSize(
  input: TranscodeInput,
  { steering, wantedBytes }: { steering: SizeSteering; wantedBytes: number },
  used: { encoder: PictureEncoder },
): AsyncGenerator<ClipPacket, void> {
  const kept = { ...input, parts: input.parts.map((part) => ({ ...part, packets: keptPackets(part.packets) })) }
  const made = async (work: TranscodeInput, encoder: PictureEncoder, by: SizeSteering | null) => {
    const packets: ClipPacket[] = []
    for await (const packet of transcode(work, encoder, by)) {
      packets.push(packet)
    }
    return { packets, encoder, bytes: packets.reduce((sum, { data }) => sum + data.length, 0) }
  }
  const first: MadePictures = { ...(await made(kept, used.encoder, steering)), quality: steering.meanQuality }
  const again = async (quality: number): Promise<MadePictures> => {
    const encoder = new PictureEncoder({ ...input.settings, quality })
    return { ...(await made({ ...kept, onFrame: () => {} }, encoder, null)), quality }
  }
  const nearest = await nearestInSize(first, { bytes: wantedBytes, ...QUALITIES_FOR_SIZE }, again)
  used.encoder = nearest.encoder
  yield* nearest.packets
}

/** What is read the first time is there at once the next time. */
function keptPackets(packets: () => AsyncIterable<LoadedPacket>): () => AsyncIterable<LoadedPacket> {
  const kept: LoadedPacket[] = []
  let isComplete = false
  return async function* () {
    if (isComplete) {
      yield* kept
      return
    }
    for await (const packet of packets()) {
      kept.push(packet)
      yield packet
    }
    isComplete = true
  }
}

async function* transcode(
  input: TranscodeInput,
  encoder: PictureEncoder,
  steering: SizeSteering | null,
): AsyncGenerator<ClipPacket, void> {
  const { size, signal } = input
  const scaler = new PictureScaler(size.width, size.height)
  let startTick = 0
  try {
    for (const { stream, packets, window } of input.parts) {
      const shown = { fromTick: window.firstTick, toTick: window.lastTick + 1 }
      let made = 0
      const keys = new SourceKeys(input.timescale)
      const isSized = steering !== null || input.wantedBytes !== null
      const read = isSized ? noted(packets(), shown, startTick, { steering, keys }) : packets()
      const frames = framesWithin(decodePictures(stream, read, signal), shown)
      for await (const frame of isLarge(stream) ? alone(frames) : framesAhead(frames, stream)) {
        const clipTick = startTick + Number(frame.pts) - window.firstTick
        const picture = await scaler.scale(frame)
        picture.pts = BigInt(clipTick)
        if (steering && clipTick === 0) {
          await tryFirst(picture, input.settings, steering)
        }
        steering?.asked(clipTick)
        yield* clipPackets(await encoder.encode(picture, steering?.quality, keys.isAt(clipTick)), steering)
        made += 1
        input.onFrame()
      }
      if (made === 0) {
        throw new CutterError('broken_media', 'No picture of the range could be decoded.')
      }
      startTick += window.endTick - window.firstTick
    }
    yield* clipPackets(await encoder.finish(), steering)
  } finally {
    scaler.close()
    encoder.close()
  }
}

/** Of large pictures even two more are too many beside those that decoder and encoder keep. */
function isLarge({ width, height }: PictureStream): boolean {
  return width * height > LARGE_PIXELS
}

async function* alone(frames: AsyncIterable<{ frame: Frame }>): AsyncGenerator<Frame, void> {
  for await (const { frame } of frames) {
    yield frame
  }
}

/** Nearer to each other they would cost more than they are good for. */
const LEAST_KEY_SECONDS = 1

/** Where the source's key pictures are, there are the clip's: by them its bytes are told, even where nothing moves. */
class SourceKeys {
  readonly #leastTicks: number
  readonly #ticks = new Set<number>()
  #latest = 0

  constructor(timescale: number) {
    this.#leastTicks = LEAST_KEY_SECONDS * timescale
  }

  add(tick: number): void {
    this.#ticks.add(tick)
  }

  isAt(tick: number): boolean {
    const isKey = this.#ticks.delete(tick) && tick - this.#latest >= this.#leastTicks
    this.#latest = isKey ? tick : this.#latest
    return isKey
  }
}

/** Tells what the source takes for each picture; the first one needs what the key picture takes that it leans on. */
async function* noted(
  packets: AsyncIterable<LoadedPacket>,
  { fromTick, toTick }: { fromTick: number; toTick: number },
  startTick: number,
  { steering, keys }: { steering: SizeSteering | null; keys: SourceKeys },
): AsyncGenerator<LoadedPacket, void> {
  let leadBytes = 0
  for await (const packet of packets) {
    const { pts, isSync, data } = packet
    if (pts < fromTick) {
      leadBytes = isSync ? data.length : leadBytes
    } else if (pts < toTick) {
      const isFirst = pts === fromTick
      if (isSync) {
        keys.add(startTick + pts - fromTick)
      }
      steering?.read(startTick + pts - fromTick, isFirst ? Math.max(leadBytes, data.length) : data.length)
    }
    yield packet
  }
}

const MOST_TRIALS = 3

/** Once; and where the first picture is encoded as it is tried, until its quality is right. */
async function tryFirst(picture: Frame, settings: PictureEncoderSettings, steering: SizeSteering): Promise<void> {
  const isAsTried = settings.bFrames === 0 && settings.lookaheadFrames === 0
  for (let trial = 1; trial <= (isAsTried ? MOST_TRIALS : 1); trial++) {
    const { quality } = steering
    steering.tried(await bytesAlone(picture, { ...settings, quality }), quality, isAsTried ? 1 : undefined)
  }
}

/** What a picture takes that leans on no other. */
async function bytesAlone(picture: Frame, settings: PictureEncoderSettings): Promise<number> {
  const encoder = new PictureEncoder({ ...settings, bFrames: 0, lookaheadFrames: 0 })
  try {
    return [...(await encoder.encode(picture)), ...(await encoder.finish())].reduce((sum, one) => sum + sizeOf(one), 0)
  } finally {
    encoder.close()
  }
}

function sizeOf({ nals }: EncodedPicture): number {
  return nals.filter(isPictureNal).reduce((sum, nal) => sum + nal.length, 0)
}

function clipPackets(pictures: readonly EncodedPicture[], steering: SizeSteering | null): ClipPacket[] {
  return pictures.map(({ pts, isKey, nals }) => {
    const data = joinLengthPrefixed(nals.filter(isPictureNal), 4)
    steering?.encoded(pts, data.length)
    return { pts, isSync: isKey, data }
  })
}
