import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { chooseAudio } from '../common/audio-choice.ts'
import { BYTE_RANGE_SPAN_BYTES } from '../common/held-packet-reader.ts'
import { openMp4Header } from '../common/mediabunny-input.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { type ScannedTrack, scannedTrack } from '../common/scanned-track.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { findTimeOrigin, startOf } from '../common/time-origin.ts'
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
import { placeOf, type SegmentPackets, scanSegments } from './segment-scan.ts'
import { type Recording, segmentTimes } from './segment-times.ts'

/** Tables in front of the packets are seldom larger; the first segment shows their size. */
const FIRST_TABLE_BYTES = 16 * 1024
const BOX_HEADER_BYTES = 16
/** If this much of a segment is not needed, its tables are read first, and then only the needed packets: that is worth a round trip. */
const SPARED_BYTES = 256 * 1024
const MOST_PARTIAL = 64

const KINDS = ['video', 'audio'] as const
type Kind = (typeof KINDS)[number]
type Located = Record<Kind, Mp4Track | null>

/** Opens a recording whose segments are fragments of an MP4. Reads its init section and its first segment. */
export async function openMp4Recording(
  { segments, readerFor }: RecordingSource,
  recording: Recording,
  initSection: number,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const header = await segments.readInitSection(initSection, options)
  const moov = [...boxesBetween(header, 0, header.length)].find(({ type }) => type === 'moov')
  if (!moov) {
    throw unsupportedMedia('The segments of the playlist are of a kind that we cannot read.')
  }
  const movie = parseMovie(header.subarray(moov.start, moov.end))
  const firstOf = (kind: Kind) => movie.tracks.find((candidate) => candidate.kind === kind) ?? null
  const described = await openMp4Header(header).getTracks()
  const { readable } = await tracksOf(movie, 'audio', described)
  const choice = wanted.audio ? chooseAudio(readable, firstOf('audio'), wanted.audioTrack) : null
  const located: Located = { video: wanted.video ? firstOf('video') : null, audio: choice?.chosen ?? null }
  const times = segmentTimes(recording)
  /** Only a part of these is needed. This only decides how much is fetched at once. */
  const partial = new Set<number>()
  let tableBytes = FIRST_TABLE_BYTES
  let bytesPerSecond = 0

  function onWanted(segment: number, fromSeconds: number, untilSeconds: number): void {
    for (const place of new Set([segment, times.placeBefore(untilSeconds)])) {
      const start = times.startOf(place)
      const duration = segments.segments[place]!.duration
      const needed = Math.min(start + duration, untilSeconds) - Math.max(start, fromSeconds)
      if ((duration - needed) * bytesPerSecond > SPARED_BYTES) partial.add(place)
      else partial.delete(place)
    }
    for (const place of partial) if (partial.size > MOST_PARTIAL) partial.delete(place)
  }

  async function demux(key: number, reading: ReadOptions): Promise<SegmentPackets> {
    const segment = placeOf(key)
    if (segments.segments[segment]!.isGap) return { video: [], audio: [], bytes: Buffer.alloc(0), heldBytes: 0 }
    const begun = partial.has(segment) ? await segments.read(segment, { start: 0, end: tableBytes }, reading) : null
    const tables = begun && tablesIn(begun.bytes, begun.sizeBytes)
    const isEnough = begun && tables && tables.fragments.length > 0
    const { bytes, sizeBytes } = isEnough ? begun : await segments.read(segment, null, reading)
    const { fragments, end } = isEnough ? tables : tablesIn(bytes, bytes.length)!
    if (segment === recording.firstSeen) {
      tableBytes = Math.max(tableBytes, end)
      bytesPerSecond = sizeBytes / segments.segments[segment]!.duration
    }
    const found: Record<Kind, FragmentSample[]> = { video: [], audio: [] }
    for (const { at, moof } of fragments) {
      for (const kind of KINDS) {
        const track = located[kind]
        if (track) parseMoof(moof, at, track, found[kind])
      }
    }
    const begin = located.video ? found.video.find(({ isSync }) => isSync) : found.audio[0]
    if (begin) times.learn(segment, begin.pts / (located.video ?? located.audio)!.timescale)
    return {
      bytes,
      heldBytes: bytes.length,
      video: placed(found.video, key, sizeBytes),
      audio: placed(found.audio, key, sizeBytes),
      async read(from, to, packets) {
        if (to <= bytes.length) return bytes.subarray(from, to)
        const part = await segments.read(segment, { start: from, end: to }, packets)
        return part.bytes.subarray(from - part.start, to - part.start)
      },
    }
  }

  const reader = readerFor(recording, demux)
  const scan = scanSegments(times, reader, onWanted)
  const scannedOf = (kind: Kind) => {
    const track = located[kind]
    if (track) {
      requireUnencrypted(track)
      requireOneRun(track)
    }
    return track && scannedTrack(scan, kind, track.timescale)
  }
  const video = scannedOf('video')
  const audio = scannedOf('audio')
  const leadSeconds = times.claimedStart(recording.firstSeen)
  const origin = findTimeOrigin(await startOf(video, options), await startOf(audio, options)) - leadSeconds
  const shifted = (track: ScannedTrack) => shiftedTrack(track, Math.round(origin * track.timescale))
  const opening = { reader, header, described, options }
  const openedAudio = located.audio && audio && (await openAudio(opening, located.audio, shifted(audio)))
  return {
    container: 'hls',
    durationSeconds: times.durationSeconds,
    clockSeconds: origin,
    video: located.video && video && (await openVideo(opening, located.video, shifted(video))),
    audio: openedAudio,
    leftOut: wanted.audio && movie.tracks.filter(({ kind }) => kind === 'audio').length > 1 ? ['other_audio'] : [],
    ...(choice && (await audioFacts(choice, openedAudio, movie, described))),
    ...(located.audio && !openedAudio ? { unreadableAudio: entryName(located.audio) } : {}),
  }
}

/**
 * The fragments' tables, and where the first of them ends; null if these bytes do not hold all of them.
 * @param sizeBytes of the whole segment
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

function placed(samples: readonly FragmentSample[], key: number, segmentBytes: number) {
  // Those without bytes keep the places of frames that a recorder dropped.
  const filled = samples.filter(({ sizeBytes }) => sizeBytes > 0)
  return filled.map(({ offset, ...sample }) => {
    if (offset < 0 || offset + sample.sizeBytes > segmentBytes) {
      throw brokenMedia('A segment ends before the last packet it names.')
    }
    return { ...sample, offset: key * BYTE_RANGE_SPAN_BYTES + offset }
  })
}
