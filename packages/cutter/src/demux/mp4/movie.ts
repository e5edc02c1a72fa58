import { brokenMedia } from '../../api/cutter-error.ts'
import { MAX_STREAMS } from '../../api/media-limits.ts'
import { type Box, boxesBetween, childBoxes, findBox, requireBox } from './boxes.ts'
import { readEdits, type TrackEdits } from './edit-list.ts'

/** Facts of one track in moov, without its sample tables. */
export interface Mp4Track extends TrackEdits {
  id: number
  kind: 'video' | 'audio' | 'text'
  /** The trak box in moov. */
  box: Box
  /** Whether players use the track by default. */
  isEnabled: boolean
  timescale: number
  /** Display matrix: the nine numbers of tkhd, as in the file. */
  matrix: Buffer
  /** Sample entry boxes (avc1, mp4a ...), as in the file. */
  entries: Buffer[]
  sampleTable: Box
  fragmentDefaults: FragmentDefaults
}

const TRACK_ENABLED = 1

export interface FragmentDefaults {
  duration: number
  sizeBytes: number
  flags: number
  entryIndex: number
}

export interface Mp4Movie {
  moov: Buffer
  isFragmented: boolean
  /** Duration from mvhd, or from mehd for a fragmented movie; 0 if unknown. */
  durationSeconds: number
  timescale: number
  /** Defaults of fragments, by track id. */
  fragmentDefaults: Map<number, FragmentDefaults>
  /** Video and audio tracks. */
  tracks: Mp4Track[]
  hasSubtitles: boolean
}

/** Parses moov. @param moov the whole box @throws CutterError broken_media if boxes are missing or do not fit */
export function parseMovie(moov: Buffer): Mp4Movie {
  const root = boxesBetween(moov, 0, moov.length).next().value
  if (root?.type !== 'moov') throw brokenMedia('The media has no moov box.')
  const header = requireBox(moov, root, 'mvhd')
  const is64Bit = moov[header.bodyStart] === 1
  const timescale = moov.readUInt32BE(header.bodyStart + (is64Bit ? 20 : 12))
  const mvex = findBox(moov, root, 'mvex')
  const headerDuration = readDuration(moov, header.bodyStart + (is64Bit ? 24 : 16), is64Bit)
  const defaults = mvex ? readFragmentDefaults(moov, mvex) : new Map<number, FragmentDefaults>()
  const duration = mvex ? readExtendedDuration(moov, mvex) : headerDuration
  const tracks: Mp4Track[] = []
  let hasSubtitles = false
  for (const box of childBoxes(moov, root)) {
    if (tracks.length === MAX_STREAMS) break
    if (box.type !== 'trak') continue
    const handler = readHandler(moov, box)
    const kind = KIND_BY_HANDLER[handler]
    if (kind) tracks.push(parseTrack(moov, box, kind, { timescale, fragmentDefaults: defaults }))
    else hasSubtitles ||= SUBTITLE_HANDLERS.has(handler)
  }
  return {
    moov,
    isFragmented: mvex !== null,
    durationSeconds: timescale > 0 ? duration / timescale : 0,
    timescale,
    fragmentDefaults: defaults,
    tracks,
    hasSubtitles,
  }
}

function readDuration(moov: Buffer, at: number, is64Bit: boolean): number {
  const value = is64Bit ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at)
  const isUnknown = value >= 0xffffffff
  return isUnknown ? 0 : value
}

/** Duration of a movie with all its fragments, from mehd; 0 if unknown. */
function readExtendedDuration(moov: Buffer, mvex: Box): number {
  const header = findBox(moov, mvex, 'mehd')
  return header ? readDuration(moov, header.bodyStart + 4, moov[header.bodyStart] === 1) : 0
}

function readFragmentDefaults(moov: Buffer, mvex: Box): Map<number, FragmentDefaults> {
  const defaults = new Map<number, FragmentDefaults>()
  for (const box of childBoxes(moov, mvex)) {
    if (box.type === 'trex') {
      const at = box.bodyStart
      defaults.set(moov.readUInt32BE(at + 4), {
        entryIndex: Math.max(0, moov.readUInt32BE(at + 8) - 1),
        duration: moov.readUInt32BE(at + 12),
        sizeBytes: moov.readUInt32BE(at + 16),
        flags: moov.readUInt32BE(at + 20),
      })
    }
  }
  return defaults
}

const KIND_BY_HANDLER: Record<string, Mp4Track['kind']> = { vide: 'video', soun: 'audio' }
/** Handlers of subtitles. 'text' is not among them, because QuickTime uses it for chapters too. */
const SUBTITLE_HANDLERS = new Set(['sbtl', 'subt', 'clcp', 'subp'])

export function readHandler(moov: Buffer, trak: Box): string {
  const handler = requireBox(moov, trak, 'mdia', 'hdlr')
  return moov.toString('latin1', handler.bodyStart + 8, handler.bodyStart + 12)
}

/** Parses one track. @param moov the whole moov, or only the trak box */
export function parseTrack(
  moov: Buffer,
  trak: Box,
  kind: Mp4Track['kind'],
  { timescale: movieTimescale, fragmentDefaults }: Pick<Mp4Movie, 'timescale' | 'fragmentDefaults'>,
): Mp4Track {
  const trackHeader = requireBox(moov, trak, 'tkhd')
  const isLongHeader = moov[trackHeader.bodyStart] === 1
  const id = moov.readUInt32BE(trackHeader.bodyStart + (isLongHeader ? 20 : 12))
  const isEnabled = (moov[trackHeader.bodyStart + 3]! & TRACK_ENABLED) !== 0
  const matrixStart = trackHeader.bodyStart + (isLongHeader ? 52 : 40)
  const mediaHeader = requireBox(moov, trak, 'mdia', 'mdhd')
  const timescale = moov.readUInt32BE(mediaHeader.bodyStart + (moov[mediaHeader.bodyStart] === 1 ? 20 : 12))
  if (timescale === 0) throw brokenMedia('A track has no time scale.')
  const sampleTable = requireBox(moov, trak, 'mdia', 'minf', 'stbl')
  return {
    id,
    kind,
    box: trak,
    isEnabled,
    timescale,
    ...readEdits(moov, trak, movieTimescale, timescale),
    matrix: Buffer.from(moov.subarray(matrixStart, matrixStart + 36)),
    entries: readSampleEntries(moov, requireBox(moov, sampleTable, 'stsd')),
    sampleTable,
    fragmentDefaults: fragmentDefaults.get(id) ?? { duration: 0, sizeBytes: 0, flags: 0, entryIndex: 0 },
  }
}

function readSampleEntries(moov: Buffer, stsd: Box): Buffer[] {
  const entries = [...boxesBetween(moov, stsd.bodyStart + 8, stsd.end)]
  if (entries.length === 0) throw brokenMedia('A track has no sample entry.')
  return entries.map((entry) => moov.subarray(entry.start, entry.end))
}
