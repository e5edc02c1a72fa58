import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { BYTE_RANGE_SPAN_BYTES } from '../common/scattered-packet-reader.ts'
import { type AudioFrame, AudioFramer, type FramerState } from '../ts/audio-frames.ts'
import { audioPacket, demuxByteRange } from '../ts/demux-byte-range.ts'
import { KnownAudioFormats } from '../ts/known-audio-formats.ts'
import { openTsStream } from '../ts/open-ts.ts'
import { type AssembledPes, assemblePes, TS_TIMESCALE } from '../ts/pes.ts'
import { selectTsAudio } from '../ts/ts-audio-tracks.ts'
import { findTsLayout } from '../ts/ts-packets.ts'
import { findTsProgram, packetsOfProgram, TsPids } from '../ts/ts-program.ts'
import { KnownConfigurations } from '../ts/video-frames.ts'
import type { RecordingSource } from './segment-reader.ts'
import { byteRangeKeyOf, positionOf, type SegmentPackets, scanSegments } from './segment-scan.ts'
import { type Recording, segmentTimes } from './segment-times.ts'

interface TsPackets extends SegmentPackets {
  /** Audio at the beginning of the segment, and audio that the end of the segment interrupts. */
  audioHead: AudioHead | null
  interruptedAudio: InterruptedAudio | null
}

/** Opens a recording whose segments are MPEG-TS, on its own timeline. Reads its first segment. */
export async function openTsRecording(
  { segments, readerFor }: RecordingSource,
  recording: Recording,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const times = segmentTimes(recording)
  const { firstAvailable } = recording
  let firstSegment: Buffer | null = (await segments.read(firstAvailable, null, options)).bytes
  const layout = findTsLayout(firstSegment)
  const fullProgram = layout && findTsProgram(firstSegment, layout)
  if (!fullProgram || !(fullProgram.video || fullProgram.audio)) {
    throw unsupportedMedia('The segments of the playlist are of a kind that we cannot read.')
  }
  const selection = selectTsAudio(fullProgram, firstSegment, layout, wantedTracks)
  const { program } = selection
  const header = packetsOfProgram(firstSegment, layout, program)
  const pids = new TsPids(program)
  const streamFormats = { configurations: new KnownConfigurations(), knownAudioFormats: new KnownAudioFormats() }

  async function readSegmentBytes(segment: number, reading: ReadOptions): Promise<Buffer> {
    const cachedBytes = segment === firstAvailable ? firstSegment : null
    firstSegment = cachedBytes ? null : firstSegment
    return cachedBytes ?? (await segments.read(segment, null, reading)).bytes
  }

  async function demux(key: number, reading: ReadOptions): Promise<TsPackets> {
    const segment = positionOf(key)
    if (segment % 1 !== 0) return demuxAudioAcross(key, reading)
    if (segments.segments[segment]!.isGap) return EMPTY_SEGMENT
    const bytes = await readSegmentBytes(segment, reading)
    const segmentLayout = findTsLayout(bytes)
    if (!segmentLayout) throw brokenMedia('A segment of the playlist is no transport stream.')
    pids.learnPids(bytes, segmentLayout)
    const pes = assemblePes(bytes, segmentLayout, pids, bytes.length)
    const nearTick = times.isClockKnown() ? times.startSecondsOf(segment) * TS_TIMESCALE : null
    const byteRange = demuxByteRange(pes.units, {
      pids,
      ...streamFormats,
      nearTick,
      baseOffset: key * BYTE_RANGE_SPAN_BYTES,
    })
    const { video, audio } = byteRange
    const firstPacket = program.video ? video.find(({ isSync }) => isSync) : audio[0]
    if (firstPacket) times.learnStart(segment, firstPacket.pts / TS_TIMESCALE)
    const audioHead = audioHeadOf(pes, pids)
    const interruptedAudio = interruptedAudioOf(byteRange.framerState, pes.missingAudioBytes)
    const hasNextSegment = segment + 1 < times.endPosition && !segments.segments[segment + 1]!.isGap
    const memoryBytes = byteRange.bytes.length + audioHead.continuedPacket.length + audioHead.newPackets.length
    return {
      video,
      audio,
      audioHead,
      interruptedAudio,
      bytes: byteRange.bytes,
      memoryBytes,
      hasAudioAcross: interruptedAudio !== null && hasNextSegment,
    }
  }

  /** Demuxes the audio that begins in a segment and ends in the next one. */
  async function demuxAudioAcross(key: number, reading: ReadOptions): Promise<TsPackets> {
    const segment = Math.floor(positionOf(key))
    const { interruptedAudio } = await reader.byteRanges.get(byteRangeKeyOf(segment), reading)
    const { audioHead } = await reader.byteRanges.get(byteRangeKeyOf(segment + 1), reading)
    const frames = interruptedAudio && audioHead ? framesAcross(interruptedAudio, audioHead) : []
    let at = key * BYTE_RANGE_SPAN_BYTES
    const audio = frames.map((frame) => {
      at += frame.data.length
      const entryIndex = streamFormats.knownAudioFormats.indexOf(frame.header)
      return audioPacket(frame, at - frame.data.length, entryIndex)
    })
    const bytes = Buffer.concat(frames.map(({ data }) => data))
    return { ...EMPTY_SEGMENT, audio, bytes, memoryBytes: bytes.length }
  }

  const reader = readerFor(recording, demux)
  const scan = {
    ...scanSegments(times, reader),
    endPosition: times.endPosition,
    reader,
  }
  const stream = await openTsStream(scan, selection, streamFormats, header, options)
  times.learnStart(firstAvailable, stream.firstTick / TS_TIMESCALE)
  const leadSeconds = times.claimedStart(firstAvailable)
  const endTime = stream.firstTick / TS_TIMESCALE - leadSeconds + times.durationSeconds
  return stream.part('hls', endTime, wantedTracks, { leadSeconds, timeline: recording.timeline })
}

