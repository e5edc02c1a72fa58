import { AAC_RATES } from '../../bitstream/aac/audio-specific-config.ts'
import { leadingProgramConfig, withProgramConfig } from '../../bitstream/aac/program-config.ts'
import type { AudioCodecName } from '../../bitstream/codec-names.ts'

export interface AudioFrameHeader {
  codec: AudioCodecName
  headerBytes: number
  frameBytes: number
  sampleRate: number
  /** Number of channels; 0 if only the program config element of another frame gives it. */
  channels: number
  samples: number
  /** Average size of MPEG audio frames with this bitrate, padding included. */
  meanBytes?: number
  /** AudioSpecificConfig of AAC, from the header; null for other codecs. */
  configuration: Uint8Array | null
}

export type HeaderReader = (bytes: Buffer, at: number) => AudioFrameHeader | null

/** Reads an ADTS header (ISO/IEC 13818-7, 6.2). */
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
const LAYER_BITS = { mp2: 4, mp3: 2 }

/** Creates a reader of MPEG audio headers, for layer II or III (ISO/IEC 11172-3, 2.4.1.3). */
function mpegReader(codec: 'mp2' | 'mp3'): HeaderReader {
  return (bytes, at) => {
    if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe6) !== (0xe0 | LAYER_BITS[codec]))
      return null
    const version = (bytes[at + 1]! >> 3) & 3
    const isMpeg1 = version === 3
    const bitrate = (isMpeg1 ? MPEG_BITRATES[codec] : MPEG_LOW_BITRATES)[bytes[at + 2]! >> 4]
    const rate = MPEG_RATES[(bytes[at + 2]! >> 2) & 3]
    if (!bitrate || !rate || version === 1) return null
    const sampleRate = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4
    const samples = isMpeg1 || codec === 'mp2' ? 1152 : 576
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
export const readMp2Header = mpegReader('mp2')

/**
 * Name of MPEG audio that Kerf does not read: layer I. Null for layers II and III, and for bytes that are no frame.
 * Stream types 3 and 4 have audio of all layers.
 */
export function unreadableMpegLayer(frame: Buffer): string | null {
  const isHeader = frame.length > 2 && (frame.readUInt16BE(0) & 0xffe0) === 0xffe0 && frame[2]! < 0xf0
  return isHeader && (frame[1]! & 6) === 6 ? 'MPEG audio layer I' : null
}

const AC3_SYNC = 0x0b77
const AC3_HEADER_BYTES = 8
const AC3_RATES = [48_000, 44_100, 32_000]
const AC3_KILOBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
const AC3_CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5]
/** Highest bitstream version of AC-3. Higher versions are E-AC-3. */
const LAST_AC3_VERSION = 10

/** Reads an AC-3 or E-AC-3 header (ETSI TS 102 366, 4.3 and E.1.2). The frame includes its dependent substreams. */
const readAc3Header: HeaderReader = (bytes, at) => {
  const mainFrame = ac3Frame(bytes, at)
  if (!mainFrame || mainFrame.isFurtherSubstream) return null
  let { frameBytes } = mainFrame
  for (
    let frame = ac3Frame(bytes, at + frameBytes);
    frame?.isFurtherSubstream;
    frame = ac3Frame(bytes, at + frameBytes)
  ) {
    frameBytes += frame.frameBytes
  }
  return { ...mainFrame.header, frameBytes }
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
  // Two bits for each mix level of the mode precede the flag of the low-frequency channel.
  const mixLevelBits = (mode & 1 && mode !== 1 ? 2 : 0) + (mode & 4 ? 2 : 0) + (mode === 2 ? 2 : 0)
  const hasLfeChannel = ((bytes.readUInt16BE(at + 6) >> (12 - mixLevelBits)) & 1) === 1
  const channels = AC3_CHANNELS[mode]! + (hasLfeChannel ? 1 : 0)
  const header = { codec: 'ac3', headerBytes: 0, sampleRate, channels, samples: 1536, configuration: null } as const
  return { header, frameBytes: words * 2, isFurtherSubstream: false }
}

const BLOCK_SAMPLES = 256
const BLOCK_COUNTS = [1, 2, 3, 6]
const HALF_RATE_CODE = 3

function enhancedAc3Frame(bytes: Buffer, at: number) {
  const word = bytes.readUInt16BE(at + 2)
  const formByte = bytes[at + 4]!
  const rateCode = formByte >> 6
  const blocksCode = (formByte >> 4) & 3
  const isHalfRate = rateCode === HALF_RATE_CODE
  const rate = AC3_RATES[isHalfRate ? blocksCode : rateCode]
  if (!rate) return null
  const sampleRate = isHalfRate ? rate / 2 : rate
  const samples = BLOCK_SAMPLES * (isHalfRate ? 6 : BLOCK_COUNTS[blocksCode]!)
  const channels = AC3_CHANNELS[(formByte >> 1) & 7]! + (formByte & 1)
  const header = { codec: 'eac3', headerBytes: 0, sampleRate, channels, samples, configuration: null } as const
  // A dependent substream has further channels of the previous frame. Another independent substream is another program.
  const isFurtherSubstream = word >> 14 === 1 || (word >> 11) % 8 > 0
  return { header, frameBytes: ((word & 0x7ff) + 1) * 2, isFurtherSubstream }
}

