import { AAC_RATES } from '../../bitstream/aac/audio-specific-config.ts'
import { leadingProgramConfig, withProgramConfig } from '../../bitstream/aac/program-config.ts'
import type { AudioCodecName } from '../../bitstream/codec-names.ts'

export interface AudioFrameHeader {
  codec: AudioCodecName
  headerBytes: number
  frameBytes: number
  sampleRate: number
  /** 0: only the program config element of another frame names them. */
  channels: number
  samples: number
  /** Of MP3: the average length of frames of its bitrate, which padding makes up. */
  meanBytes?: number
  /** For AAC: the configuration of its decoder, by the header. */
  configuration: Uint8Array | null
}

export type HeaderReader = (bytes: Buffer, at: number) => AudioFrameHeader | null

/** ADTS (ISO/IEC 13818-7, 6.2). */
export const readAdtsHeader: HeaderReader = (bytes, at) => {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return null
  const objectType = (bytes[at + 2]! >> 6) + 1
  const rateIndex = (bytes[at + 2]! >> 2) & 15
  const channels = ((bytes[at + 2]! & 1) << 2) | (bytes[at + 3]! >> 6)
  const frameBytes = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5)
  const sampleRate = AAC_RATES[rateIndex]
  const headerBytes = bytes[at + 1]! & 1 ? 7 : 9
  if (!sampleRate || frameBytes <= headerBytes) return null
  const configuration = Uint8Array.of((objectType << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3))
  const program = channels === 0 ? leadingProgramConfig(bytes.subarray(at + headerBytes, at + frameBytes)) : null
  return {
    codec: 'aac',
    headerBytes,
    frameBytes,
    sampleRate,
    channels: channels === 7 ? 8 : (program?.channels ?? channels),
    samples: 1024,
    configuration: program ? withProgramConfig(configuration, program) : configuration,
  }
}

const MPEG_RATES = [44_100, 48_000, 32_000]
const MPEG_LOW_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const MPEG_BITRATES = {
  mp2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  mp3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
}
const LAYERS = { mp2: 4, mp3: 2 }

/** MPEG audio of layer II or III (ISO/IEC 11172-3, 2.4.1.3). */
function mpegReader(codec: 'mp2' | 'mp3'): HeaderReader {
  return (bytes, at) => {
    if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe6) !== (0xe0 | LAYERS[codec])) return null
    const version = (bytes[at + 1]! >> 3) & 3
    const isFull = version === 3
    const bitrate = (isFull ? MPEG_BITRATES[codec] : MPEG_LOW_BITRATES)[bytes[at + 2]! >> 4]
    const rate = MPEG_RATES[(bytes[at + 2]! >> 2) & 3]
    if (!bitrate || !rate || version === 1) return null
    const sampleRate = isFull ? rate : version === 2 ? rate / 2 : rate / 4
    const samples = isFull || codec === 'mp2' ? 1152 : 576
    const padding = (bytes[at + 2]! >> 1) & 1
    const meanBytes = ((samples / 8) * bitrate * 1000) / sampleRate
    return {
      codec,
      headerBytes: 0,
      frameBytes: Math.floor(meanBytes) + padding,
      meanBytes,
      sampleRate,
      channels: bytes[at + 3]! >> 6 === 3 ? 1 : 2,
      samples,
      configuration: null,
    }
  }
}

export const readMp3Header = mpegReader('mp3')
const readMp2Header = mpegReader('mp2')

/** Stream types 3 and 4 stand for MPEG audio of all layers; null for layers II and III, and for what is no frame. */
export function unreadMpegLayer(frame: Buffer): string | null {
  const isHeader = frame.length > 2 && (frame.readUInt16BE(0) & 0xffe0) === 0xffe0 && frame[2]! < 0xf0
  return isHeader && (frame[1]! & 6) === 6 ? 'MPEG audio layer I' : null
}

const AC3_SYNC = 0x0b77
const AC3_HEADER_BYTES = 8
const AC3_RATES = [48_000, 44_100, 32_000]
const AC3_KILOBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
const AC3_CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5]
/** Above it, the frame is one of E-AC-3. */
const LAST_AC3_VERSION = 10

