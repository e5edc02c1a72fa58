import { asBrokenMedia, CutterError } from '../../api/cutter-error.ts'
import type { TextTrackFacts } from '../../api/media-facts.ts'
import { MAX_STREAMS } from '../../api/media-limits.ts'
import { MAX_CAPTION_BYTES, MAX_CHAPTERS, MAX_CUES, type SubtitleCue } from '../../api/subtitles.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { NamedChapter } from '../common/chapters.ts'
import { type OpenedText, readByteSpans, shownCues, textTooLargeError } from '../common/text-track.ts'
import { unlessDamaged } from '../common/unless-damaged.ts'
import { type Box, boxesBetween, childBoxes, findBox } from './boxes.ts'
import { editedTrack } from './edit-list.ts'
import { openFragments } from './fragment-list.ts'
import type { Mp4Layout } from './layout.ts'
import { type Mp4Movie, type Mp4Track, parseTrack, readHandler } from './movie.ts'
import { readSampleTable, tableTrack } from './sample-table.ts'
import { joinedCues, textOfSample, webvttCues } from './text-samples.ts'
import { mp4TrackNames } from './track-names.ts'

/** A text track. `bytes` contain its trak box, `entry` is the type of its sample entry. */
interface Mp4Text {
  track: Mp4Track
  bytes: Buffer
  entry: string
}

const TEXT_HANDLERS = new Set(['text', 'sbtl', 'subt'])
/** Codecs by sample entry. A sample of at most `emptyBytes` has no text: only a length of zero or an empty box. */
const TEXT_ENTRIES: Record<string, { codec: TextTrackFacts['codec']; emptyBytes: number }> = {
  tx3g: { codec: 'mov_text', emptyBytes: 2 },
  wvtt: { codec: 'webvtt', emptyBytes: 8 },
}
const CHAPTER_ENTRIES = new Set(['text', 'tx3g'])
/** Maximum number of samples of a text track. Besides the cues, there is an empty sample for each time without text. */
const MAX_SAMPLES = 4 * MAX_CUES
/**
 * Maximum number of requests for a chapter track. Chapters are read with the index, so titles are read only if they are
 * close together.
 */
const MAX_CHAPTER_REQUESTS = 32

export interface Mp4Texts {
  /** Text tracks, except the chapter track. */
  tracks: Mp4Text[]
  chapterTrack: Mp4Text | null
  /** Chapters of Nero's chapter list (chpl) in the index. */
  listedChapters: NamedChapter[]
}

/** Finds the text tracks and chapters of a movie. Damaged ones are left out, because cuts do not need them. */
export function findTexts(movie: Mp4Movie): Mp4Texts {
  const { moov } = movie
  const root = boxesBetween(moov, 0, moov.length).next().value!
  const traks = [...childBoxes(moov, root)].filter(({ type }) => type === 'trak')
  const chapterIds = new Set(traks.flatMap((trak) => unlessDamaged(() => chapterReferences(moov, trak)) ?? []))
  const texts: Mp4Text[] = []
  let chapterTrack: Mp4Text | null = null
  for (const trak of traks) {
    if (texts.length === MAX_STREAMS) break
    const text = unlessDamaged(() => textTrack(movie, trak))
    if (!text) continue
    if (!chapterIds.has(text.track.id)) {
      if (TEXT_ENTRIES[text.entry]) texts.push(text)
    } else if (CHAPTER_ENTRIES.has(text.entry)) {
      chapterTrack ??= text
    }
  }
  return { tracks: texts, chapterTrack, listedChapters: unlessDamaged(() => neroChapters(moov, root)) ?? [] }
}

function chapterReferences(moov: Buffer, trak: Box): number[] {
  const box = findBox(moov, trak, 'tref', 'chap')
  const count = box ? Math.min(MAX_STREAMS, (box.end - box.bodyStart) >> 2) : 0
  return Array.from({ length: count }, (_, index) => moov.readUInt32BE(box!.bodyStart + 4 * index))
}

/**
 * Parses a text track. It gets a copy of its box, so that the whole index can be released. In a fragmented file it uses
 * the index itself, which is small and has the defaults of fragments.
 */
function textTrack(movie: Mp4Movie, box: Box): Mp4Text | null {
  const { moov, isFragmented } = movie
  const isSmall = (isFragmented ? moov.length : box.end - box.start) <= MAX_CAPTION_BYTES
  if (!isSmall || !TEXT_HANDLERS.has(readHandler(moov, box))) return null
  const copiedBox = { type: 'trak', start: 0, bodyStart: box.bodyStart - box.start, end: box.end - box.start }
  const bytes = isFragmented ? moov : Buffer.from(moov.subarray(box.start, box.end))
  const track = parseTrack(bytes, isFragmented ? box : copiedBox, 'text', movie)
  return { track, bytes, entry: track.entries[0]!.toString('latin1', 4, 8) }
}

const NERO_TICKS = 10_000_000

