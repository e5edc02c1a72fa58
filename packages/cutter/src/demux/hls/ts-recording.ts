import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { BYTE_RANGE_SPAN_BYTES } from '../common/held-packet-reader.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { type AudioFrame, AudioFramer, type AudioRest } from '../ts/audio-frames.ts'
import { audioPacket, demuxByteRange } from '../ts/demux-byte-range.ts'
import { MetAudio } from '../ts/met-audio.ts'
import { openTsStream } from '../ts/open-ts.ts'
import { type AssembledPes, assemblePes, TS_TIMESCALE } from '../ts/pes.ts'
import { selectTsAudio } from '../ts/ts-audio-tracks.ts'
import { findTsLayout } from '../ts/ts-packets.ts'
import { findTsProgram, packetsOfProgram, TsPids } from '../ts/ts-program.ts'
import { MetConfigurations } from '../ts/video-frames.ts'
import type { RecordingSource } from './segment-reader.ts'
import { keyOf, placeOf, type SegmentPackets, scanSegments } from './segment-scan.ts'
import { type Recording, segmentTimes } from './segment-times.ts'

interface TsPackets extends SegmentPackets {
  /** The audio with which it begins, and the audio that its end interrupts. */
  head: AudioHead | null
  cut: CutAudio | null
}

/** Opens a recording whose segments are MPEG-TS, on a timeline of its own. Reads its first segment. */
export async function openTsRecording(
  { segments, readerFor }: RecordingSource,
  recording: Recording,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const times = segmentTimes(recording)
  const { firstSeen } = recording
  let begun: Buffer | null = (await segments.read(firstSeen, null, options)).bytes
  const layout = findTsLayout(begun)
  const found = layout && findTsProgram(begun, layout)
  if (!found || !(found.video || found.audio)) {
    throw unsupportedMedia('The segments of the playlist are of a kind that we cannot read.')
  }
  const selection = selectTsAudio(found, begun, layout, wanted)
  const { program } = selection
  const header = packetsOfProgram(begun, layout, program)
  const pids = new TsPids(program)
  const met = { configurations: new MetConfigurations(), metAudio: new MetAudio() }

  async function bytesOf(segment: number, reading: ReadOptions): Promise<Buffer> {
    const held = segment === firstSeen ? begun : null
    begun = held ? null : begun
    return held ?? (await segments.read(segment, null, reading)).bytes
  }

  async function demux(key: number, reading: ReadOptions): Promise<TsPackets> {
    const segment = placeOf(key)
    if (segment % 1 !== 0) return demuxAcross(key, reading)
    if (segments.segments[segment]!.isGap) return NOTHING
    const bytes = await bytesOf(segment, reading)
    const own = findTsLayout(bytes)
    if (!own) throw brokenMedia('A segment of the playlist is no transport stream.')
    pids.learn(bytes, own)
    const assembled = assemblePes(bytes, own, pids, bytes.length)
    const nearTick = times.isClockKnown() ? times.startOf(segment) * TS_TIMESCALE : null
    const demuxed = demuxByteRange(assembled.units, {
      pids,
      ...met,
      nearTick,
      baseOffset: key * BYTE_RANGE_SPAN_BYTES,
    })
    const { video, audio } = demuxed
    const begin = program.video ? video.find(({ isSync }) => isSync) : audio[0]
    if (begin) times.learn(segment, begin.pts / TS_TIMESCALE)
    const head = audioHeadOf(assembled, pids)
    const cut = cutAudio(demuxed.audioRest, assembled.missingAudioBytes)
    const isFollowed = segment + 1 < times.endPlace && !segments.segments[segment + 1]!.isGap
    const heldBytes = demuxed.bytes.length + head.continued.length + head.begun.length
    return { video, audio, head, cut, bytes: demuxed.bytes, heldBytes, goesOn: cut !== null && isFollowed }
  }

  /** The audio that begins before a segment's end and ends in the next. */
  async function demuxAcross(key: number, reading: ReadOptions): Promise<TsPackets> {
    const segment = Math.floor(placeOf(key))
    const { cut } = await reader.byteRanges.get(keyOf(segment), reading)
    const { head } = await reader.byteRanges.get(keyOf(segment + 1), reading)
    const frames = cut && head ? framesAcross(cut, head) : []
    let at = key * BYTE_RANGE_SPAN_BYTES
    const audio = frames.map((frame) => {
      at += frame.data.length
      const entryIndex = met.metAudio.indexOf(frame.header)
      return audioPacket(frame, at - frame.data.length, entryIndex)
    })
    const bytes = Buffer.concat(frames.map(({ data }) => data))
    return { ...NOTHING, audio, bytes, heldBytes: bytes.length }
  }

  const reader = readerFor(recording, demux)
  const scan = {
    ...scanSegments(times, reader),
    endPlace: times.endPlace,
    reader,
  }
  const stream = await openTsStream(scan, selection, met, header, options)
  times.learn(firstSeen, stream.firstTick / TS_TIMESCALE)
  const leadSeconds = times.claimedStart(firstSeen)
  const endTime = stream.firstTick / TS_TIMESCALE - leadSeconds + times.durationSeconds
  return stream.part('hls', endTime, wanted, leadSeconds)
}

const NOTHING: TsPackets = {
  video: [],
  audio: [],
  bytes: Buffer.alloc(0),
  heldBytes: 0,
  head: null,
  cut: null,
}

/** A frame of AAC says its length in 13 bits, others are shorter; then the header of the next one follows. */
const LONGEST_REST_BYTES = 2 ** 13 + 8
/** A packet of audio says its length in 16 bits. */
const LONGEST_PACKET_BYTES = 2 ** 16

/** Where the audio of a segment ended in the middle of a frame, or of a packet. */
interface CutAudio {
  rest: AudioRest
  /** Of the packet; Infinity: until another begins. */
  missingBytes: number
}

type AudioHead = ReturnType<typeof audioHeadOf>

/** The audio at the beginning of a segment that may belong to a frame of the segment before it. */
function audioHeadOf({ units, audioBefore }: AssembledPes, pids: TsPids) {
  const begun: Buffer[] = []
  let size = 0
  for (const { pid, data } of units) {
    if (size < LONGEST_REST_BYTES && pids.audio.has(pid)) {
      begun.push(data)
      size += data.length
    }
  }
  return {
    /** The rest of a packet that began there. */
    continued: Buffer.from(audioBefore.subarray(0, LONGEST_PACKET_BYTES)),
    /** In the first packets that begin here. */
    begun: Buffer.concat(begun).subarray(0, LONGEST_REST_BYTES),
  }
}

/**
 * The audio that continues in the next segment. null: there is none, or its decode time is unknown, for example if only the
 * last packets were read and none of them has a time.
 */
function cutAudio(rest: AudioRest | undefined, missingBytes: number): CutAudio | null {
  const isTimed = rest && (rest.tick !== null || rest.stamps.length > 0)
  return isTimed && (missingBytes > 0 || (rest.isInStep && rest.bytes.length > 0)) ? { rest, missingBytes } : null
}

/** A segment may as well end with a frame that is cut off for good: only what is followed by another frame where it ends is one. */
function framesAcross({ rest, missingBytes }: CutAudio, head: AudioHead): AudioFrame[] {
  const framer = new AudioFramer({ ...rest, isInStep: false })
  const continued = head.continued.subarray(0, missingBytes)
  const frames = framer.frames(continued, null)
  const isEnd = continued.length === missingBytes && framer.rest.bytes.length === 0
  return isEnd ? frames : [...frames, ...framer.completed(head.begun)]
}
