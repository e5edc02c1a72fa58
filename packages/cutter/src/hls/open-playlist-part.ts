import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { asBrokenMedia, CutterError, throwIfCancelled } from '../cutter-error.ts'
import { openMp4Header } from '../index/library-file.ts'
import { boxesBetween } from '../index/mp4-boxes.ts'
import { type Mp4Track, parseMovie } from '../index/mp4-movie.ts'
import { openSound, openVideo, requireOneRun, requireUnencrypted } from '../index/open-mp4-part.ts'
import type { OpenedPart, WantedTracks } from '../index/opened-part.ts'
import { ShiftedTrack } from '../index/shifted-track.ts'
import { findTimeOrigin } from '../index/time-origin.ts'
import { WalkedTrack } from '../index/walked-track.ts'
import { isWalkable, TsStream } from '../ts/open-ts-part.ts'
import { findTsLayout } from '../ts/ts-layout.ts'
import { barePackets } from '../ts/ts-packets.ts'
import { findTsProgram } from '../ts/ts-program.ts'
import { Mp4SegmentWalk } from './mp4-segment-walk.ts'
import { decodeTable, mapSlot, type PlaylistTable, segmentSlot, tableBytes } from './playlist-layout.ts'
import { PlaylistTsRuns } from './playlist-ts-runs.ts'
import { SegmentTimes } from './segment-times.ts'
import { readSlot } from './slot-reader.ts'

/** Opens the source that `playlistSource` made. Reads the first segment, and none of the others. */
export async function openPlaylistPart(
  reader: PartReader,
  firstBytes: Buffer,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  try {
    const size = tableBytes(firstBytes)
    const table = decodeTable(
      size <= firstBytes.length ? firstBytes.subarray(0, size) : await reader.read(0, size, options),
    )
    const map = table.segments[0]!.map
    if (table.segments.some((segment) => segment.map !== map)) {
      throw new CutterError('unsupported_media', 'The segments of the playlist are of several kinds.')
    }
    return map === null
      ? await openTsSegments(reader, table, wanted, options)
      : await openMp4Segments(reader, table, await readSlot(reader, mapSlot(table, map), options), wanted, options)
  } catch (error) {
    throwIfCancelled(options.signal)
    throw asBrokenMedia(error, 'The playlist cannot be read')
  }
}

async function openTsSegments(reader: PartReader, table: PlaylistTable, wanted: WantedTracks, options: ReadOptions) {
  const first = await readSlot(reader, segmentSlot(0), options)
  const layout = findTsLayout(first)
  const program = layout && findTsProgram(first, layout)
  if (!program || !(program.video || program.sound) || !isWalkable(program)) {
    throw new CutterError('unsupported_media', 'The segments of the playlist are of a kind that we cannot read.')
  }
  const times = new SegmentTimes(table)
  let begun: Buffer | null = first
  const runs = new PlaylistTsRuns(times, async (place, reading) => {
    // The first one is at hand; after that it is kept as what was found in it.
    const held = place === 0 ? begun : null
    begun = place === 0 ? null : begun
    return held ?? readSlot(reader, segmentSlot(place), reading)
  })
  const stream = await TsStream.open(runs, program, barePackets(first, layout), options)
  runs.startAt(stream.firstTick)
  const endSeconds = stream.firstTick / 90_000 + times.durationSeconds
  return stream.part('hls', endSeconds, wanted, options)
}

async function openMp4Segments(
  reader: PartReader,
  table: PlaylistTable,
  header: Buffer,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const moov = [...boxesBetween(header, 0, header.length)].find(({ type }) => type === 'moov')
  if (!moov) {
    throw new CutterError('unsupported_media', 'The segments of the playlist are of a kind that we cannot read.')
  }
  const { tracks } = parseMovie(header.subarray(moov.start, moov.end))
  const trackOf = (kind: Mp4Track['kind'], isWanted: boolean) =>
    (isWanted && tracks.find((candidate) => candidate.kind === kind)) || null
  const located = { video: trackOf('video', wanted.video), sound: trackOf('sound', wanted.sound) }
  const times = new SegmentTimes(table)
  const walk = new Mp4SegmentWalk(times, located, (place, reading) => readSlot(reader, segmentSlot(place), reading))
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
  const origin = findTimeOrigin(await startOf(video), await startOf(sound))
  times.clockSeconds = origin
  const shifted = (track: WalkedTrack, originSeconds: number) =>
    new ShiftedTrack(track, Math.round(originSeconds * track.timescale))
  const described = await openMp4Header(header).getTracks()
  return {
    container: 'hls',
    durationSeconds: times.durationSeconds,
    clockSeconds: origin,
    video:
      located.video &&
      video &&
      (await openVideo(walk.reader, located.video, shifted(video, origin), described, options)),
    sound:
      located.sound &&
      sound &&
      (await openSound(walk.reader, located.sound, shifted(sound, origin), described, options)),
  }
}
