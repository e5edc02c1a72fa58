import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { SharedTimeline } from '../../api/segment-source.ts'
import { parseAvcConfiguration } from '../../bitstream/h264/avc-configuration.ts'
import { h264FrameSize } from '../../bitstream/h264/frame-size.ts'
import { splitByteStream } from '../../bitstream/h264/nal-units.ts'
import { hevcFrameSize } from '../../bitstream/hevc/frame-size.ts'
import { UPRIGHT_TURN } from '../../bitstream/turn.ts'
import { correctAacDescription } from '../../codec/decode-audio.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { audioTrackFacts } from '../common/audio-choice.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { openTsHeader } from '../common/mediabunny-input.ts'
import type { OpenedAudio, OpenedPart, OpenedVideo, WantedTracks } from '../common/opened-part.ts'
import { medianDistance } from '../common/packet-list.ts'
import { scannedTrack } from '../common/scanned-track.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { FRAMES_AFTER_END, tickAfterLostFrames } from '../common/shown-packets.ts'
import { findTimeOrigin, sharedOrigin, trackStartSeconds } from '../common/time-origin.ts'
import { COPYABLE_PROFILES, describeVideoTrack, type VideoDescription } from '../common/track-descriptions.ts'
import { unreadableMpegLayer } from './audio-frames.ts'
import { KnownAudioFormats } from './known-audio-formats.ts'
import { assemblePes, PTS_WRAP_TICKS, TS_TIMESCALE } from './pes.ts'
import { describeProbedAudio, selectTsAudio, type TsSelection } from './ts-audio-tracks.ts'
import { readTsFile } from './ts-file.ts'
import { TS_PACKET_BYTES, type TsLayout, tsPackets } from './ts-packets.ts'
import { findTsProgram, packetsOfProgram, TsPids, type TsProgram } from './ts-program.ts'
import { scanTsFile, type TsPacketScan } from './ts-scan.ts'
import { KnownConfigurations } from './video-frames.ts'

/**
 * Number of bytes at the start in which tables (PAT, PMT) and parameter sets are searched, in two steps. Both repeat
 * often in a stream.
 */
const TABLES_WITHIN_BYTES = [512 * 1024, 8 * 1024 * 1024]
/**
 * Number of byte ranges in which the first audio or the last frame is searched. The end of a recording is often broken.
 */
const SEARCHED_BYTE_RANGES = 24
const FRAME_RATE_SAMPLE_FRAMES = 60
/** Longest distance of audio frames that counts in the search for gaps between them. */
const MAX_GAP_TICKS = TS_TIMESCALE / 2