const EMPTY_SEGMENT: TsPackets = {
  video: [],
  audio: [],
  bytes: Buffer.alloc(0),
  memoryBytes: 0,
  audioHead: null,
  interruptedAudio: null,
}

/** Longest remainder of an audio frame, plus the next header. An ADTS frame has a 13-bit length; others are shorter. */
const MAX_REST_BYTES = 2 ** 13 + 8
/** Longest audio PES packet, which has a 16-bit length. */
const MAX_PACKET_BYTES = 2 ** 16

/** Audio that a segment's end interrupts, in the middle of a frame or of a PES packet. */
interface InterruptedAudio {
  framerState: FramerState
  /** Missing bytes of the PES packet; Infinity if it continues until the next packet begins. */
  missingBytes: number
}

type AudioHead = ReturnType<typeof audioHeadOf>

/** Audio at the beginning of a segment that may belong to a frame of the previous segment. */
function audioHeadOf({ units, audioBefore }: AssembledPes, pids: TsPids) {
  const payloads: Buffer[] = []
  let size = 0
  for (const { pid, data } of units) {
    if (size < MAX_REST_BYTES && pids.audio.has(pid)) {
      payloads.push(data)
      size += data.length
    }
  }
  return {
    /** Remainder of a PES packet that began in the previous segment. */
    continuedPacket: Buffer.from(audioBefore.subarray(0, MAX_PACKET_BYTES)),
    /** Payload of the first PES packets that begin in this segment. */
    newPackets: Buffer.concat(payloads).subarray(0, MAX_REST_BYTES),
  }
}

/**
 * Audio that continues in the next segment; null if there is none, or if its decode timestamp is unknown because no
 * packet of the segment has one.
 */
function interruptedAudioOf(framerState: FramerState | undefined, missingBytes: number): InterruptedAudio | null {
  const isTimed = framerState && (framerState.tick !== null || framerState.stamps.length > 0)
  return isTimed && (missingBytes > 0 || (framerState.isInStep && framerState.bytes.length > 0))
    ? { framerState, missingBytes }
    : null
}

/**
 * Audio frames across the end of a segment. A frame counts only if another frame follows where it ends, because a
 * segment may also end with a frame that has no continuation.
 */
function framesAcross({ framerState, missingBytes }: InterruptedAudio, audioHead: AudioHead): AudioFrame[] {
  const framer = new AudioFramer({ ...framerState, isInStep: false })
  const packetRest = audioHead.continuedPacket.subarray(0, missingBytes)
  const frames = framer.frames(packetRest, null)
  const isEnd = packetRest.length === missingBytes && framer.state.bytes.length === 0
  return isEnd ? frames : [...frames, ...framer.framesCompletedBy(audioHead.newPackets)]
}
