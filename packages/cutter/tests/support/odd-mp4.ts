import { box, fullBox, runLengthTable, table, u16, u32, u64 } from '../../src/bitstream/mp4-boxes.ts'
import { type Box, boxesBetween } from '../../src/demux/mp4/boxes.ts'
import { parseMovie } from '../../src/demux/mp4/movie.ts'
import { readSampleTable } from '../../src/demux/mp4/sample-table.ts'
import { assignDecodeTimes } from '../../src/mux/mp4/movie-header.ts'
import { patchAfter, replaceBoxes } from './patched-mp4.ts'

/**
 * Odd files are made of a video whose moov comes last: there a table may grow or shrink and no byte of the media moves.
 */
type Video = Buffer

/** Changes a box of one track only; adds it to its parent where the track has none. */
export function inTrack(video: Video, kind: 'vide' | 'soun', type: string, replace: (old: Buffer) => Buffer): Video {
  return replaceBoxes(video, 'trak', (trak) => (trak.includes(kind) ? replaceBoxes(trak, type, replace) : trak))
}

/** Takes a box away from the frame track. */
export function withoutBox(video: Video, type: string): Video {
  return inTrack(video, 'vide', type, () => Buffer.alloc(0))
}

/** Shows the frames at other times, in seconds by their order of presentation. */
export function retimed(video: Video, secondsOf: (frame: number) => number, endTime: number): Video {
  const { movie, track, samples } = frameSamples(video)
  const order = [...samples.pts.keys()].sort((a, b) => samples.pts[a]! - samples.pts[b]!)
  const ticks: number[] = []
  for (const [frame, sample] of order.entries()) ticks[sample] = Math.round(secondsOf(frame) * track.timescale)
  const { durations, reorderTicks, delayTicks } = assignDecodeTimes(ticks, Math.round(endTime * track.timescale))
  const presented = Math.round(endTime * movieTimescale(movie.moov))
  const timed = replaceAll(video, {
    stts: fullBox('stts', 0, 0, runLengthTable(durations)),
    ctts: fullBox('ctts', 0, 0, runLengthTable(reorderTicks)),
  })
  return withEdits(timed, 'vide', [[presented, delayTicks]])
}

/** Names other samples as sync samples (counted from 0 in decode order). */
export function withSyncSamples(video: Video, samples: readonly number[]): Video {
  const rows = samples.map((sample) => sample + 1)
  return replaceAll(video, { stss: fullBox('stss', 0, 0, table(rows.length, rows)) })
}

/**
 * Gives a track an edit list: rows of duration (in the movie's ticks), media time (in the track's; -1: nothing) and speed
 * (0: a frame is held).
 */
export function withEdits(
  video: Video,
  kind: 'vide' | 'soun',
  rows: readonly (readonly [duration: number, mediaTime: number, rate?: number])[],
): Video {
  const list = box(
    'elst',
    u32(0),
    u32(rows.length),
    ...rows.flatMap(([duration, mediaTime, rate = 1]) => [u32(duration), u32(mediaTime >>> 0), u16(rate), u16(0)]),
  )
  return inTrack(video, kind, 'edts', () => box('edts', list))
}

/** The media time at which the edit list begins: by how much the frames are reordered. */
export function reorderDelay(video: Video): number {
  return -frameSamples(video).track.shiftTicks
}

export function movieTimescale(moov: Buffer): number {
  return moov.readUInt32BE(moov.indexOf('mvhd') + 4 + (moov[moov.indexOf('mvhd') + 4] === 1 ? 20 : 12))
}

/** The same numbers in fields of 64 bits: offsets of chunks, the media data's size, headers and the edit list. */
export function withLongBoxes(video: Video): Video {
  const longTables = replaceBoxes(video, 'stco', (stco) => {
    const count = stco.readUInt32BE(12)
    // The media data gets a longer header, so that everything behind it moves.
    const offsets = Array.from({ length: count }, (_, row) => u64(stco.readUInt32BE(16 + 4 * row) + 8))
    return fullBox('co64', 0, 0, u32(count), ...offsets)
  })
  const longHeaders = ['mvhd', 'tkhd', 'mdhd'].reduce(
    (bytes, type) => replaceBoxes(bytes, type, (old) => longHeader(type, old)),
    longTables,
  )
  const longEdits = replaceBoxes(longHeaders, 'elst', (old) => {
    const rows = Array.from({ length: old.readUInt32BE(12) }, (_, row) => old.subarray(16 + 12 * row))
    const long = rows.flatMap((row) => [
      u64(row.readUInt32BE(0)),
      ...(row.readInt32BE(4) === -1 ? [u32(0xffffffff), u32(0xffffffff)] : [u64(row.readUInt32BE(4))]),
      row.subarray(8, 12),
    ])
    return fullBox('elst', 1, 0, u32(rows.length), ...long)
  })
  return replaceBoxes(longEdits, 'mdat', (mdat) =>
    Buffer.concat([u32(1), Buffer.from('mdat'), u64(mdat.length + 8), mdat.subarray(8)]),
  )
}