/** Opens a transport stream; null without a PAT and a PMT that list video or audio. */
export async function openTsFile(
  file: PartReader,
  blocks: BlockCache,
  layout: TsLayout,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  let firstBytes: Buffer = Buffer.alloc(0)
  let program: TsProgram | null = null
  for (const size of TABLES_WITHIN_BYTES) {
    if (firstBytes.length > 0 && firstBytes.length === blocks.sizeBytes) break
    firstBytes = Buffer.from(await blocks.read(0, Math.min(blocks.sizeBytes, size), options))
    program = findTsProgram(firstBytes, layout)
    if (program && isVideoDescribed(packetsOfProgram(firstBytes, layout, program), program)) break
  }
  if (program && wantedTracks.video) requireReadableVideo(program)
  if (!program || !(program.video || program.audio)) return null
  const selection = selectTsAudio(program, firstBytes, layout, wantedTracks)
  const pids = new TsPids(selection.program)
  const tsFile = readTsFile(file, blocks, layout, pids)
  const streamFormats = { configurations: new KnownConfigurations(), knownAudioFormats: new KnownAudioFormats() }
  const scan = scanTsFile(tsFile, pids, streamFormats)
  const header = packetsOfProgram(firstBytes, layout, selection.program)
  const stream = await openTsStream(scan, selection, streamFormats, header, options)
  tsFile.setStart(stream.firstTick)
  const { seconds: endTime, lostTick } = await stream.endTime()
  tsFile.setEnd(endTime)
  const part = await stream.part('mpegts', endTime, wantedTracks)
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
 * Opens a transport stream whose first packets were read.
 * @param firstPackets packets of the program, enough to describe its video and audio, as `packetsOfProgram` returns
 * them
 * @throws CutterError unsupported_media, broken_media
 */
export async function openTsStream(
  scan: TsPacketScan,
  { program, choice }: TsSelection,
  { configurations, knownAudioFormats }: { configurations: KnownConfigurations; knownAudioFormats: KnownAudioFormats },
  firstPackets: Buffer,
  options: ReadOptions,
) {
  const trackOf = (kind: 'video' | 'audio') => scannedTrack(scan, kind, TS_TIMESCALE)
  const firstTick = await trackOf(program.video ? 'video' : 'audio').firstPts(options)
  if (firstTick === null && !program.video && hasPacketsOf(firstPackets, program.audio?.pid)) {
    const name = describeAudioCodec(firstPackets, program)
    throw unsupportedMedia(`The audio is encoded in a way we cannot read (${name}).`)
  }
  if (firstTick === null) throw brokenMedia('There is no frame in the stream.')

  async function openVideo(track: IndexedTrack): Promise<OpenedVideo> {
    const packets = await trackOf('video').firstPackets(options)
    const access = { kind: 'indexed', track, reader: scan.reader } as const
    return { description: await videoDescription(), matrix: null, frameRate: measureFrameRate(packets), access }
  }

  async function videoDescription(): Promise<VideoDescription> {
    // The PMT may name the wrong audio codec, which would make mediabunny fail. So mediabunny gets the video only.
    const input = openTsHeader(packetsOfProgram(firstPackets, PROGRAM_LAYOUT, { ...program, audio: null }))
    try {
      const size = program.video?.codec === 'hevc' ? hevcSizeIn(firstPackets, program) : null
      const tracks = await input.getTracks().catch((error: unknown) => {
        if (!size) throw error
        return []
      })
      const track = tracks.find(({ id }) => id === program.video?.pid)
      if (size && !track) {
        const defaults = {
          turn: UPRIGHT_TURN,
          configurations: [null],
          isCopyable: false,
          displayBoxes: [],
          colours: null,
        }
        return { codec: 'hevc', ...size, ...defaults }
      }
      if (!track?.isVideoTrack()) throw unsupportedMedia('The video is encoded in a way that cannot be read.')
      const description = await describeVideoTrack(track, null)
      const isAvc = description.codec === 'h264'
      const trackConfigurations = isAvc ? configurations.list : [null]
      const first = trackConfigurations[0]
      const isCopyable = isAvc && !!first && COPYABLE_PROFILES.has(first[1]!)
      // mediabunny halves the height of interlaced video, so the size comes from the SPS.
      const [parameters] = isAvc && first ? parseAvcConfiguration(first).sps : []
      const frameSize = parameters ? h264FrameSize(parameters) : null
      return { ...description, ...frameSize, configurations: trackConfigurations, isCopyable }
    } finally {
      input.dispose()
    }
  }

  async function openAudio(track: IndexedTrack, { codecs }: WantedTracks): Promise<OpenedAudio | null> {
    const { list: formats } = knownAudioFormats
    const { firstPosition, endPosition, reader } = scan
    for (
      let position = firstPosition;
      position < Math.min(endPosition, firstPosition + SEARCHED_BYTE_RANGES) && !formats[0];
      position++
    ) {
      await scan.load(position, options)
    }
    // An ADTS header cannot signal HE-AAC, only its core codec. Only the decoder finds the real format.
    const description = await correctAacDescription(codecs, formats[0] ?? null, async () => {
      const [first] = await trackOf('audio').firstPackets(options)
      return first ? reader.read(first.offset, first.offset + first.sizeBytes, options) : null
    })
    return description && { description, formats, access: { kind: 'indexed', track, reader } }
  }

  /**
   * Name of audio that is unreadable; null for readable audio. Large gaps between frames show that they are no audio
   * frames.
   */
  async function unreadableAudioName(audio: OpenedAudio | null): Promise<string | null> {
    if (!audio) return hasPacketsOf(firstPackets, program.audio!.pid) ? describeAudioCodec(firstPackets, program) : null
    const packets = await trackOf('audio').firstPackets(options)
    const frameTicks = packets.reduce((sum, { duration }) => sum + duration, 0)
    // A single long gap is a jump of the clock.
    const gaps = packets.map(({ pts, duration }, index) =>
      Math.min(MAX_GAP_TICKS, (packets[index + 1]?.pts ?? pts + duration) - pts),
    )
    const span = gaps.reduce((sum, ticks) => sum + ticks, 0)
    return frameTicks < span / 2 ? describeAudioCodec(firstPackets, program) : null
  }

  return {
    /** Timestamp of the first frame (of audio without video) on the stream's own clock. */
    firstTick,

    /**
     * Opens the tracks on one timeline.
     * @param leadSeconds time between the beginning of the timeline and the first frame (or audio)
     * @param timeline absent: the timeline begins with the first packets
     */
    async part(
      container: string,
      endTime: number,
      wantedTracks: WantedTracks,
      { leadSeconds = 0, timeline }: { leadSeconds?: number; timeline?: SharedTimeline | undefined } = {},
    ): Promise<OpenedPart> {
      const hasAudio = wantedTracks.audio && program.audio !== null
      const video = wantedTracks.video && program.video ? trackOf('video') : null
      const audio = hasAudio ? trackOf('audio') : null
      const ownOrigin =
        findTimeOrigin(await trackStartSeconds(video, options), await trackStartSeconds(audio, options)) - leadSeconds
      const origin = sharedOrigin(ownOrigin, timeline, PTS_WRAP_TICKS / TS_TIMESCALE)
      const shiftToOrigin = (track: IndexedTrack) => shiftedTrack(track, Math.round(origin * TS_TIMESCALE))
      const openedAudio = audio && (await openAudio(shiftToOrigin(audio), wantedTracks))
      const unreadableAudio = hasAudio ? await unreadableAudioName(openedAudio) : program.unreadableAudio
      return {
        container,
        durationSeconds: endTime - origin,
        video: video && (await openVideo(shiftToOrigin(video))),
        audio: unreadableAudio ? null : openedAudio,
        clockSeconds: origin,
        leftOut: wantedTracks.audio && program.audios.length > 1 ? ['other_audio'] : [],
        ...(choice && (await audioTrackFacts(choice, openedAudio?.description, describeProbedAudio))),
        ...(wantedTracks.audio && unreadableAudio ? { unreadableAudio } : {}),
      }
    },

    /**
     * End of the last frame or audio, on the stream's own clock. `lostTick`: timestamp of the first frame after a gap
     * near the end of a cut-off recording. From there on nothing is shown. null: no gap.
     */
    async endTime(): Promise<{ seconds: number; lostTick: number | null }> {
      const videoTicks: number[] = []
      let audioEnd = firstTick
      const { endPosition } = scan
      // A large frame may fill a whole byte range, and the last shown frame is decoded before others.
      const isEndKnown = () => (program.video ? videoTicks.length > FRAMES_AFTER_END : audioEnd > firstTick)
      for (
        let position = endPosition - 1;
        position >= Math.max(0, endPosition - SEARCHED_BYTE_RANGES) && !isEndKnown();
        position--
      ) {
        const { video, audio } = await scan.load(position, options)
        videoTicks.unshift(...video.map(({ pts }) => pts))
        audioEnd = audio.reduce((most, { pts, duration }) => Math.max(most, pts + duration), audioEnd)
      }
      // In a complete recording, a gap is a frame that is shown for longer.
      const lostTick = scan.isCutOff?.() ? tickAfterLostFrames(videoTicks) : null
      const times = videoTicks.filter((tick) => tick < (lostTick ?? Infinity))
      const [last, previous] = times.sort((a, b) => b - a)
      const videoEnd = last === undefined || previous === undefined ? firstTick : last + last - previous
      return { seconds: Math.max(videoEnd, audioEnd) / TS_TIMESCALE, lostTick }
    },
  }
}

/**
 * Frame size from the first sequence parameter set; null without one. mediabunny does not support an SPS that predicts
 * one reference picture set from another.
 */
function hevcSizeIn(firstPackets: Buffer, program: TsProgram): { width: number; height: number } | null {
  for (const unit of collectUnits(firstPackets, program, 'video')) {
    for (const nal of splitByteStream(unit)) {
      const size = hevcFrameSize(nal)
      if (size) return size
    }
  }
  return null
}

/** Whether the packets contain the parameter sets of the video. A recording may begin long before them. */
function isVideoDescribed(firstPackets: Buffer, program: TsProgram): boolean {
  if (!program.video) return true
  if (program.video.codec === 'hevc') return hevcSizeIn(firstPackets, program) !== null
  const nals = collectUnits(firstPackets, program, 'video').flatMap((unit) => [...splitByteStream(unit)])
  return nals.some(([header = 0]) => (header & 31) === SPS_TYPE)
}

/** NAL unit type of an H.264 sequence parameter set. */
const SPS_TYPE = 7

function describeAudioCodec(firstPackets: Buffer, program: TsProgram): string {
  const { codec } = program.audio!
  const layers = codec === 'mp3' ? collectUnits(firstPackets, program, 'audio').map(unreadableMpegLayer) : []
  return layers.find((name) => name !== null) ?? codec
}

/** Payloads of a stream's PES packets. @param firstPackets as `packetsOfProgram` returns them */
function collectUnits(firstPackets: Buffer, program: TsProgram, kind: 'video' | 'audio'): Buffer[] {
  const { units } = assemblePes(firstPackets, PROGRAM_LAYOUT, new TsPids(program), firstPackets.length)
  return units.filter(({ pid }) => pid === program[kind]?.pid).map(({ data }) => data)
}

const PROGRAM_LAYOUT: TsLayout = { strideBytes: TS_PACKET_BYTES, firstPacket: 0 }

/** Whether there is at least one whole PES packet of a stream: another one follows it. */
function hasPacketsOf(firstPackets: Buffer, pid: number | undefined): boolean {
  const packets = [...tsPackets(firstPackets, PROGRAM_LAYOUT)]
  return packets.filter((packet) => packet.pid === pid && packet.startsUnit).length >= 2
}

function measureFrameRate(packets: readonly { pts: number }[]): number {
  const medianTicks = medianDistance(packets.slice(0, FRAME_RATE_SAMPLE_FRAMES).map(({ pts }) => pts))
  return medianTicks ? TS_TIMESCALE / medianTicks : 0
}
