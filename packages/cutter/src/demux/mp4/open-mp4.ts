import type { InputTrack } from 'mediabunny'
import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { LeftOut } from '../../api/receipt.ts'
import { audioCodecName, pcmSampleBytes, videoCodecName } from '../../bitstream/codec-names.ts'
import { turnOfMatrix } from '../../bitstream/turn.ts'
import { type AudioDecoders, correctAacDescription } from '../../codec/decode-audio.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { type AudioChoice, audioTrackFacts, chooseAudio, describeInput } from '../common/audio-choice.ts'
import { chaptersOnTimeline } from '../common/chapters.ts'
import { filledTrack } from '../common/filled-track.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { openMp4Header } from '../common/mediabunny-input.ts'
import type { OpenedAudio, OpenedPart, OpenedVideo, WantedTracks } from '../common/opened-part.ts'
import { medianDistance, sumOf } from '../common/packet-list.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { findTimeOrigin, trackStartSeconds } from '../common/time-origin.ts'
import {
  type AudioDescription,
  describeAudioTrack,
  describeVideoTrack,
  matrixOf,
} from '../common/track-descriptions.ts'
import { findBox } from './boxes.ts'
import { editedTrack } from './edit-list.ts'
import { openFragments } from './fragment-list.ts'
import { fragmentTrack } from './fragment-track.ts'
import { type Mp4Layout, readMp4Layout } from './layout.ts'
import type { Mp4Movie, Mp4Track } from './movie.ts'
import { pcmTrack } from './pcm-track.ts'
import { audioOfEntry, readVideoEntries } from './sample-entry.ts'
import { readSampleTable, tableTrack } from './sample-table.ts'
import { findTexts, type Mp4Texts, openText, readChapters } from './text-tracks.ts'
import { mp4TrackNames } from './track-names.ts'

export interface OpenedMp4 {
  part: OpenedPart
  /** Offset of another file that is joined to this one; null if there is none. */
  nextFile: number | null
}

