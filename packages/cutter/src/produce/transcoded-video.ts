import type { Frame } from 'node-av/lib'
import { decodeFrames, type FrameStream } from '../codec/decode-frames.ts'
import { type EncodedFrame, FrameEncoder, type FrameEncoderSettings } from '../codec/frame-encoder.ts'
import { FrameScaler } from '../codec/frame-scaler.ts'
import { CutterError } from '../cutter-error.ts'
import { buildAvcConfiguration, configurationFromEncoder } from '../h264/avc-configuration.ts'
import { isFrameNal, joinLengthPrefixed } from '../h264/nal-units.ts'
import type { LoadedPacket } from '../index/packet-ref.ts'
import { LARGE_PIXELS } from '../media-limits.ts'
import { avcSampleEntry, colourBox, pixelAspectBox } from '../write/sample-entries.ts'
import type { ClipPacket, ClipTrack } from './clip-track.ts'
import { framesAhead } from './frames-ahead.ts'
import { framesWithin } from './frames-within.ts'
import { type Made, nearestInSize } from './nearest-size.ts'
import { QUALITIES_FOR_SIZE, SizeSteering } from './size-steering.ts'

/** One range of the clip. */
export interface TranscodePart {
  stream: FrameStream
  /** In decode order, beginning with a frame that needs no earlier one. */
  packets(): AsyncIterable<LoadedPacket>
  /** endTick: when the last frame ends; frames from there on do not belong to the clip. */
  window: { firstTick: number; lastTick: number; endTick: number }
}

export interface TranscodeInput {
  timescale: number
  /** In the clip's order. */
  parts: TranscodePart[]
  size: { width: number; height: number }
  matrix: Buffer | null
  /** Those of the source that hold for frames of any size. */
  displayBoxes: Buffer[]
  settings: FrameEncoderSettings
  /** Of what the source takes for these frames; null: whatever the settings make. */
  share: number | null
  /** What all frames are to take: they are made again until they do. Of few enough to be held; null: they are made once. */
  wantedBytes: number | null
  onFrame(): void
  signal: AbortSignal | undefined
}

/** Decodes and encodes every frame of the ranges, and no other. One encoder makes them all. */
export function transcodedVideo(input: TranscodeInput): ClipTrack {
  const { timescale, parts, size, settings, share, wantedBytes } = input
  const endTick = parts.reduce((sum, { window }) => sum + window.endTick - window.firstTick, 0)
  const steering = share === null ? null : new SizeSteering(share, { timescale, endTick }, settings.quality)
  const used: { encoder: FrameEncoder } = { encoder: new FrameEncoder(settings) }
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
      // What the container says about pixels and colours goes before what the frames say.
      const own = new Set(input.displayBoxes.map((box) => box.toString('latin1', 4, 8)))
      const seen = look ? [...colourBox(look), ...pixelAspectBox(look)] : []
      const boxes = [...input.displayBoxes, ...seen.filter((box) => !own.has(box.toString('latin1', 4, 8)))]
      return avcSampleEntry(size.width, size.height, configuration, boxes)
    },
    display: { ...size, matrix: input.matrix },
  }
}

interface MadeFrames extends Made {
  packets: ClipPacket[]
  encoder: FrameEncoder
}

/** Steered, and where that comes out wrong, of so few frames, once more with one quality for all. */
async function* transcodeToSize(
  input: TranscodeInput,
  { steering, wantedBytes }: { steering: SizeSteering; wantedBytes: number },
  used: { encoder: FrameEncoder },
): AsyncGenerator<ClipPacket, void> {
  const cached = { ...input, parts: input.parts.map((part) => ({ ...part, packets: cachedPackets(part.packets) })) }
  const made = async (work: TranscodeInput, encoder: FrameEncoder, by: SizeSteering | null) => {
    const packets: ClipPacket[] = []
    for await (const packet of transcode(work, encoder, by)) {
      packets.push(packet)
    }
    return { packets, encoder, bytes: packets.reduce((sum, { data }) => sum + data.length, 0) }
  }
  const first: MadeFrames = { ...(await made(cached, used.encoder, steering)), quality: steering.meanQuality }
  const again = async (quality: number): Promise<MadeFrames> => {
    const encoder = new FrameEncoder({ ...input.settings, quality })
    return { ...(await made({ ...cached, onFrame: () => {} }, encoder, null)), quality }
  }
  const nearest = await nearestInSize(first, { bytes: wantedBytes, ...QUALITIES_FOR_SIZE }, again)
  used.encoder = nearest.encoder
  yield* nearest.packets
}

