import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import { splitByteStream } from '../../bitstream/h264/nal-units.ts'
import { hevcFrameSize } from '../../bitstream/hevc/frame-size.ts'
import { UPRIGHT } from '../../bitstream/turn.ts'
import { asDecoded } from '../../codec/decode-audio.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { audioTrackFacts } from '../common/audio-choice.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { openTsHeader } from '../common/mediabunny-input.ts'
import type { OpenedAudio, OpenedPart, OpenedVideo, WantedTracks } from '../common/opened-part.ts'
import { usualDistance } from '../common/packet-list.ts'
import { scannedTrack } from '../common/scanned-track.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { afterLostFrames } from '../common/shown-packets.ts'
import { findTimeOrigin, startOf } from '../common/time-origin.ts'
import { COPYABLE_PROFILES, describeVideo, type VideoDescription } from '../common/track-descriptions.ts'
import { unreadMpegLayer } from './audio-frames.ts'
import { MetAudio } from './met-audio.ts'
import { assemblePes, TS_TIMESCALE } from './pes.ts'
import { describeProbed, selectTsAudio, type TsSelection } from './ts-audio-tracks.ts'
import { readTsFile } from './ts-file.ts'
import { TS_PACKET_BYTES, type TsLayout, tsPackets } from './ts-packets.ts'
import { findTsProgram, packetsOfProgram, TsPids, type TsProgram } from './ts-program.ts'
import { scanTsFile, type TsPacketScan } from './ts-scan.ts'
import { MetConfigurations } from './video-frames.ts'

/** Tables repeat every tenth of a second, parameter sets with every keyframe. What is missing for this long is not there. */
const TABLES_WITHIN_BYTES = [512 * 1024, 8 * 1024 * 1024]
/** Recordings often have a broken end: the last frame is searched for in this many of the last byte ranges. */
const LAST_BYTE_RANGES = 24
const RATE_SAMPLE = 60

/** Opens a transport stream for cutting; null without tables that name video or audio. */
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
    if (begun.length > 0 && begun.length === blocks.sizeBytes) break
    begun = Buffer.from(await blocks.read(0, Math.min(blocks.sizeBytes, size), options))
    program = findTsProgram(begun, layout)
    if (program && isVideoDescribed(packetsOfProgram(begun, layout, program), program)) break
  }
  if (program && wanted.video) requireReadableVideo(program)
  if (!program || !(program.video || program.audio)) return null
  const selection = selectTsAudio(program, begun, layout, wanted)
  const pids = new TsPids(selection.program)
  const tsFile = readTsFile(file, blocks, layout, pids)
  const met = { configurations: new MetConfigurations(), metAudio: new MetAudio() }
  const scan = scanTsFile(tsFile, pids, met)
  const header = packetsOfProgram(begun, layout, selection.program)
  const stream = await openTsStream(scan, selection, met, header, options)
  tsFile.startAt(stream.firstTick)
  const { seconds: endTime, lostTick } = await stream.endTime()
  tsFile.endAt(endTime)
  const part = await stream.part('mpegts', endTime, wanted)
  const isCutOff = scan.isCutOff?.() || lostTick !== null
  const { video, clockSeconds = 0, durationSeconds } = part
  if (lostTick !== null && video?.access.kind === 'indexed') {
    const endTick = lostTick - clockSeconds * TS_TIMESCALE
    video.access = { ...video.access, track: shiftedTrack(video.access.track, 0, endTick) }
  }
  return isCutOff ? { ...part, breaksOffSeconds: durationSeconds } : part
}

function requireReadableVideo({ video, unreadableVideo }: TsProgram): void {
  if (!video && unreadableVideo) {
    throw unsupportedMedia(`The video is encoded in a way we cannot read (${unreadableVideo}).`)
  }
}

/**
 * A transport stream whose beginning was read.
 * @param begun the first packets: enough of them to tell how video and audio are encoded
 */
