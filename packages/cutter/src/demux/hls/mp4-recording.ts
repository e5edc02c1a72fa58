import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { chooseAudio } from '../common/audio-choice.ts'
import { openMp4Header } from '../common/mediabunny-input.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { type ScannedTrack, scannedTrack } from '../common/scanned-track.ts'
import { BYTE_RANGE_SPAN_BYTES } from '../common/scattered-packet-reader.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { findTimeOrigin, sharedOrigin, trackStartSeconds } from '../common/time-origin.ts'
import { boxesBetween, requireHeader } from '../mp4/boxes.ts'
import { type FragmentSample, parseMoof } from '../mp4/moof.ts'
import { type Mp4Track, parseMovie } from '../mp4/movie.ts'
import {
  audioFacts,
  entryName,
  openAudio,
  openVideo,
  requireOneRun,
  requireUnencrypted,
  tracksOf,
} from '../mp4/open-mp4.ts'
import type { RecordingSource } from './segment-reader.ts'
import { positionOf, type SegmentPackets, scanSegments } from './segment-scan.ts'
import { type Recording, segmentTimes } from './segment-times.ts'

/**
 * Number of bytes at the start of a segment that usually contain its tables. The first segment shows the real number.
 */
const FIRST_TABLE_BYTES = 16 * 1024
const BOX_HEADER_BYTES = 16
/**
 * Number of unneeded bytes above which only the tables and needed packets of a segment are read, with one more round
 * trip.
 */
const MIN_SPARED_BYTES = 256 * 1024
const MAX_PARTIAL_SEGMENTS = 64

const TRACK_KINDS = ['video', 'audio'] as const
type Kind = (typeof TRACK_KINDS)[number]
type TracksByKind = Record<Kind, Mp4Track | null>

