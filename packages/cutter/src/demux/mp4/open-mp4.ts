import type { InputTrack } from 'mediabunny'
import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { LeftOut } from '../../api/receipt.ts'
import { audioCodecName, pcmSampleBytes, videoCodecName } from '../../bitstream/codec-names.ts'
import { turnOfMatrix } from '../../bitstream/turn.ts'
import { asDecoded } from '../../codec/decode-audio.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { type AudioChoice, audioTrackFacts, chooseAudio, describeInput } from '../common/audio-choice.ts'
import { shownChapters } from '../common/chapters.ts'
import { filledTrack } from '../common/filled-track.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { openMp4Header } from '../common/mediabunny-input.ts'
import type { OpenedAudio, OpenedPart, OpenedVideo, WantedTracks } from '../common/opened-part.ts'
import { sumOf, usualDistance } from '../common/packet-list.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { findTimeOrigin, startOf } from '../common/time-origin.ts'
import { type AudioDescription, describeAudio, describeVideo, matrixOf } from '../common/track-descriptions.ts'
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
  /** Where another file begins that is joined to this one; null: none. */
  nextFile: number | null
}

/** Opens an MP4 (MOV, M4A) for cutting: its tracks are described by the library and located by our own index. */
export async function openMp4File(
  reader: PartReader,
  firstBytes: Buffer,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedMp4> {
  const layout = await readMp4Layout(reader, firstBytes, options)
  const { movie } = layout
  const fragments = movie.isFragmented ? await openFragments(reader, layout, options) : null
  const described = await openMp4Header(layout.header).getTracks()
  const isCutOff = (await fragments?.isCutOff(options)) ?? false
  const locate = async (track: Mp4Track | null): Promise<LocatedTrack | null> => {
    if (!track) return null
    requireUnencrypted(track)
    const whole = fragments
      ? await fragmentTrack(track, fragments, isCutOff, options)
      : plainTrack(movie.moov, track, reader.sizeBytes)
    const index = filledTrack(whole)
    const { breaksOffTick = Infinity, timescale } = index
    if (!track.edits) return { track, index, breaksOffSeconds: breaksOffTick / timescale }
    const edited = editedTrack(index, track.edits)
    const breaksOff = breaksOffTick < Infinity ? ((await edited.endPts(options)) ?? 0) : Infinity
    return { track, index: edited, breaksOffSeconds: breaksOff / timescale }
  }
  const video = wanted.video ? await locate((await tracksOf(movie, 'video', described)).byDefault) : null
  const choice = wanted.audio ? await chooseMp4Audio(movie, described, wanted) : null
  const audio = choice && (await locate(choice.chosen))
  const located = [video, audio].filter((candidate) => candidate !== null)
  const originSeconds = findTimeOrigin(await startOf(video?.index, options), await startOf(audio?.index, options))
  const atOrigin = ({ index }: LocatedTrack) => shiftedTrack(index, Math.round(originSeconds * index.timescale))
  const opening = { reader, header: layout.header, described, options }
  const openedAudio = audio && (await openAudio(opening, audio.track, atOrigin(audio)))
  const unread = audio && !openedAudio ? entryName(audio.track) : null
  const texts = findTexts(movie)
  if (video && video.breaksOffSeconds < Infinity && (await video.index.firstPts(options)) === null) {
    throw brokenMedia('The media ends before its first frame.')
  }
  const breaksOffSeconds = Math.min(...located.map((track) => track.breaksOffSeconds)) - originSeconds
  const isWhole = breaksOffSeconds === Infinity
  const claimed = isWhole ? claimedDuration(layout, video !== null) : null
  const endSeconds = claimed ?? (await findEnd(located.map(atOrigin), options))
  const durationSeconds = endSeconds > 0 || !isWhole ? endSeconds : movie.durationSeconds
  const part: OpenedPart = {
    container: 'mp4',
    durationSeconds,
    video: video && (await openVideo(opening, video.track, atOrigin(video))),
    audio: openedAudio,
    clockSeconds: originSeconds,
    ...(!isWhole && { breaksOffSeconds: Math.max(0, breaksOffSeconds) }),
    leftOut: leftOutOf(movie, wanted, texts),
    texts: texts.tracks.map((text) => openText(text, layout, reader, originSeconds)),
    chapters: shownChapters(await readChapters(texts, reader, options), originSeconds, durationSeconds),
    ...(choice && (await audioFacts(choice, openedAudio, movie, described))),
    ...(unread ? { unreadableAudio: unread } : {}),
  }
  return { part, nextFile: fragments?.nextFile() ?? layout.nextFile }
}

function leftOutOf({ tracks, hasSubtitles }: Mp4Movie, wanted: WantedTracks, texts: Mp4Texts): LeftOut[] {
  const leftOut: LeftOut[] = []
  if (wanted.audio && tracks.filter(({ kind }) => kind === 'audio').length > 1) leftOut.push('other_audio')
  if (wanted.video && (hasSubtitles || texts.tracks.length > 0)) leftOut.push('subtitles')
  return leftOut
}

interface LocatedTrack {
  track: Mp4Track
  index: IndexedTrack
  /** By the file's own clock; Infinity: it has all of its packets. */
  breaksOffSeconds: number
}

function plainTrack(moov: Buffer, track: Mp4Track, fileBytes: number): IndexedTrack {
  const audio = track.kind === 'audio' ? audioOfEntry(track.entries[0]!) : null
  const sampleBytes = audio && pcmSampleBytes(audio.codec)
  const frameBytes = sampleBytes ? sampleBytes * audio.channels : null
  const plain = frameBytes ? pcmTrack(moov, track, frameBytes, fileBytes) : null
  if (plain) return plain
  const table = readSampleTable(moov, track, fileBytes)
  // Compressed audio under this name would be played as loud noise.
  if (frameBytes && table.sizes.some((size) => size % frameBytes !== 0)) {
    throw brokenMedia('There are packets of PCM that are no whole samples.')
  }
  return tableTrack(track, table)
}

export function entryName({ entries }: Mp4Track): string {
  return entries[0]!.toString('latin1', 4, 8).trim()
}

/**
 * The readable tracks of a kind, and the one that players take: the first, enabled tracks before others. If none can be
 * read, that is an unreadable one, so that it is reported: a video must not become audio alone. Covers and thumbnails do not
 * count as video.
 */
export async function tracksOf(movie: Mp4Movie, kind: 'video' | 'audio', described: readonly InputTrack[]) {
  const ofKind = movie.tracks.filter((track) => track.kind === kind)
  const readable: Mp4Track[] = []
  for (const track of ofKind) {
    const codec = (await described.find(({ id }) => id === track.id)?.getCodec()) ?? null
    if (kind === 'video' ? videoCodecName(codec) : (audioOfEntry(track.entries[0]!) ?? audioCodecName(codec))) {
      readable.push(track)
    }
  }
  const isEnabled = (track: Mp4Track) => track.isEnabled
  const inOrder = [...ofKind.filter(isEnabled), ...ofKind.filter((track) => !track.isEnabled)]
  const unreadable = inOrder.find((track) => kind === 'audio' || isVideo(movie, track)) ?? null
  return { readable, byDefault: readable.find(isEnabled) ?? readable[0] ?? unreadable }
}

async function chooseMp4Audio(movie: Mp4Movie, described: readonly InputTrack[], { audioTrack }: WantedTracks) {
  const { readable, byDefault } = await tracksOf(movie, 'audio', described)
  return chooseAudio(readable, byDefault, audioTrack)
}

/** What there is to choose from. */
export function audioFacts(
  choice: AudioChoice<Mp4Track>,
  opened: OpenedAudio | null,
  { moov }: Pick<Mp4Movie, 'moov'>,
  described: readonly InputTrack[],
) {
  return audioTrackFacts(choice, opened?.description, async ({ id, entries, box }) => {
    const input = described.find((candidate) => candidate.isAudioTrack() && candidate.id === id)
    const { codec, channels } = audioOfEntry(entries[0]!) ?? (await describeInput(input!))
    return { ...mp4TrackNames(moov, box), codec, channels }
  })
}

/** In audio files, a single frame is the cover, and a disabled track has chapter images. */
function isVideo({ moov, isFragmented }: Mp4Movie, track: Mp4Track): boolean {
  const sizes = findBox(moov, track.sampleTable, 'stsz')
  return isFragmented || !sizes || (track.isEnabled && moov.readUInt32BE(sizes.bodyStart + 8) > 1)
}

/** Segments of a playlist have no timeline of their own on which anything could be moved about. */
export function requireOneRun(track: Mp4Track): void {
  if (track.edits) throw unsupportedMedia('The segments have an edit list that jumps.')
}

export function requireUnencrypted(track: Mp4Track): void {
  const type = track.entries[0]!.toString('latin1', 4, 8)
  if (type === 'encv' || type === 'enca') throw unsupportedMedia('The media is encrypted.')
}

/**
 * A segment index knows the duration without another read, and so may the header of a fragmented file; null: the end of
 * the last samples does. Writers who do not know how a fragment begins measure each from its first frame, which need not
 * be the one shown first: their sum can lack half of the video.
 */
function claimedDuration({ references, movie }: Mp4Layout, hasFrames: boolean): number | null {
  const isMeasuredInOrder = !hasFrames || references.every(({ isEntryKnown }) => isEntryKnown)
  if (references.length > 1 && isMeasuredInOrder) return references.at(-1)!.endTime - references[0]!.startTime
  return movie.isFragmented && movie.durationSeconds > 0 ? movie.durationSeconds : null
}

async function findEnd(tracks: IndexedTrack[], options: ReadOptions): Promise<number> {
  let end = 0
  for (const track of tracks) end = Math.max(end, ((await track.endPts(options)) ?? 0) / track.timescale)
  return end
}

/** What the tracks of a file are opened with. */
export interface Mp4Opening {
  reader: PartReader
  /** Bytes of the file that hold its moov. */
  header: Buffer
  /** The library's view of the tracks. */
  described: InputTrack[]
  options: ReadOptions
}

export async function openVideo(opening: Mp4Opening, track: Mp4Track, index: IndexedTrack): Promise<OpenedVideo> {
  const { reader, described, options } = opening
  const input = described.find((candidate) => candidate.isVideoTrack() && candidate.id === track.id)
  if (!input?.isVideoTrack()) throw unsupportedMedia('The video is encoded in a way that cannot be read.')
  const description = await describeVideo(input, readVideoEntries(track.entries))
  // The matrix of the movie may turn frames, too, and clips have none.
  const isOwnTurn = turnOfMatrix(track.matrix).join() === description.turn.join()
  return {
    description,
    matrix: isOwnTurn ? track.matrix : matrixOf(description),
    frameRate: await measureFrameRate(index, options),
    access: { kind: 'indexed', track: index, reader },
  }
}

export async function openAudio(
  { reader, header, described, options }: Mp4Opening,
  track: Mp4Track,
  index: IndexedTrack,
): Promise<OpenedAudio | null> {
  const forms = track.entries.length > 1 ? await audioForms(header, track) : [await audioForm(described, track)]
  const description = await asDecoded(forms[0]!, async () => {
    const first = (await index.covering(0, 1, options)).at(0)
    return first ? reader.read(first.offset, first.offset + first.sizeBytes, options) : null
  })
  return description && { description, forms, access: { kind: 'indexed', track: index, reader } }
}

async function audioForm(
  described: readonly InputTrack[],
  { id, entries }: Pick<Mp4Track, 'id' | 'entries'>,
): Promise<AudioDescription | null> {
  const input = described.find((candidate) => candidate.isAudioTrack() && candidate.id === id)
  return audioOfEntry(entries[0]!) ?? (input?.isAudioTrack() ? describeAudio(input) : null)
}

/** More sample entries than this are not read. */
const MOST_ENTRIES = 16

/** The forms of all sample entries. The library knows one for a track, so that each of them is shown to it alone. */
async function audioForms(header: Buffer, { id, entries }: Mp4Track): Promise<(AudioDescription | null)[]> {
  const at = header.indexOf(Buffer.concat(entries))
  const forms: (AudioDescription | null)[] = []
  for (const entry of entries.slice(0, MOST_ENTRIES)) {
    const patched = Buffer.from(header)
    patched.writeUInt32BE(1, at - 4)
    Buffer.concat([entry, ...entries.filter((candidate) => candidate !== entry)]).copy(patched, at)
    const described = await openMp4Header(patched).getTracks()
    forms.push(await audioForm(described, { id, entries: [entry] }))
  }
  return forms
}

/** A second is enough, unless there are hardly any frames in it. */
const FRAME_RATE_SAMPLES_SECONDS = [1, 12]
const ENOUGH_FRAMES = 6

/** Times that were counted in milliseconds once, as in WebM, are off by up to half of one each. */
const ROUNDED_SECONDS = 0.001

/** From the usual distance between the first frames, averaged where it is rounded; a few odd ones do not matter. */
async function measureFrameRate(index: IndexedTrack, options: ReadOptions): Promise<number> {
  let times: Float64Array = new Float64Array(0)
  for (const seconds of FRAME_RATE_SAMPLES_SECONDS) {
    if (times.length < ENOUGH_FRAMES) times = (await index.covering(0, seconds * index.timescale, options)).pts
  }
  const usual = usualDistance(times)
  if (!usual) return 0
  const rounding = Math.max(1, ROUNDED_SECONDS * index.timescale)
  const sorted = Float64Array.from(times).sort()
  const distances = sorted.subarray(1).map((time, at) => time - sorted[at]!)
  const alike = distances.filter((distance) => Math.abs(distance - usual) <= rounding)
  return (alike.length * index.timescale) / sumOf(alike)
}