export async function openTsStream(
  scan: TsPacketScan,
  { program, choice }: TsSelection,
  { configurations, metAudio }: { configurations: MetConfigurations; metAudio: MetAudio },
  begun: Buffer,
  options: ReadOptions,
) {
  const trackOf = (kind: 'video' | 'audio') => scannedTrack(scan, kind, TS_TIMESCALE)
  const firstTick = await trackOf(program.video ? 'video' : 'audio').firstPts(options)
  if (firstTick === null && !program.video && hasPacketsOf(begun, program.audio?.pid)) {
    const name = unreadAudioName(begun, program)
    throw unsupportedMedia(`The audio is encoded in a way we cannot read (${name}).`)
  }
  if (firstTick === null) throw brokenMedia('There is no frame in the stream.')

  async function openVideo(track: IndexedTrack): Promise<OpenedVideo> {
    const packets = await trackOf('video').firstPackets(options)
    const access = { kind: 'indexed', track, reader: scan.reader } as const
    return { description: await videoDescription(), matrix: null, frameRate: frameRateOf(packets), access }
  }

  async function videoDescription(): Promise<VideoDescription> {
    // Its audio may be other than its table says.
    const input = openTsHeader(packetsOfProgram(begun, PROGRAM_LAYOUT, { ...program, audio: null }))
    try {
      const size = program.video?.codec === 'hevc' ? hevcSizeIn(begun, program) : null
      const tracks = await input.getTracks().catch((error: unknown) => {
        if (!size) throw error
        return []
      })
      const track = tracks.find(({ id }) => id === program.video?.pid)
      if (size && !track) {
        const rest = { turn: UPRIGHT, configurations: [null], isCopyable: false, displayBoxes: [], colours: null }
        return { codec: 'hevc', ...size, ...rest }
      }
      if (!track?.isVideoTrack()) throw unsupportedMedia('The video is encoded in a way that cannot be read.')
      const described = await describeVideo(track, null)
      const isAvc = described.codec === 'h264'
      const known = isAvc ? configurations.list : [null]
      const first = known[0]
      return { ...described, configurations: known, isCopyable: isAvc && !!first && COPYABLE_PROFILES.has(first[1]!) }
    } finally {
      input.dispose()
    }
  }

  async function openAudio(track: IndexedTrack): Promise<OpenedAudio | null> {
    const { list: forms } = metAudio
    const { firstPlace, endPlace, reader } = scan
    for (let place = firstPlace; place < Math.min(endPlace, firstPlace + LAST_BYTE_RANGES) && !forms[0]; place++) {
      await scan.load(place, options)
    }
    // ADTS has no words for HE-AAC: it always says no more than what the core is.
    const description = await asDecoded(forms[0] ?? null, async () => {
      const [first] = await trackOf('audio').firstPackets(options)
      return first ? reader.read(first.offset, first.offset + first.sizeBytes, options) : null
    })
    return description && { description, forms, access: { kind: 'indexed', track, reader } }
  }

  /** Real audio has frames without gaps: scattered frames are other bytes that only look like frames. */
  async function audioThatIsNone(audio: OpenedAudio | null): Promise<string | null> {
    if (!audio) return hasPacketsOf(begun, program.audio!.pid) ? unreadAudioName(begun, program) : null
    const packets = await trackOf('audio').firstPackets(options)
    const found = packets.reduce((sum, { duration }) => sum + duration, 0)
    const last = packets.at(-1)
    const span = last ? last.pts + last.duration - packets[0]!.pts : 0
    return found < span / 2 ? unreadAudioName(begun, program) : null
  }

  return {
    /** When the first frame (or audio) is shown by the stream's own clock. */
    firstTick,

    /** @param leadSeconds how long before the first frame (or audio) the part's timeline begins */
    async part(container: string, endTime: number, wanted: WantedTracks, leadSeconds = 0): Promise<OpenedPart> {
      const hasAudio = wanted.audio && program.audio !== null
      const video = wanted.video && program.video ? trackOf('video') : null
      const audio = hasAudio ? trackOf('audio') : null
      const origin = findTimeOrigin(await startOf(video, options), await startOf(audio, options)) - leadSeconds
      const shifted = (track: IndexedTrack) => shiftedTrack(track, Math.round(origin * TS_TIMESCALE))
      const openedAudio = audio && (await openAudio(shifted(audio)))
      const unreadableAudio = hasAudio ? await audioThatIsNone(openedAudio) : program.unreadableAudio
      return {
        container,
        durationSeconds: endTime - origin,
        video: video && (await openVideo(shifted(video))),
        audio: unreadableAudio ? null : openedAudio,
        clockSeconds: origin,
        leftOut: wanted.audio && program.audios.length > 1 ? ['other_audio'] : [],
        ...(choice && (await audioTrackFacts(choice, openedAudio?.description, describeProbed))),
        ...(wanted.audio && unreadableAudio ? { unreadableAudio } : {}),
      }
    },

    /**
     * When the last frame or audio ends, by the stream's own clock. `lostTick`: from then on, frames before the last ones are
     * missing; null: none is.
     */
    async endTime(): Promise<{ seconds: number; lostTick: number | null }> {
      const shown: number[] = []
      let audioEnd = firstTick
      const { endPlace } = scan
      // A large frame fills a place by itself: the last two may be in different ones.
      const isKnown = () => (program.video ? shown.length > 1 : audioEnd > firstTick)
      for (let place = endPlace - 1; place >= Math.max(0, endPlace - LAST_BYTE_RANGES) && !isKnown(); place--) {
        const { video, audio } = await scan.load(place, options)
        shown.unshift(...video.map(({ pts }) => pts))
        audioEnd = audio.reduce((most, { pts, duration }) => Math.max(most, pts + duration), audioEnd)
      }
      // A gap in a whole recording is a frame that stands.
      const lostTick = scan.isCutOff?.() ? afterLostFrames(shown) : null
      const times = shown.filter((tick) => tick < (lostTick ?? Infinity))
      const [last, before] = times.sort((one, other) => other - one)
      const videoEnd = last === undefined || before === undefined ? firstTick : last + last - before
      return { seconds: Math.max(videoEnd, audioEnd) / TS_TIMESCALE, lostTick }
    },
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

/** Whether there are parameter sets, if it has video: a recording may begin long before them. */
function isVideoDescribed(begun: Buffer, program: TsProgram): boolean {
  if (!program.video) return true
  if (program.video.codec === 'hevc') return hevcSizeIn(begun, program) !== null
  const nals = unitsOf(begun, program, 'video').flatMap((unit) => [...splitByteStream(unit)])
  return nals.some(([header = 0]) => (header & 31) === SEQUENCE_PARAMETERS)
}

/** The type of a NAL unit of H.264. */
const SEQUENCE_PARAMETERS = 7

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

function frameRateOf(packets: readonly { pts: number }[]): number {
  const usual = usualDistance(packets.slice(0, RATE_SAMPLE).map(({ pts }) => pts))
  return usual ? TS_TIMESCALE / usual : 0
}
