import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import type { SharedStretches, StretchLoader } from '../demux/common/byte-range-reader.ts'
import { openMp4Header } from '../demux/common/mediabunny-input.ts'
import type { OpenedPart, WantedTracks } from '../demux/common/opened-part.ts'
import { WalkedTrack } from '../demux/common/scanned-track.ts'
import { ShiftedTrack } from '../demux/common/shifted-track.ts'
import { findTimeOrigin } from '../demux/common/time-origin.ts'
import { boxesBetween } from '../demux/mp4/boxes.ts'
import { type Mp4Track, parseMovie } from '../demux/mp4/movie.ts'
import { entryName, openSound, openVideo, requireOneRun, requireUnencrypted } from '../demux/mp4/open-mp4.ts'
import { isWalkable, TsStream } from '../demux/ts/open-ts-part.ts'
import { MetConfigurations } from '../demux/ts/picture-packets.ts'
import { findTsLayout } from '../demux/ts/ts-layout.ts'
import { findTsProgram, packetsOfProgram, TsPids } from '../demux/ts/ts-program.ts'
import { TS_TIMESCALE } from '../demux/ts/ts-walk.ts'
import { Mp4SegmentWalk } from './mp4-segment-walk.ts'
import { mapSlot, type PlaylistTable, segmentSlot } from './playlist-layout.ts'
import type { Recording } from './playlist-recordings.ts'
import { PARTS_OF_SEGMENT } from './segment-parts.ts'
import { SegmentReading } from './segment-reading.ts'
import { SegmentTimes } from './segment-times.ts'
import { readSlot } from './slot-reader.ts'
import { TsSegmentWalk } from './ts-segment-walk.ts'

/** What all recordings of a playlist share. */
export interface RecordingSource {
  reader: PartReader
  table: PlaylistTable
  stretches: SharedStretches
}

/** Opens a recording whose segments are transport streams, on a timeline of its own. Reads its first segment. */
export async function openTsRecording(
  { reader, table, stretches }: RecordingSource,
  recording: Recording,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const times = new SegmentTimes(recording)
  const seenPlace = firstSeen(recording)
  const first = await readSlot(reader, segmentSlot(seenPlace), options)
  const layout = findTsLayout(first)
  const program = layout && findTsProgram(first, layout)
  if (!program || !(program.video || program.sound) || !isWalkable(program)) {
    throw unreadable()
  }
  const reading = new SegmentReading(times, reader, table)
  reading.begin(seenPlace, { bytes: first, from: 0, sizeBytes: first.length })
  const configurations = new MetConfigurations()
  const walk = new TsSegmentWalk(reading, new TsPids(program), configurations, (load) =>
    assigned(stretches, times, load),
  )
  const begun = packetsOfProgram(first, layout, program)
  const stream = await TsStream.open(walk, program, configurations, begun, options)
  times.learn(seenPlace, stream.firstTick / TS_TIMESCALE)
  const leadSeconds = times.claimedStart(seenPlace)
  const endSeconds = stream.firstTick / TS_TIMESCALE - leadSeconds + times.durationSeconds
  return stream.part('hls', endSeconds, wanted, options, leadSeconds)
}

/** Opens a recording whose segments are fragments of an MP4. Reads its header and its first segment. */
export async function openMp4Recording(
  { reader, table, stretches }: RecordingSource,
  recording: Recording,
  map: number,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const header = await readSlot(reader, mapSlot(table, map), options)
  const moov = [...boxesBetween(header, 0, header.length)].find(({ type }) => type === 'moov')
  if (!moov) {
    throw unreadable()
  }
  const { tracks } = parseMovie(header.subarray(moov.start, moov.end))
  const trackOf = (kind: Mp4Track['kind'], isWanted: boolean) =>
    (isWanted && tracks.find((candidate) => candidate.kind === kind)) || null
  const located = { video: trackOf('video', wanted.video), sound: trackOf('sound', wanted.sound) }
  const times = new SegmentTimes(recording)
  const reading = new SegmentReading(times, reader, table)
  const walk = new Mp4SegmentWalk(reading, reader, located, (load) => assigned(stretches, times, load))
  const walkedOf = (track: Mp4Track | null, kind: Mp4Track['kind']) => {
    if (track) {
      requireUnencrypted(track)
      requireOneRun(track)
    }
    return track && new WalkedTrack(walk, kind, track.timescale)
  }
  const video = walkedOf(located.video, 'video')
  const sound = walkedOf(located.sound, 'sound')
  const startOf = async (track: WalkedTrack | null) => {
    const first = await track?.firstPts(options)
    return first == null ? null : first / track!.timescale
  }
  const leadSeconds = times.claimedStart(firstSeen(recording))
  const origin = findTimeOrigin(await startOf(video), await startOf(sound)) - leadSeconds
  const shifted = (track: WalkedTrack) => new ShiftedTrack(track, Math.round(origin * track.timescale))
  const described = await openMp4Header(header).getTracks()
  const heard =
    located.sound && sound && (await openSound(walk.reader, located.sound, shifted(sound), described, options))
  return {
    container: 'hls',
    durationSeconds: times.durationSeconds,
    clockSeconds: origin,
    video: located.video && video && (await openVideo(walk.reader, located.video, shifted(video), described, options)),
    sound: heard,
    ...(located.sound && !heard ? { unreadableSound: entryName(located.sound) } : {}),
  }
}

/** The first segment that is there. */
function firstSeen({ firstPlace, segments }: Recording): number {
  return firstPlace + segments.findIndex(({ isGap }) => !isGap)
}

function assigned(stretches: SharedStretches, { firstPlace, endPlace }: SegmentTimes, load: StretchLoader) {
  return stretches.assign(firstPlace * PARTS_OF_SEGMENT, endPlace * PARTS_OF_SEGMENT, load)
}

function unreadable(): CutterError {
  return new CutterError('unsupported_media', 'The segments of the playlist are of a kind that we cannot read.')
}