/** Opens an MP4 (MOV, M4A). mediabunny describes its tracks, and Kerf's own index locates their packets. */
export async function openMp4File(
  reader: PartReader,
  firstBytes: Buffer,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedMp4> {
  const layout = await readMp4Layout(reader, firstBytes, options)
  const { movie } = layout
  const fragments = movie.isFragmented ? await openFragments(reader, layout, options) : null
  const inputTracks = await openMp4Header(layout.header).getTracks()
  const isCutOff = (await fragments?.isCutOff(options)) ?? false
  const locate = async (track: Mp4Track | null): Promise<LocatedTrack | null> => {
    if (!track) return null
    requireUnencrypted(track)
    const wholeIndex = fragments
      ? await fragmentTrack(track, fragments, isCutOff, options)
      : plainTrack(movie.moov, track, reader.sizeBytes)
    const index = filledTrack(wholeIndex)
    const { breaksOffTick = Infinity, timescale } = index
    if (!track.edits) return { track, index, breaksOffSeconds: breaksOffTick / timescale }
    const editedIndex = editedTrack(index, track.edits)
    const endTick = breaksOffTick < Infinity ? ((await editedIndex.endPts(options)) ?? 0) : Infinity
    return { track, index: editedIndex, breaksOffSeconds: endTick / timescale }
  }
  const video = wantedTracks.video ? await locate((await tracksOf(movie, 'video', inputTracks)).defaultTrack) : null
  const choice = wantedTracks.audio ? await chooseMp4Audio(movie, inputTracks, wantedTracks) : null
  const audio = choice && (await locate(choice.chosen))
  const locatedTracks = [video, audio].filter((candidate) => candidate !== null)
  const originSeconds = findTimeOrigin(
    await trackStartSeconds(video?.index, options),
    await trackStartSeconds(audio?.index, options),
  )
  const trackAtOrigin = ({ index }: LocatedTrack) => shiftedTrack(index, Math.round(originSeconds * index.timescale))
  const opening = { reader, header: layout.header, inputTracks, codecs: wantedTracks.codecs, options }
  const openedAudio = audio && (await openAudio(opening, audio.track, trackAtOrigin(audio)))
  const unreadableAudio = audio && !openedAudio ? entryName(audio.track) : null
  const texts = findTexts(movie)
  if (video && video.breaksOffSeconds < Infinity && (await video.index.firstPts(options)) === null) {
    throw brokenMedia('The media ends before its first frame.')
  }
  const breaksOffSeconds = Math.min(...locatedTracks.map((track) => track.breaksOffSeconds)) - originSeconds
  const isComplete = breaksOffSeconds === Infinity
  const claimedSeconds = isComplete ? claimedDuration(layout, video !== null) : null
  const endSeconds = claimedSeconds ?? (await findEnd(locatedTracks.map(trackAtOrigin), options))
  const durationSeconds = endSeconds > 0 || !isComplete ? endSeconds : movie.durationSeconds
  const part: OpenedPart = {
    container: 'mp4',
    durationSeconds,
    video: video && (await openVideo(opening, video.track, trackAtOrigin(video))),
    audio: openedAudio,
    clockSeconds: originSeconds,
    ...(!isComplete && { breaksOffSeconds: Math.max(0, breaksOffSeconds) }),
    leftOut: leftOutOf(movie, wantedTracks, texts),
    texts: texts.tracks.map((text) => openText(text, layout, reader, originSeconds)),
    chapters: chaptersOnTimeline(await readChapters(texts, reader, options), originSeconds, durationSeconds),
    ...(choice && (await audioFacts(choice, openedAudio, movie, inputTracks))),
    ...(unreadableAudio ? { unreadableAudio } : {}),
  }
  return { part, nextFile: fragments?.nextFile() ?? layout.nextFile }
}

function leftOutOf({ tracks, hasSubtitles }: Mp4Movie, wantedTracks: WantedTracks, texts: Mp4Texts): LeftOut[] {
  const leftOut: LeftOut[] = []
  if (wantedTracks.audio && tracks.filter(({ kind }) => kind === 'audio').length > 1) leftOut.push('other_audio')
  if (wantedTracks.video && (hasSubtitles || texts.tracks.length > 0)) leftOut.push('subtitles')
  return leftOut
}

interface LocatedTrack {
  track: Mp4Track
  index: IndexedTrack
  /** Timestamp on the file's own clock at which the packets of the track end too early; Infinity if it is complete. */
  breaksOffSeconds: number
}

function plainTrack(moov: Buffer, track: Mp4Track, fileBytes: number): IndexedTrack {
  const audio = track.kind === 'audio' ? audioOfEntry(track.entries[0]!) : null
  const sampleBytes = audio && pcmSampleBytes(audio.codec)
  const frameBytes = sampleBytes ? sampleBytes * audio.channels : null
  const pcm = frameBytes ? pcmTrack(moov, track, frameBytes, fileBytes) : null
  if (pcm) return pcm
  const table = readSampleTable(moov, track, fileBytes)
  // Compressed audio with a PCM sample entry would play as loud noise.
  if (frameBytes && table.sizes.some((size) => size % frameBytes !== 0)) {
    throw brokenMedia('There are packets of PCM that are no whole samples.')
  }
  return tableTrack(track, table)
}

export function entryName({ entries }: Mp4Track): string {
  return entries[0]!.toString('latin1', 4, 8).trim()
}

/**
 * The readable tracks of a kind, and the default track: the first one, enabled tracks before others. If no track is
 * readable, the default is an unreadable one, so that an unreadable video is an error and the file does not become
 * audio only. Covers and thumbnails do not count as video.
 */
export async function tracksOf(movie: Mp4Movie, kind: 'video' | 'audio', inputTracks: readonly InputTrack[]) {
  const tracksOfKind = movie.tracks.filter((track) => track.kind === kind)
  const readable: Mp4Track[] = []
  for (const track of tracksOfKind) {
    const codec = (await inputTracks.find(({ id }) => id === track.id)?.getCodec()) ?? null
    if (kind === 'video' ? videoCodecName(codec) : (audioOfEntry(track.entries[0]!) ?? audioCodecName(codec))) {
      readable.push(track)
    }
  }
  const isEnabled = (track: Mp4Track) => track.isEnabled
  const orderedTracks = [...tracksOfKind.filter(isEnabled), ...tracksOfKind.filter((track) => !track.isEnabled)]
  const unreadableTrack = orderedTracks.find((track) => kind === 'audio' || isVideo(movie, track)) ?? null
  return { readable, defaultTrack: readable.find(isEnabled) ?? readable[0] ?? unreadableTrack }
}

async function chooseMp4Audio(movie: Mp4Movie, inputTracks: readonly InputTrack[], { audioTrack }: WantedTracks) {
  const { readable, defaultTrack } = await tracksOf(movie, 'audio', inputTracks)
  return chooseAudio(readable, defaultTrack, audioTrack)
}

/** Facts of the audio tracks that a viewer can choose from. */
export function audioFacts(
  choice: AudioChoice<Mp4Track>,
  opened: OpenedAudio | null,
  { moov }: Pick<Mp4Movie, 'moov'>,
  inputTracks: readonly InputTrack[],
) {
  return audioTrackFacts(choice, opened?.description, async ({ id, entries, box }) => {
    const input = inputTracks.find((candidate) => candidate.isAudioTrack() && candidate.id === id)
    const { codec, channels } = audioOfEntry(entries[0]!) ?? (await describeInput(input!))
    return { ...mp4TrackNames(moov, box), codec, channels }
  })
}

/** Whether a track is video. In audio files, one frame is the cover, and a disabled track has chapter images. */
function isVideo({ moov, isFragmented }: Mp4Movie, track: Mp4Track): boolean {
  const sizes = findBox(moov, track.sampleTable, 'stsz')
  return isFragmented || !sizes || (track.isEnabled && moov.readUInt32BE(sizes.bodyStart + 8) > 1)
}

/** Throws for an edit list that jumps, which cannot apply to the segments of a playlist. */
export function requireOneRun(track: Mp4Track): void {
  if (track.edits) throw unsupportedMedia('The segments have an edit list that jumps.')
}

export function requireUnencrypted(track: Mp4Track): void {
  const type = track.entries[0]!.toString('latin1', 4, 8)
  if (type === 'encv' || type === 'enca') throw unsupportedMedia('The media is encrypted.')
}

/**
 * Duration from the segment index or the header of a fragmented file, in seconds; null if only the samples give it. The
 * index of a video counts only if its writer knew the order of frames. Other writers measure each fragment from its
 * first decoded frame, and the sum may be half of the true duration.
 */
function claimedDuration({ references, movie }: Mp4Layout, hasFrames: boolean): number | null {
  const isMeasuredInOrder = !hasFrames || references.every(({ hasSapType }) => hasSapType)
  if (references.length > 1 && isMeasuredInOrder) return references.at(-1)!.endTime - references[0]!.startTime
  return movie.isFragmented && movie.durationSeconds > 0 ? movie.durationSeconds : null
}

async function findEnd(tracks: IndexedTrack[], options: ReadOptions): Promise<number> {
  let end = 0
  for (const track of tracks) end = Math.max(end, ((await track.endPts(options)) ?? 0) / track.timescale)
  return end
}

/** Inputs for opening the tracks of a file. */
export interface Mp4Opening {
  reader: PartReader
  /** Bytes of the file that contain its moov. */
  header: Buffer
  /** The tracks as mediabunny describes them. */
  inputTracks: InputTrack[]
  codecs: AudioDecoders
  options: ReadOptions
}

export async function openVideo(opening: Mp4Opening, track: Mp4Track, index: IndexedTrack): Promise<OpenedVideo> {
  const { reader, inputTracks, options } = opening
  const input = inputTracks.find((candidate) => candidate.isVideoTrack() && candidate.id === track.id)
  if (!input?.isVideoTrack()) throw unsupportedMedia('The video is encoded in a way that cannot be read.')
  const description = await describeVideoTrack(input, readVideoEntries(track.entries))
  // The matrix of the movie may rotate frames too, but clips have only the matrix of the track.
  const hasTrackTurn = turnOfMatrix(track.matrix).join() === description.turn.join()
  return {
    description,
    matrix: hasTrackTurn ? track.matrix : matrixOf(description),
    frameRate: await measureFrameRate(index, options),
    access: { kind: 'indexed', track: index, reader },
  }
}

export async function openAudio(
  { reader, header, inputTracks, codecs, options }: Mp4Opening,
  track: Mp4Track,
  index: IndexedTrack,
): Promise<OpenedAudio | null> {
  const formats =
    track.entries.length > 1
      ? await describeAudioEntries(header, track)
      : [await describeAudioEntry(inputTracks, track)]
  const description = await correctAacDescription(codecs, formats[0]!, async () => {
    const packet = (await index.covering(0, 1, options)).at(0)
    return packet ? reader.read(packet.offset, packet.offset + packet.sizeBytes, options) : null
  })
  return description && { description, formats, access: { kind: 'indexed', track: index, reader } }
}

async function describeAudioEntry(
  inputTracks: readonly InputTrack[],
  { id, entries }: Pick<Mp4Track, 'id' | 'entries'>,
): Promise<AudioDescription | null> {
  const input = inputTracks.find((candidate) => candidate.isAudioTrack() && candidate.id === id)
  return audioOfEntry(entries[0]!) ?? (input?.isAudioTrack() ? describeAudioTrack(input) : null)
}

/** Maximum number of sample entries of a track that are read. */
const MAX_ENTRIES = 16

/** Reads the formats of all sample entries. mediabunny reads only one per track, so it gets a header for each entry. */
async function describeAudioEntries(header: Buffer, { id, entries }: Mp4Track): Promise<(AudioDescription | null)[]> {
  const at = header.indexOf(Buffer.concat(entries))
  const formats: (AudioDescription | null)[] = []
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const patchedHeader = Buffer.from(header)
    patchedHeader.writeUInt32BE(1, at - 4)
    Buffer.concat([entry, ...entries.filter((candidate) => candidate !== entry)]).copy(patchedHeader, at)
    const inputTracks = await openMp4Header(patchedHeader).getTracks()
    formats.push(await describeAudioEntry(inputTracks, { id, entries: [entry] }))
  }
  return formats
}