/** AC-3 and E-AC-3 (ETSI TS 102 366, 4.3 and E.1.2), with the frames of further channels that follow each. */
const readAc3Header: HeaderReader = (bytes, at) => {
  const first = ac3Frame(bytes, at)
  if (!first || first.isFurther) return null
  let { frameBytes } = first
  for (let next = ac3Frame(bytes, at + frameBytes); next?.isFurther; next = ac3Frame(bytes, at + frameBytes)) {
    frameBytes += next.frameBytes
  }
  return { ...first.header, frameBytes }
}

function ac3Frame(bytes: Buffer, at: number) {
  if (at + AC3_HEADER_BYTES > bytes.length || bytes.readUInt16BE(at) !== AC3_SYNC) return null
  return bytes[at + 5]! >> 3 > LAST_AC3_VERSION ? enhancedAc3Frame(bytes, at) : plainAc3Frame(bytes, at)
}

function plainAc3Frame(bytes: Buffer, at: number) {
  const sampleRate = AC3_RATES[bytes[at + 4]! >> 6]
  const sizeCode = bytes[at + 4]! & 0x3f
  const kilobits = AC3_KILOBITS[sizeCode >> 1]
  if (!sampleRate || !kilobits) return null
  const words = Math.floor((kilobits * 1000 * 96) / sampleRate) + (sampleRate === 44_100 ? sizeCode & 1 : 0)
  const mode = bytes[at + 6]! >> 5
  // Between the mode and the flag of the low frequencies stand two bits for each way of mixing that the mode allows.
  const skipped = (mode & 1 && mode !== 1 ? 2 : 0) + (mode & 4 ? 2 : 0) + (mode === 2 ? 2 : 0)
  const hasLowFrequencies = ((bytes.readUInt16BE(at + 6) >> (12 - skipped)) & 1) === 1
  const channels = AC3_CHANNELS[mode]! + (hasLowFrequencies ? 1 : 0)
  const header = { codec: 'ac3', headerBytes: 0, sampleRate, channels, samples: 1536, configuration: null } as const
  return { header, frameBytes: words * 2, isFurther: false }
}

const BLOCK_SAMPLES = 256
const BLOCKS = [1, 2, 3, 6]
const HALVED_RATE = 3

function enhancedAc3Frame(bytes: Buffer, at: number) {
  const word = bytes.readUInt16BE(at + 2)
  const coded = bytes[at + 4]!
  const rateCode = coded >> 6
  const blocksCode = (coded >> 4) & 3
  const isHalved = rateCode === HALVED_RATE
  const rate = AC3_RATES[isHalved ? blocksCode : rateCode]
  if (!rate) return null
  const sampleRate = isHalved ? rate / 2 : rate
  const samples = BLOCK_SAMPLES * (isHalved ? 6 : BLOCKS[blocksCode]!)
  const channels = AC3_CHANNELS[(coded >> 1) & 7]! + (coded & 1)
  const header = { codec: 'eac3', headerBytes: 0, sampleRate, channels, samples, configuration: null } as const
  // A dependent substream has channels of the one before, another independent one is another programme.
  const isFurther = word >> 14 === 1 || (word >> 11) % 8 > 0
  return { header, frameBytes: ((word & 0x7ff) + 1) * 2, isFurther }
}

/** Headers of every codec: their first two bytes differ. */
const readFrameHeader: HeaderReader = (bytes, at) =>
  readAdtsHeader(bytes, at) ?? readMp3Header(bytes, at) ?? readMp2Header(bytes, at) ?? readAc3Header(bytes, at)

export interface AudioFrame {
  header: AudioFrameHeader
  /** When it is decoded, in ticks of 90 kHz; the frames of one packet follow each other. */
  tick: number
  /** As MP4 would store it: an AAC frame without its header. */
  data: Buffer
}

const TICKS = 90_000

/** The state after parsing a run of audio: a frame may have begun that continues elsewhere. */
export interface AudioRest {
  bytes: Buffer
  /** When what comes next is decoded; null: not known. */
  tick: number | null
  /** The decode time, by the packets, of the first frame that begins at or after a place in the bytes. */
  stamps: readonly EstimatedTime[]
  /** Codec of the last frame; null: there was none. */
  codec: AudioCodecName | null
  isInStep: boolean
  /** Frames without a gap that wait for the first timestamp, from which theirs follow; null: too many did. */
  untimed: readonly UntimedFrame[] | null
}

type UntimedFrame = Omit<AudioFrame, 'tick'>