/** Reads the header of a frame of any codec. The first two bytes identify the codec. */
const readFrameHeader: HeaderReader = (bytes, at) =>
  readAdtsHeader(bytes, at) ?? readMp3Header(bytes, at) ?? readMp2Header(bytes, at) ?? readAc3Header(bytes, at)

export interface AudioFrame {
  header: AudioFrameHeader
  /** Decode timestamp in ticks of 90 kHz. */
  tick: number
  /** Data of the frame as in MP4: AAC without its ADTS header. */
  data: Buffer
}

const TICKS_PER_SECOND = 90_000

/** State of the parser after a run of audio. A frame may continue in the next run. */
export interface FramerState {
  /** Bytes of a frame that is not complete. */
  bytes: Buffer
  /** Decode timestamp of the next frame; null if unknown. */
  tick: number | null
  /** Timestamps of PES packets. Each applies to the first frame that begins at or after byte `at`. */
  stamps: readonly PesTime[]
  /** Codec of the last frame; null without a frame. */
  codec: AudioCodecName | null
  /** Whether the last frame ended where the next one must begin. */
  isInStep: boolean
  /** Frames before the first timestamp, which wait for it to get their own timestamps; null if there were too many. */
  untimed: readonly UntimedFrame[] | null
}

type UntimedFrame = Omit<AudioFrame, 'tick'>

interface PesTime {
  at: number
  tick: number
}

const INITIAL_STATE: FramerState = {
  bytes: Buffer.alloc(0),
  tick: null,
  stamps: [],
  codec: null,
  isInStep: false,
  untimed: [],
}

/** Maximum number of frames that wait for a first timestamp: about ten seconds. */
const MAX_UNTIMED_FRAMES = 512
/** Length of the longest header. */
const MAX_HEADER_BYTES = 8

const ticksOf = ({ samples, sampleRate }: AudioFrameHeader): number => (samples * TICKS_PER_SECOND) / sampleRate

/** Sets the timestamps of consecutive frames, the last of which ends at `endTick`. */
function timeFramesBefore(untimedFrames: readonly UntimedFrame[], endTick: number): AudioFrame[] {
  let tick = endTick - untimedFrames.reduce((sum, { header }) => sum + ticksOf(header), 0)
  return untimedFrames.map((frame) => {
    tick += ticksOf(frame.header)
    return { ...frame, tick: Math.round(tick - ticksOf(frame.header)) }
  })
}

/** Splits runs of bytes into frames of any audio codec. A frame may continue in the next run. */
export class AudioFramer {
  #state: FramerState

  /** Continues after another parser. @param state state of a parser that stopped right before the first run */
  constructor(state: FramerState = INITIAL_STATE) {
    this.#state = state
  }

  get state(): FramerState {
    return this.#state
  }

  /** Whether the last frame is incomplete. */
  get isWithinFrame(): boolean {
    const { bytes, isInStep } = this.#state
    return isInStep && bytes.length > 0
  }

  /**
   * Parses a run.
   * @param startTick timestamp of the first frame that begins in it; null: the end of the previous frame
   */
  frames(run: Buffer, startTick: number | null): AudioFrame[] {
    return this.#parse(run, startTick).map(({ frame }) => frame)
  }

  /**
   * Returns the frames that began before this run and end in it. Frames that begin in it are read by another reader.
   */
  framesCompletedBy(run: Buffer): AudioFrame[] {
    const carriedBytes = this.#state.bytes.length
    const positionedFrames = this.#parse(run, null)
    return positionedFrames.filter(({ at }) => at < carriedBytes).map(({ frame }) => frame)
  }

  #parse(run: Buffer, startTick: number | null): { frame: AudioFrame; at: number }[] {
    const carriedBytes = this.#state.bytes.length
    const bytes = carriedBytes > 0 ? Buffer.concat([this.#state.bytes, run]) : run
    const frames: { frame: AudioFrame; at: number }[] = []
    let { tick, codec, isInStep, untimed } = this.#state
    let stamps = [...this.#state.stamps, ...(startTick === null ? [] : [{ at: carriedBytes, tick: startTick }])]
    let at = 0
    while (at < bytes.length) {
      const header = readFrameHeader(bytes, at)
      if (!header || (!(isInStep && header.codec === codec) && !isFollowedByFrame(bytes, at, header))) {
        if (!header && bytes.length - at < MAX_HEADER_BYTES) break
        isInStep = false
        untimed &&= []
        at += 1
        continue
      }
      tick = stamps.findLast((time) => time.at <= at)?.tick ?? tick
      stamps = stamps.filter((time) => time.at > at)
      if (tick !== null && untimed && untimed.length > 0) {
        frames.push(...timeFramesBefore(untimed, tick).map((frame) => ({ frame, at: 0 })))
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
        untimed = untimed && untimed.length < MAX_UNTIMED_FRAMES ? [...untimed, { header, data }] : null
      }
      at += header.frameBytes
    }
    this.#state = {
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

/** Whether another frame follows a header. Bytes inside a frame may look like a header, but no frame follows them. */
function isFollowedByFrame(bytes: Buffer, at: number, { codec, frameBytes, sampleRate }: AudioFrameHeader): boolean {
  const end = at + frameBytes
  if (end + MAX_HEADER_BYTES > bytes.length) return end >= bytes.length || bytes[end] === bytes[at]
  const nextHeader = readFrameHeader(bytes, end)
  return nextHeader?.codec === codec && nextHeader.sampleRate === sampleRate
}
