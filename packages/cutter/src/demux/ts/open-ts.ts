import { CutterError } from '../../api/cutter-error.ts'
import { splitByteStream } from '../../bitstream/h264/nal-units.ts'
import { hevcFrameSize } from '../../bitstream/hevc/frame-size.ts'
import { asDecoded } from '../../codec/decode-audio.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { openTsHeader } from '../common/mediabunny-input.ts'
import type { OpenedAudio, OpenedPart, OpenedVideo, WantedTracks } from '../common/opened-part.ts'
import { scannedTrack } from '../common/scanned-track.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { findTimeOrigin } from '../common/time-origin.ts'
import { describeVideo, type VideoDescription } from '../common/track-descriptions.ts'
import { isFramed, unreadMpegLayer } from './audio-frames.ts'
import { assemblePes, TS_TIMESCALE } from './pes.ts'
import { readTsFile } from './ts-file.ts'
import { TS_PACKET_BYTES, type TsLayout } from './ts-layout.ts'
import { tsPackets } from './ts-packets.ts'
import { findTsProgram, packetsOfProgram, TsPids, type TsProgram } from './ts-program.ts'
import { scanTsFile, type TsPacketScan } from './ts-scan.ts'
import { MetConfigurations } from './video-frames.ts'

/** The tables usually repeat every tenth of a second. If they are missing for this long, there are none. */
const TABLES_WITHIN_BYTES = [512 * 1024, 8 * 1024 * 1024]
/** Recordings often have a broken end: the last frame is searched for in this many of the last byte ranges. */
const LAST_BYTE_RANGES = 24
const RATE_SAMPLE = 60

/** Opens a transport stream for cutting; null when the library knows its audio or frame better than we do. */
export async function openTsFile(
  file: PartReader,
  blocks: BlockCache,
  layout: TsLayout,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  let begun: Buffer = Buffer.alloc(0)
  let program: TsProgram | null = null
  for (const size of TABLES_WITHIN_BYTES) {
    if (program || (begun.length > 0 && begun.length === blocks.sizeBytes)) break
    begun = Buffer.from(await blocks.read(0, Math.min(blocks.sizeBytes, size), options))
    program = findTsProgram(begun, layout)
  }
  if (program && wanted.video) requireReadableVideo(program)
  if (!program || !(program.video || program.audio) || !isWalkable(program)) return null
  const pids = new TsPids(program)
  const tsFile = readTsFile(file, blocks, layout, pids)
  const configurations = new MetConfigurations()
  const scan = scanTsFile(tsFile, pids, configurations)
  const stream = await TsStream.open(scan, program, configurations, packetsOfProgram(begun, layout, program), options)
  tsFile.startAt(stream.firstTick)
  const endTime = await stream.endTime(options)
  tsFile.endAt(endTime)
  return stream.part('mpegts', endTime, wanted, options)
}

function requireReadableVideo({ video, unreadableVideo }: TsProgram): void {
  if (!video && unreadableVideo) {
    throw new CutterError('unsupported_media', `The video is encoded in a way we cannot read (${unreadableVideo}).`)
  }
}

/** Whether our own demuxer supports all streams. */
export function isWalkable({ audio }: TsProgram): boolean {
  return !audio || isFramed(audio.codec)
}

/** A transport stream whose beginning was read. */
export class TsStream {
  /** When the first frame (or audio) is shown by the stream's own clock. */
  readonly firstTick: number
  readonly #scan: TsPacketScan
  readonly #program: TsProgram
  readonly #configurations: MetConfigurations
  readonly #begun: Buffer

  private constructor(
    scan: TsPacketScan,
    program: TsProgram,
    configurations: MetConfigurations,
    begun: Buffer,
    firstTick: number,
  ) {
    this.#scan = scan
    this.#program = program
    this.#configurations = configurations
    this.#begun = begun
    this.firstTick = firstTick
  }