/** Creation and modification time, then (but for mdhd and mvhd) the track's id, then the duration, grow. */
function longHeader(type: string, old: Buffer): Buffer {
  const hasId = type === 'tkhd'
  const duration = hasId ? 28 : 24
  const flags = old.readUInt32BE(8) & 0xffffff
  return fullBox(
    type,
    1,
    flags,
    u64(old.readUInt32BE(12)),
    u64(old.readUInt32BE(16)),
    old.subarray(20, duration),
    u64(old.readUInt32BE(duration)),
    old.subarray(duration + 4),
  )
}

/** The frame turned clockwise for display, moved back into view as encoders do it. */
export function turned(video: Video, degrees: 90 | 180 | 270): Video {
  const one = 0x10000
  const { width, height } = frameSize(video)
  const minus = (value: number) => -value >>> 0
  const rows = {
    90: [0, one, 0, minus(one), 0, 0, height * one, 0],
    180: [minus(one), 0, 0, 0, minus(one), 0, width * one, height * one],
    270: [0, minus(one), 0, one, 0, 0, 0, width * one],
  }[degrees]
  const matrix = u32(...rows, 0x40000000)
  return inTrack(video, 'vide', 'tkhd', (tkhd) => patchAfter(tkhd, 'tkhd', 40, matrix))
}

/** Another box in the sample entry of a track, instead of one of the same type. */
export function withEntryBox(video: Video, added: Buffer, kind: 'vide' | 'soun' = 'vide'): Video {
  const numbersEnd = kind === 'vide' ? 86 : 36
  return inTrack(video, kind, 'stsd', (stsd) => {
    const entry = stsd.subarray(16)
    const cached = [...boxesBetween(entry, numbersEnd, entry.length)]
      .filter(({ type }) => type !== added.toString('latin1', 4, 8))
      .map(({ start, end }) => entry.subarray(start, end))
    const numbers = entry.subarray(8, numbersEnd)
    return box('stsd', u32(0), u32(1), box(entry.toString('latin1', 4, 8), numbers, ...cached, added))
  })
}

/** Sizes of samples in 16 bits each. */
export function withCompactSizes(video: Video): Video {
  return replaceBoxes(video, 'stsz', (stsz) => {
    const count = stsz.readUInt32BE(16)
    const sizes = Array.from({ length: count }, (_, row) => u16(stsz.readUInt32BE(20 + 4 * row)))
    return fullBox('stz2', 0, 0, u32(16), u32(count), ...sizes)
  })
}

/** Samples of a track (counted from 0 in decode order) have no bytes, as if a recorder had dropped them and kept their places. */
export function withEmptySamples(video: Video, kind: 'vide' | 'soun', emptied: readonly number[]): Video {
  const movie = parseMovie(moovOf(video))
  const track = movie.tracks.find((candidate) => candidate.kind === (kind === 'vide' ? 'video' : 'audio'))!
  const { sizes, offsets, count } = readSampleTable(movie.moov, track, video.length)
  // A chunk for each sample: no other one moves.
  const tables = {
    stsz: fullBox(
      'stsz',
      0,
      0,
      u32(0),
      u32(count),
      ...Array.from(sizes, (size, index) => u32(emptied.includes(index) ? 0 : size)),
    ),
    stco: fullBox('stco', 0, 0, table(count, [...offsets])),
    stsc: fullBox('stsc', 0, 0, table(1, [1, 1, 1])),
  }
  return Object.entries(tables).reduce((bytes, [type, made]) => inTrack(bytes, kind, type, () => made), video)
}

/** The last sample of each fragment of the frames has no bytes. */
export function withEmptyFragmentEnds(video: Video): Video {
  return replaceBoxes(video, 'traf', (traf) => {
    if (traf.readUInt32BE(traf.indexOf('tfhd') + 8) !== frameTrackId(video)) return traf
    return replaceBoxes(traf, 'trun', (trun) => {
      const changed = Buffer.from(trun)
      const present = trun.readUInt32BE(8) & 0xffffff
      const fields = [0x100, 0x200, 0x400, 0x800].filter((field) => (present & field) !== 0)
      const fromEnd = fields.length - fields.indexOf(0x200)
      changed.writeUInt32BE(0, trun.length - 4 * fromEnd)
      return changed
    })
  })
}

function frameTrackId(video: Video): number {
  return parseMovie(moovOf(video)).tracks.find(({ kind }) => kind === 'video')!.id
}

/** Says where fragments begin as Smooth Streaming does: in a box of its own instead of tfdt. No table names the fragments. */
export function withSmoothTimes(video: Video): Video {
  const TFXD = Buffer.from('6d1d9b0542d544e680e2141daff757b2', 'hex')
  const changed = replaceBoxes(video, 'moof', (moof) => {
    const grown = replaceBoxes(moof, 'tfdt', (tfdt) => box('uuid', TFXD, tfdt.subarray(8), u64(0)))
    return replaceBoxes(grown, 'trun', (trun) => {
      // The media data lies behind the moof, which has grown.
      trun.writeUInt32BE(trun.readUInt32BE(16) + grown.length - moof.length, 16)
      return trun
    })
  })
  return replaceBoxes(changed, 'mfra', () => Buffer.alloc(0))
}