/** Opens a recording whose segments are fragments of an MP4. Reads its initialization section and its first segment. */
export async function openMp4Recording(
  { segments, readerFor }: RecordingSource,
  recording: Recording,
  initSection: number,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const header = await segments.readInitSection(initSection, options)
  const moov = [...boxesBetween(header, 0, header.length)].find(({ type }) => type === 'moov')
  if (!moov) {
    throw unsupportedMedia('The segments of the playlist are of a kind that we cannot read.')
  }
  const movie = parseMovie(header.subarray(moov.start, moov.end))
  const firstOf = (kind: Kind) => movie.tracks.find((candidate) => candidate.kind === kind) ?? null
  const inputTracks = await openMp4Header(header).getTracks()
  const { readable } = await tracksOf(movie, 'audio', inputTracks)
  const choice = wantedTracks.audio ? chooseAudio(readable, firstOf('audio'), wantedTracks.audioTrack) : null
  const tracks: TracksByKind = { video: wantedTracks.video ? firstOf('video') : null, audio: choice?.chosen ?? null }
  const times = segmentTimes(recording)
  /** Segments of which only a part is needed. The set only decides how many bytes are fetched at once. */
  const partialSegments = new Set<number>()
  let tableBytes = FIRST_TABLE_BYTES
  let bytesPerSecond = 0

  function onWanted(segment: number, fromSeconds: number, untilSeconds: number): void {
    for (const position of new Set([segment, times.positionBefore(untilSeconds)])) {
      const start = times.startSecondsOf(position)
      const duration = segments.segments[position]!.duration
      const neededSeconds = Math.min(start + duration, untilSeconds) - Math.max(start, fromSeconds)
      if ((duration - neededSeconds) * bytesPerSecond > MIN_SPARED_BYTES) partialSegments.add(position)
      else partialSegments.delete(position)
    }
    for (const position of partialSegments)
      if (partialSegments.size > MAX_PARTIAL_SEGMENTS) partialSegments.delete(position)
  }

  async function demux(key: number, reading: ReadOptions): Promise<SegmentPackets> {
    const segment = positionOf(key)
    if (segments.segments[segment]!.isGap) return { video: [], audio: [], bytes: Buffer.alloc(0), memoryBytes: 0 }
    const isPartial = partialSegments.has(segment)
    const firstPart = isPartial ? await segments.read(segment, { start: 0, end: tableBytes }, reading) : null
    const tables = firstPart && tablesIn(firstPart.bytes, firstPart.sizeBytes)
    const isEnough = firstPart && tables && tables.fragments.length > 0
    const { bytes, sizeBytes } = isEnough ? firstPart : await segments.read(segment, null, reading)
    const { fragments, end } = isEnough ? tables : tablesIn(bytes, bytes.length)!
    if (segment === recording.firstAvailable) {
      tableBytes = Math.max(tableBytes, end)
      bytesPerSecond = sizeBytes / segments.segments[segment]!.duration
    }
    const samples: Record<Kind, FragmentSample[]> = { video: [], audio: [] }
    for (const { at, moof } of fragments) {
      for (const kind of TRACK_KINDS) {
        const track = tracks[kind]
        if (track) parseMoof(moof, at, track, samples[kind])
      }
    }
    const firstSample = tracks.video ? samples.video.find(({ isSync }) => isSync) : samples.audio[0]
    if (firstSample) times.learnStart(segment, firstSample.pts / (tracks.video ?? tracks.audio)!.timescale)
    return {
      bytes,
      memoryBytes: bytes.length,
      video: packetsOf(samples.video, key, sizeBytes),
      audio: packetsOf(samples.audio, key, sizeBytes),
      async read(from, to, packetOptions) {
        if (to <= bytes.length) return bytes.subarray(from, to)
        const part = await segments.read(segment, { start: from, end: to }, packetOptions)
        return part.bytes.subarray(from - part.start, to - part.start)
      },
    }
  }

  const reader = readerFor(recording, demux)
  const scan = scanSegments(times, reader, onWanted)
  const scannedPacketsOf = (kind: Kind) => {
    const track = tracks[kind]
    if (track) {
      requireUnencrypted(track)
      requireOneRun(track)
    }
    return track && scannedTrack(scan, kind, track.timescale)
  }
  const video = scannedPacketsOf('video')
  const audio = scannedPacketsOf('audio')
  const leadSeconds = times.claimedStart(recording.firstAvailable)
  const ownOrigin =
    findTimeOrigin(await trackStartSeconds(video, options), await trackStartSeconds(audio, options)) - leadSeconds
  const origin = sharedOrigin(ownOrigin, recording.timeline)
  const shiftToOrigin = (track: ScannedTrack) => shiftedTrack(track, Math.round(origin * track.timescale))
  const opening = { reader, header, inputTracks, codecs: wantedTracks.codecs, options }
  const openedAudio = tracks.audio && audio && (await openAudio(opening, tracks.audio, shiftToOrigin(audio)))
  return {
    container: 'hls',
    durationSeconds: times.durationSeconds + ownOrigin - origin,
    clockSeconds: origin,
    video: tracks.video && video && (await openVideo(opening, tracks.video, shiftToOrigin(video))),
    audio: openedAudio,
    leftOut:
      wantedTracks.audio && movie.tracks.filter(({ kind }) => kind === 'audio').length > 1 ? ['other_audio'] : [],
    ...(choice && (await audioFacts(choice, openedAudio, movie, inputTracks))),
    ...(tracks.audio && !openedAudio ? { unreadableAudio: entryName(tracks.audio) } : {}),
  }
}

/**
 * Tables of the fragments in a segment, and the end of the first table; null if the bytes do not contain all tables.
 * @param sizeBytes size of the whole segment
 */
function tablesIn(bytes: Buffer, sizeBytes: number) {
  const fragments: { at: number; moof: Buffer }[] = []
  let end = 0
  for (let at = 0; at + BOX_HEADER_BYTES < sizeBytes; ) {
    if (at + BOX_HEADER_BYTES > bytes.length) return null
    const { type, sizeBytes: boxBytes } = requireHeader(bytes, at, at, sizeBytes)
    if (type === 'moof') {
      if (at + boxBytes > sizeBytes) throw brokenMedia(`A table of a segment claims ${boxBytes} bytes.`)
      if (at + boxBytes > bytes.length) return null
      fragments.push({ at, moof: bytes.subarray(at, at + boxBytes) })
      end ||= at + boxBytes + BOX_HEADER_BYTES
    }
    at += boxBytes
  }
  return { fragments, end }
}

/**
 * Converts samples to packets with offsets for the reader.
 * @throws CutterError broken_media for a sample outside the segment
 */
function packetsOf(samples: readonly FragmentSample[], key: number, segmentBytes: number) {
  // Recorders write empty samples for dropped frames.
  const nonEmptySamples = samples.filter(({ sizeBytes }) => sizeBytes > 0)
  return nonEmptySamples.map(({ offset, ...sample }) => {
    if (offset < 0 || offset + sample.sizeBytes > segmentBytes) {
      throw brokenMedia('A segment ends before the last packet it names.')
    }
    return { ...sample, offset: key * BYTE_RANGE_SPAN_BYTES + offset }
  })
}