function neroChapters(moov: Buffer, root: Box): NamedChapter[] {
  const userData = [...childBoxes(moov, root)].filter(({ type }) => type === 'udta')
  const box = userData.map((parent) => findBox(moov, parent, 'chpl')).find((chpl) => chpl !== null)
  if (!box) return []
  const chapters: NamedChapter[] = []
  const isVersion1 = moov[box.bodyStart] === 1
  let at = box.bodyStart + (isVersion1 ? 9 : 5)
  for (let remaining = moov[at - 1] ?? 0; remaining > 0 && at + 9 <= box.end; remaining--) {
    const startTime = Number(moov.readBigUInt64BE(at)) / NERO_TICKS
    const end = Math.min(box.end, at + 9 + moov[at + 8]!)
    chapters.push({ startTime, endTime: null, title: moov.toString('utf8', at + 9, end) })
    at = end
  }
  return chapters
}

/** Longest chapter list that its format allows. A list of this length may be incomplete. */
const MAX_CHAPTER_LIST = 255

/** Reads the chapters of a movie on its own clock. The chapter track is read only if the index has no complete list. */
export async function readChapters(
  { chapterTrack, listedChapters }: Mp4Texts,
  reader: PartReader,
  options: ReadOptions,
): Promise<NamedChapter[]> {
  const isListed = listedChapters.length > 0 && listedChapters.length < MAX_CHAPTER_LIST
  if (isListed || !chapterTrack) return listedChapters
  try {
    const { timescale } = chapterTrack.track
    const packets = (await plainPackets(chapterTrack, reader.sizeBytes, options)).slice(0, MAX_CHAPTERS)
    const bytes = await readByteSpans(reader, packets.map(byteSpanOf), options, MAX_CHAPTER_REQUESTS)
    const chapters = packets.map(({ pts, duration }, index) => ({
      startTime: pts / timescale,
      endTime: (pts + duration) / timescale,
      title: textOfSample(bytes[index]!),
    }))
    return chapters.filter(({ title }) => title !== '')
  } catch (error) {
    const { code } = asBrokenMedia(error, 'The chapters cannot be read')
    if (code !== 'broken_media' && code !== 'unsupported_media') throw error
    return listedChapters
  }
}

const byteSpanOf = ({ offset, sizeBytes }: PacketRef) => ({ offset, sizeBytes })

/** Opens a text track. @param originSeconds timestamp on the movie's clock at which the part's timeline begins */
export function openText(text: Mp4Text, layout: Mp4Layout, reader: PartReader, originSeconds: number): OpenedText {
  const { codec, emptyBytes } = TEXT_ENTRIES[text.entry]!
  const fragmentedLayout = layout.movie.isFragmented ? layout : null
  return {
    facts: { ...mp4TrackNames(text.bytes, text.track.box), codec },
    async read(options) {
      const { timescale } = text.track
      const packets = fragmentedLayout
        ? await fragmentedPackets(text, fragmentedLayout, reader, options)
        : await plainPackets(text, reader.sizeBytes, options)
      const samples = packets.filter(({ sizeBytes }) => sizeBytes > emptyBytes)
      const bytes = await readByteSpans(reader, samples.map(byteSpanOf), options)
      const cues = samples.flatMap(({ pts, duration }, index) => {
        const time = { startTime: pts / timescale, endTime: (pts + duration) / timescale }
        return cuesOf(bytes[index]!, codec).map((cue) => ({ ...time, ...cue }))
      })
      return shownCues(joinedCues(cues), originSeconds)
    },
  }
}

function cuesOf(sample: Buffer, codec: TextTrackFacts['codec']): (Pick<SubtitleCue, 'text'> & { source: number })[] {
  return codec === 'webvtt' ? [...webvttCues(sample)] : [{ text: textOfSample(sample), source: 0 }]
}

async function plainPackets({ track, bytes }: Mp4Text, fileBytes: number, options: ReadOptions): Promise<PacketRef[]> {
  const sizes = findBox(bytes, track.sampleTable, 'stsz') ?? findBox(bytes, track.sampleTable, 'stz2')
  requireFewSamples(sizes ? bytes.readUInt32BE(sizes.bodyStart + 8) : 0)
  const index = tableTrack(track, readSampleTable(bytes, track, fileBytes))
  const editedIndex = track.edits ? editedTrack(index, track.edits) : index
  return [...(await editedIndex.covering(0, Infinity, options))]
}

const MAX_CONCURRENT_FRAGMENTS = 8

/** Locates the packets of a text track in a fragmented file. This reads the tables of all fragments. */
async function fragmentedPackets({ track }: Mp4Text, layout: Mp4Layout, reader: PartReader, options: ReadOptions) {
  if (track.edits) throw new CutterError('unsupported_media', 'The text track has an edit list that jumps.')
  const fragments = await openFragments(reader, layout, options, [track])
  const packets: PacketRef[] = []
  for (let index = 0; await fragments.has(index, options); index += MAX_CONCURRENT_FRAGMENTS) {
    const lastIndex = index + MAX_CONCURRENT_FRAGMENTS - 1
    await fragments.has(lastIndex, options)
    const { packets: batch } = await fragments.samples(track, index, lastIndex, options)
    requireFewSamples(packets.length + batch.length)
    for (const packet of batch) packets.push(packet)
  }
  return packets
}

function requireFewSamples(count: number): void {
  if (count > MAX_SAMPLES) throw textTooLargeError()
}