  /** @param begun the first packets: enough of them to tell how video and audio are encoded */
  static async open(
    scan: TsPacketScan,
    program: TsProgram,
    configurations: MetConfigurations,
    begun: Buffer,
    options: ReadOptions,
  ): Promise<TsStream> {
    const first = await scannedTrack(scan, program.video ? 'video' : 'audio', TS_TIMESCALE).firstPts(options)
    if (first === null && !program.video && hasPacketsOf(begun, program.audio?.pid)) {
      const name = unreadAudioName(begun, program)
      throw new CutterError('unsupported_media', `The audio is encoded in a way we cannot read (${name}).`)
    }
    if (first === null) throw new CutterError('broken_media', 'There is no frame in the stream.')
    return new TsStream(scan, program, configurations, begun, first)
  }

  /** @param leadSeconds how long before the first frame (or audio) the part's timeline begins */
  async part(
    container: string,
    endTime: number,
    wanted: WantedTracks,
    options: ReadOptions,
    leadSeconds = 0,
  ): Promise<OpenedPart> {
    const hasVideo = wanted.video && this.#program.video !== null
    const hasAudio = wanted.audio && this.#program.audio !== null
    const video = hasVideo ? scannedTrack(this.#scan, 'video', TS_TIMESCALE) : null
    const audio = hasAudio ? scannedTrack(this.#scan, 'audio', TS_TIMESCALE) : null
    const secondsOf = (tick: number | null | undefined) => (tick == null ? null : tick / TS_TIMESCALE)
    const first = findTimeOrigin(secondsOf(await video?.firstPts(options)), secondsOf(await audio?.firstPts(options)))
    const origin = first - leadSeconds
    const shifted = (track: IndexedTrack) => shiftedTrack(track, Math.round(origin * TS_TIMESCALE))
    const openedAudio = audio && (await this.#openAudio(shifted(audio), options))
    const unreadableAudio = hasAudio ? await this.#audioThatIsNone(openedAudio, options) : this.#program.unreadableAudio
    return {
      container,
      durationSeconds: endTime - origin,
      video: video && (await this.#openVideo(shifted(video), options)),
      audio: unreadableAudio ? null : openedAudio,
      clockSeconds: origin,
      ...(wanted.audio && unreadableAudio ? { unreadableAudio } : {}),
    }
  }

  /** When the last frame or audio ends, by the stream's own clock. */
  async endTime(options: ReadOptions): Promise<number> {
    const shown: number[] = []
    let audioEnd = this.firstTick
    const { endPlace } = this.#scan
    // A large frame fills a place by itself: the last two may be in different ones.
    const isKnown = () => (this.#program.video ? shown.length > 1 : audioEnd > this.firstTick)
    for (let place = endPlace - 1; place >= Math.max(0, endPlace - LAST_BYTE_RANGES) && !isKnown(); place--) {
      const { video, audio } = await this.#scan.load(place, options)
      shown.push(...video.map(({ pts }) => pts))
      audioEnd = audio.reduce((most, { pts, duration }) => Math.max(most, pts + duration), audioEnd)
    }
    const [last, before] = shown.sort((one, other) => other - one)
    const videoEnd = last === undefined || before === undefined ? this.firstTick : last + last - before
    const end = Math.max(videoEnd, audioEnd)
    return end / TS_TIMESCALE
  }

  async #openVideo(track: IndexedTrack, options: ReadOptions): Promise<OpenedVideo> {
    const video = await scannedTrack(this.#scan, 'video', TS_TIMESCALE).firstPackets(options)
    const access = { kind: 'indexed', track, reader: this.#scan.reader } as const
    return { description: await this.#describeVideo(), matrix: null, frameRate: frameRateOf(video), access }
  }

  async #describeVideo(): Promise<VideoDescription> {
    const input = openTsHeader(this.#begun)
    try {
      const size = this.#program.video?.codec === 'hevc' ? hevcSizeIn(this.#begun, this.#program) : null
      const tracks = await input.getTracks().catch((error: unknown) => {
        if (!size) throw error
        return []
      })
      const track = tracks.find(({ id }) => id === this.#program.video?.pid)
      if (size && !track) {
        const rest = { rotation: 0, configurations: [null], isCopyable: false, displayBoxes: [], colours: null }
        return { codec: 'hevc', ...size, ...rest }
      }
      if (!track?.isVideoTrack()) {
        throw new CutterError('unsupported_media', 'The video is encoded in a way that cannot be read.')
      }
      const described = await describeVideo(track, null)
      const isAvc = described.codec === 'h264'
      const configurations = isAvc ? this.#configurations.list : [null]
      const first = configurations[0]
      return { ...described, configurations, isCopyable: isAvc && !!first && COPIED_PROFILES.has(first[1]!) }
    } finally {
      input.dispose()
    }
  }

  async #openAudio(track: IndexedTrack, options: ReadOptions): Promise<OpenedAudio | null> {
    const header = await this.#firstAudio(options)
    if (!header || header.channels === 0) return null
    const { sampleRate, channels, configuration } = header
    const { codec } = this.#program.audio!
    const { reader } = this.#scan
    // ADTS has no words for HE-AAC: it always says no more than what the core is.
    const description = await asDecoded({ codec, sampleRate, channels, configuration }, async () => {
      const [first] = await scannedTrack(this.#scan, 'audio', TS_TIMESCALE).firstPackets(options)
      return first ? reader.read(first.offset, first.offset + first.sizeBytes, options) : null
    })
    return description && { description, access: { kind: 'indexed', track, reader } }
  }

  /** Real audio has frames without gaps: scattered frames are other bytes that only look like frames. */
  async #audioThatIsNone(audio: OpenedAudio | null, options: ReadOptions): Promise<string | null> {
    const name = () => unreadAudioName(this.#begun, this.#program)
    if (!audio) return hasPacketsOf(this.#begun, this.#program.audio!.pid) ? name() : null
    const packets = await scannedTrack(this.#scan, 'audio', TS_TIMESCALE).firstPackets(options)
    const found = packets.reduce((sum, { duration }) => sum + duration, 0)
    const last = packets.at(-1)
    const span = last ? last.pts + last.duration - packets[0]!.pts : 0
    return found < span / 2 ? name() : null
  }

  async #firstAudio(options: ReadOptions) {
    const { firstPlace, endPlace } = this.#scan
    for (let place = firstPlace; place < Math.min(endPlace, firstPlace + LAST_BYTE_RANGES); place++) {
      const header = await this.#scan.firstAudio(place, options)
      if (header) return header
    }
    return null
  }
}

/**
 * The size of the frames by the first sequence parameter set, of which mediabunny refuses some: those that predict one
 * reference frame set from another.
 */
function hevcSizeIn(begun: Buffer, program: TsProgram): { width: number; height: number } | null {
  for (const unit of unitsOf(begun, program, 'video')) {
    for (const nal of splitByteStream(unit)) {
      const size = hevcFrameSize(nal)
      if (size) return size
    }
  }
  return null
}

/** The name of audio in which no frames are found. */
function unreadAudioName(begun: Buffer, program: TsProgram): string {
  const { codec } = program.audio!
  const layers = codec === 'mp3' ? unitsOf(begun, program, 'audio').map(unreadMpegLayer) : []
  return layers.find((name) => name !== null) ?? codec
}

/** The payload of a stream's PES packets. @param begun as `packetsOfProgram` returns it */
function unitsOf(begun: Buffer, program: TsProgram, kind: 'video' | 'audio'): Buffer[] {
  const { units } = assemblePes(begun, PROGRAM_LAYOUT, new TsPids(program), begun.length)
  return units.filter(({ pid }) => pid === program[kind]?.pid).map(({ data }) => data)
}

const PROGRAM_LAYOUT: TsLayout = { strideBytes: TS_PACKET_BYTES, firstPacket: 0 }

/** At least one whole frame: another one has begun after it. */
function hasPacketsOf(begun: Buffer, pid: number | undefined): boolean {
  const packets = [...tsPackets(begun, PROGRAM_LAYOUT)]
  return packets.filter((packet) => packet.pid === pid && packet.startsUnit).length >= 2
}

/** Baseline, Main and High: 8 bits, 4:2:0. */
const COPIED_PROFILES = new Set([66, 77, 100])

function frameRateOf(packets: readonly { pts: number }[]): number {
  const times = packets.slice(0, RATE_SAMPLE).map(({ pts }) => pts)
  times.sort((a, b) => a - b)
  const distances = times.slice(1).map((time, index) => time - times[index]!)
  const usual = distances.sort((a, b) => a - b)[distances.length >> 1]
  return usual ? TS_TIMESCALE / usual : 0
}