/** What is read the first time is there at once the next time. */
function cachedPackets(packets: () => AsyncIterable<LoadedPacket>): () => AsyncIterable<LoadedPacket> {
  const cached: LoadedPacket[] = []
  let isComplete = false
  return async function* () {
    if (isComplete) {
      yield* cached
      return
    }
    for await (const packet of packets()) {
      cached.push(packet)
      yield packet
    }
    isComplete = true
  }
}

async function* transcode(
  input: TranscodeInput,
  encoder: FrameEncoder,
  steering: SizeSteering | null,
): AsyncGenerator<ClipPacket, void> {
  const { size, signal } = input
  const scaler = new FrameScaler(size.width, size.height)
  let startTick = 0
  try {
    for (const { stream, packets, window } of input.parts) {
      const shown = { fromTick: window.firstTick, toTick: window.lastTick + 1 }
      let made = 0
      const keys = new SourceKeys(input.timescale)
      const isSized = steering !== null || input.wantedBytes !== null
      const read = isSized ? noted(packets(), shown, startTick, { steering, keys }) : packets()
      const frames = framesWithin(decodeFrames(stream, read, signal), shown)
      for await (const frame of isLarge(stream) ? alone(frames) : framesAhead(frames, stream)) {
        const clipTick = startTick + Number(frame.pts) - window.firstTick
        const videoFrame = await scaler.scale(frame)
        videoFrame.pts = BigInt(clipTick)
        if (steering && clipTick === 0) {
          await tryFirst(videoFrame, input.settings, steering)
        }
        steering?.asked(clipTick)
        yield* clipPackets(await encoder.encode(videoFrame, steering?.quality, keys.isAt(clipTick)), steering)
        made += 1
        input.onFrame()
      }
      if (made === 0) {
        throw new CutterError('broken_media', 'No frame of the range could be decoded.')
      }
      startTick += window.endTick - window.firstTick
    }
    yield* clipPackets(await encoder.finish(), steering)
  } finally {
    scaler.close()
    encoder.close()
  }
}

/** Of large frames even two more are too many beside those that decoder and encoder keep. */
function isLarge({ width, height }: FrameStream): boolean {
  return width * height > LARGE_PIXELS
}

async function* alone(frames: AsyncIterable<{ frame: Frame }>): AsyncGenerator<Frame, void> {
  for await (const { frame } of frames) {
    yield frame
  }
}

/** Nearer to each other they would cost more than they are good for. */
const LEAST_KEY_SECONDS = 1

/** Where the source's keyframes are, there are the clip's: by them its bytes are told, even where nothing moves. */
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

/** Tells what the source takes for each frame; the first one needs what the keyframe takes that it leans on. */
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

/** Once; and where the first frame is encoded as it is tried, until its quality is right. */
async function tryFirst(videoFrame: Frame, settings: FrameEncoderSettings, steering: SizeSteering): Promise<void> {
  const isAsTried = settings.bFrames === 0 && settings.lookaheadFrames === 0
  for (let trial = 1; trial <= (isAsTried ? MOST_TRIALS : 1); trial++) {
    const { quality } = steering
    steering.tried(await bytesAlone(videoFrame, { ...settings, quality }), quality, isAsTried ? 1 : undefined)
  }
}

/** What a frame takes that leans on no other. */
async function bytesAlone(videoFrame: Frame, settings: FrameEncoderSettings): Promise<number> {
  const encoder = new FrameEncoder({ ...settings, bFrames: 0, lookaheadFrames: 0 })
  try {
    return [...(await encoder.encode(videoFrame)), ...(await encoder.finish())].reduce((sum, one) => sum + sizeOf(one), 0)
  } finally {
    encoder.close()
  }
}

function sizeOf({ nals }: EncodedFrame): number {
  return nals.filter(isFrameNal).reduce((sum, nal) => sum + nal.length, 0)
}

function clipPackets(videoFrames: readonly EncodedFrame[], steering: SizeSteering | null): ClipPacket[] {
  return videoFrames.map(({ pts, isKey, nals }) => {
    const data = joinLengthPrefixed(nals.filter(isFrameNal), 4)
    steering?.encoded(pts, data.length)
    return { pts, isSync: isKey, data }
  })
}