interface EstimatedTime {
  at: number
  tick: number
}

const NO_REST: AudioRest = { bytes: Buffer.alloc(0), tick: null, stamps: [], codec: null, isInStep: false, untimed: [] }

/** Some ten seconds; streams without a timestamp for longer are not waited for. */
const MOST_UNTIMED = 512
/** The longest of the headers. */
const HEADER_BYTES = 8

const ticksOf = ({ samples, sampleRate }: AudioFrameHeader): number => (samples * TICKS) / sampleRate

/** Frames that follow each other, the last of which ends when something begins. */
function timedBack(untimed: readonly UntimedFrame[], endTick: number): AudioFrame[] {
  let tick = endTick - untimed.reduce((sum, { header }) => sum + ticksOf(header), 0)
  return untimed.map((frame) => {
    tick += ticksOf(frame.header)
    return { ...frame, tick: Math.round(tick - ticksOf(frame.header)) }
  })
}

/** Splits runs of bytes into frames, of whichever codec they are. A frame may continue in the next run. */
export class AudioFramer {
  #rest: AudioRest

  /** @param rest where another parser stopped, right before the first run */
  constructor(rest: AudioRest = NO_REST) {
    this.#rest = rest
  }

  get rest(): AudioRest {
    return this.#rest
  }

  /** Whether a frame has begun whose end is missing. */
  get isWithinFrame(): boolean {
    const { bytes, isInStep } = this.#rest
    return isInStep && bytes.length > 0
  }

  /** @param startTick when the first frame that begins in this run is decoded; null: right after the one before */
  frames(run: Buffer, startTick: number | null): AudioFrame[] {
    return this.#take(run, startTick).map(({ frame }) => frame)
  }

  /** The frames that began before this run and end in it. Frames that begin in it belong to another reader. */
  completed(run: Buffer): AudioFrame[] {
    const carried = this.#rest.bytes.length
    const taken = this.#take(run, null)
    return taken.filter(({ at }) => at < carried).map(({ frame }) => frame)
  }

  #take(run: Buffer, startTick: number | null): { frame: AudioFrame; at: number }[] {
    const carried = this.#rest.bytes.length
    const bytes = carried > 0 ? Buffer.concat([this.#rest.bytes, run]) : run
    const frames: { frame: AudioFrame; at: number }[] = []
    let { tick, codec, isInStep, untimed } = this.#rest
    let stamps = [...this.#rest.stamps, ...(startTick === null ? [] : [{ at: carried, tick: startTick }])]
    let at = 0
    while (at < bytes.length) {
      const header = readFrameHeader(bytes, at)
      if (!header || (!(isInStep && header.codec === codec) && !isFollowed(bytes, at, header))) {
        if (!header && bytes.length - at < HEADER_BYTES) break
        isInStep = false
        untimed &&= []
        at += 1
        continue
      }
      tick = stamps.findLast((time) => time.at <= at)?.tick ?? tick
      stamps = stamps.filter((time) => time.at > at)
      if (tick !== null && untimed && untimed.length > 0) {
        frames.push(...timedBack(untimed, tick).map((frame) => ({ frame, at: 0 })))
        untimed = []
      }
      if (at + header.frameBytes > bytes.length) break
      isInStep = true
      codec = header.codec
      const data = bytes.subarray(at + header.headerBytes, at + header.frameBytes)
      if (tick !== null) {
        frames.push({ frame: { header, tick: Math.round(tick), data }, at })
        tick += ticksOf(header)
      } else {
        untimed = untimed && untimed.length < MOST_UNTIMED ? [...untimed, { header, data }] : null
      }
      at += header.frameBytes
    }
    this.#rest = {
      bytes: Buffer.from(bytes.subarray(at)),
      tick,
      stamps: stamps.map((time) => ({ ...time, at: time.at - at })),
      codec,
      isInStep,
      untimed,
    }
    return frames
  }
}

/** In the middle of a frame bytes may look like the beginning of one: that is followed by another. */
function isFollowed(bytes: Buffer, at: number, { codec, frameBytes, sampleRate }: AudioFrameHeader): boolean {
  const next = at + frameBytes
  if (next + HEADER_BYTES > bytes.length) return next >= bytes.length || bytes[next] === bytes[at]
  const following = readFrameHeader(bytes, next)
  return following?.codec === codec && following.sampleRate === sampleRate
}