/** Fragments that do not say when they begin, as the first writers left it; the table of them may be missing, too. */
export function withoutTimes(video: Video, isTableLeft: boolean): Video {
  const untimed = replaceBoxes(video, 'tfdt', (tfdt) => box('free', tfdt.subarray(8)))
  return isTableLeft ? untimed : replaceBoxes(untimed, 'mfra', () => Buffer.alloc(0))
}

/** Moves the clocks of a fragmented video: as a recording that began long ago. */
export function withLaterFragments(video: Video, seconds: number): Video {
  const { tracks } = parseMovie(moovOf(video))
  const timescaleOf = (id: number) => tracks.find((track) => track.id === id)!.timescale
  const moved = replaceBoxes(video, 'traf', (traf) => {
    const id = traf.readUInt32BE(traf.indexOf('tfhd') + 8)
    return replaceBoxes(traf, 'tfdt', (tfdt) => {
      const isLong = tfdt[8] === 1
      const before = isLong ? Number(tfdt.readBigUInt64BE(12)) : tfdt.readUInt32BE(12)
      const time = before + seconds * timescaleOf(id)
      return fullBox('tfdt', tfdt[8]!, 0, isLong ? u64(time) : u32(time))
    })
  })
  return replaceBoxes(moved, 'sidx', (sidx) => {
    const changed = Buffer.from(sidx)
    const timescale = sidx.readUInt32BE(16)
    if (sidx[8] === 1) changed.writeBigUInt64BE(sidx.readBigUInt64BE(20) + BigInt(seconds * timescale), 20)
    else changed.writeUInt32BE(sidx.readUInt32BE(20) + seconds * timescale, 20)
    return changed
  })
}

/** Options of FFmpeg's muxer: the data of each track fragment begins where that of the one before ends, as in old files. */
export const IMPLICIT_OFFSETS = { movflags: '+frag_custom+delay_moov+omit_tfhd_offset' }

/** Sets the flags of every sample of every fragment: as if each were a sync sample, or as if none were. */
export function withFragmentFlags(video: Video, flags: number): Video {
  const HAS_FIRST_FLAGS = 0x04
  const HAS_FLAGS = 0x400
  const ROW_FIELDS = [0x100, 0x200, 0x400, 0x800]
  return replaceBoxes(video, 'trun', (trun) => {
    const changed = Buffer.from(trun)
    const present = trun.readUInt32BE(8) & 0xffffff
    let at = 16 + ((present & 1) !== 0 ? 4 : 0)
    if ((present & HAS_FIRST_FLAGS) !== 0) {
      changed.writeUInt32BE(flags, at)
      at += 4
    }
    const fields = ROW_FIELDS.filter((field) => (present & field) !== 0)
    const flagsAt = fields.indexOf(HAS_FLAGS)
    for (let row = 0; flagsAt >= 0 && row < trun.readUInt32BE(12); row++) {
      changed.writeUInt32BE(flags, at + 4 * (row * fields.length + flagsAt))
    }
    return changed
  })
}

/** All sample tables of the frame track, in decode order. */
export function frameSamples(video: Video) {
  const movie = parseMovie(moovOf(video))
  const track = movie.tracks.find(({ kind }) => kind === 'video')!
  return { movie, track, samples: readSampleTable(movie.moov, track, video.length) }
}

export function moovOf(video: Video): Buffer {
  const moov = [...boxesBetween(video, 0, video.length)].find(({ type }: Box) => type === 'moov')!
  return video.subarray(moov.start, moov.end)
}

function frameSize(video: Video): { width: number; height: number } {
  const entry = frameSamples(video).track.entries[0]!
  return { width: entry.readUInt16BE(32), height: entry.readUInt16BE(34) }
}

/** Replaces boxes of the frame track by others, in the sample table; adds those that it lacks. */
function replaceAll(video: Video, boxes: Record<string, Buffer>): Video {
  return inTrack(video, 'vide', 'stbl', (stbl) => {
    const cached = [...boxesBetween(stbl, 8, stbl.length)]
      .filter(({ type }) => !(type in boxes))
      .map(({ start, end }) => stbl.subarray(start, end))
    return box('stbl', ...cached, ...Object.values(boxes))
  })
}

/**
 * A fragmented video as segments that were put together in one file: before each fragment an index of it alone, and an event
 * message of which the index does not know.
 */
export function withIndexOfEachFragment(video: Video): Video {
  const parts: Buffer[] = []
  const boxes = [...boxesBetween(video, 0, video.length)].filter(({ type }) => type !== 'mfra' && type !== 'sidx')
  for (const [index, { type, start, end }] of boxes.entries()) {
    if (type === 'moof') {
      const size = boxes[index + 1]!.end - start
      parts.push(
        fullBox('sidx', 0, 0, u32(1), u32(1000), u32(0), u32(0), u16(0), u16(1), u32(size), u32(500), u32(0x9000_0000)),
      )
      parts.push(fullBox('emsg', 0, 0, Buffer.alloc(40)))
    }
    parts.push(video.subarray(start, end))
  }
  return Buffer.concat(parts)
}