/** Durations of media from which the frame rate is measured: the second one if the first has too few frames. */
const FRAME_RATE_SAMPLES_SECONDS = [1, 12]
const ENOUGH_FRAMES = 6

/**
 * Largest rounding error of the distance between two timestamps. Timestamps that come from WebM are rounded to
 * milliseconds.
 */
const DISTANCE_TOLERANCE_SECONDS = 0.001

/** Frames per second, from the average of the distances that are near the median; 0 for fewer than two frames. */
async function measureFrameRate(index: IndexedTrack, options: ReadOptions): Promise<number> {
  let times: Float64Array = new Float64Array(0)
  for (const seconds of FRAME_RATE_SAMPLES_SECONDS) {
    if (times.length < ENOUGH_FRAMES) times = (await index.covering(0, seconds * index.timescale, options)).pts
  }
  const medianTicks = medianDistance(times)
  if (!medianTicks) return 0
  const rounding = Math.max(1, DISTANCE_TOLERANCE_SECONDS * index.timescale)
  const sortedTimes = Float64Array.from(times).sort()
  const distances = sortedTimes.subarray(1).map((time, at) => time - sortedTimes[at]!)
  const distancesNearMedian = distances.filter((distance) => Math.abs(distance - medianTicks) <= rounding)
  return (distancesNearMedian.length * index.timescale) / sumOf(distancesNearMedian)
}
