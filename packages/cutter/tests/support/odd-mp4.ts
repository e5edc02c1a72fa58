import { box, fullBox, runLengthTable, table, u16, u32, u64 } from '../../src/bitstream/mp4-boxes.ts'
import { type Box, boxesBetween } from '../../src/demux/mp4/boxes.ts'
import { parseMovie } from '../../src/demux/mp4/movie.ts'
import { readSampleTable } from '../../src/demux/mp4/sample-table.ts'
import { assignDecodeTimes } from '../../src/mux/mp4/movie-header.ts'
import { patchAfter, replaceBoxes } from './patched-mp4.ts'

/**
 * A whole MP4 whose moov comes last. A table in it may grow or shrink without moving a byte of the media.
 */
type Video = Buffer

/** Replaces every box of a type in the tracks of one kind. A track without such a box does not change. */
export function replaceInTrack(
  video: Video,
  kind: 'vide' | 'soun',
  type: string,
  replace: (old: Buffer) => Buffer,
): Video {
  return replaceBoxes(video, 'trak', (trak) => (trak.includes(kind) ? replaceBoxes(trak, type, replace) : trak))
}

/** Removes the boxes of a type from the video track. */
export function withoutBox(video: Video, type: string): Video {
  return replaceInTrack(video, 'vide', type, () => Buffer.alloc(0))
}

/** Gives frames other presentation times, in seconds by their order of presentation. */
export function withFrameTimes(video: Video, secondsOf: (frame: number) => number, endTime: number): Video {
  const { movie, track, samples } = frameSamples(video)
  const order = [...samples.pts.keys()].sort((a, b) => samples.pts[a]! - samples.pts[b]!)
  const ticks: number[] = []
  for (const [frame, sample] of order.entries()) ticks[sample] = Math.round(secondsOf(frame) * track.timescale)
  const { durations, reorderTicks, delayTicks } = assignDecodeTimes(ticks, Math.round(endTime * track.timescale))
  const presentedTicks = Math.round(endTime * movieTimescale(movie.moov))
  const retimedVideo = replaceInSampleTable(video, {
    stts: fullBox('stts', 0, 0, runLengthTable(durations)),
    ctts: fullBox('ctts', 0, 0, runLengthTable(reorderTicks)),
  })
  return withEdits(retimedVideo, 'vide', [[presentedTicks, delayTicks]])
}

/** Replaces the list of sync samples (counted from 0 in decode order). */
export function withSyncSamples(video: Video, samples: readonly number[]): Video {
  const rows = samples.map((sample) => sample + 1)
  return replaceInSampleTable(video, { stss: fullBox('stss', 0, 0, table(rows.length, rows)) })
}

/**
 * Replaces the edit list of a track. A row is the duration in ticks of the movie, the media time in ticks of the track
 * (-1: an empty edit) and the rate (0: the frame is held).
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
  return replaceInTrack(video, kind, 'edts', () => box('edts', list))
}

/** Reordering delay of the frames in ticks: the media time at which the edit list begins. */
export function reorderDelay(video: Video): number {
  return -frameSamples(video).track.shiftTicks
}

export function movieTimescale(moov: Buffer): number {
  return moov.readUInt32BE(moov.indexOf('mvhd') + 4 + (moov[moov.indexOf('mvhd') + 4] === 1 ? 20 : 12))
}

/** Widens fields to 64 bits: chunk offsets, the size of mdat, times in headers and the edit list. */
export function withLongBoxes(video: Video): Video {
  const longTables = replaceBoxes(video, 'stco', (stco) => {
    const count = stco.readUInt32BE(12)
    // The header of mdat grows by 8 bytes, so all media data moves by as many.
    const offsets = Array.from({ length: count }, (_, row) => u64(stco.readUInt32BE(16 + 4 * row) + 8))
    return fullBox('co64', 0, 0, u32(count), ...offsets)
  })
  const longHeaders = ['mvhd', 'tkhd', 'mdhd'].reduce(
    (bytes, type) => replaceBoxes(bytes, type, (old) => longHeader(type, old)),
    longTables,
  )
  const longEdits = replaceBoxes(longHeaders, 'elst', (old) => {
    const rows = Array.from({ length: old.readUInt32BE(12) }, (_, row) => old.subarray(16 + 12 * row))
    const longRows = rows.flatMap((row) => [
      u64(row.readUInt32BE(0)),
      ...(row.readInt32BE(4) === -1 ? [u32(0xffffffff), u32(0xffffffff)] : [u64(row.readUInt32BE(4))]),
      row.subarray(8, 12),
    ])
    return fullBox('elst', 1, 0, u32(rows.length), ...longRows)
  })
  return replaceBoxes(longEdits, 'mdat', (mdat) =>
    Buffer.concat([u32(1), Buffer.from('mdat'), u64(mdat.length + 8), mdat.subarray(8)]),
  )
}

/** Widens creation time, modification time and duration to 64 bits. In tkhd, the track id precedes the duration. */
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

/** Sets a display matrix that rotates the frame clockwise and moves it back into view, as encoders write it. */
export function withTurn(video: Video, degrees: 90 | 180 | 270): Video {
  const unity = 0x10000
  const { width, height } = frameSize(video)
  const negate = (value: number) => -value >>> 0
  const rows = {
    90: [0, unity, 0, negate(unity), 0, 0, height * unity, 0],
    180: [negate(unity), 0, 0, 0, negate(unity), 0, width * unity, height * unity],
    270: [0, negate(unity), 0, unity, 0, 0, 0, width * unity],
  }[degrees]
  const matrix = u32(...rows, 0x40000000)
  return replaceInTrack(video, 'vide', 'tkhd', (tkhd) => patchAfter(tkhd, 'tkhd', 40, matrix))
}

/** Adds a box to the sample entry of a track, in place of one of the same type. */
export function withEntryBox(video: Video, newBox: Buffer, kind: 'vide' | 'soun' = 'vide'): Video {
  const fieldsEnd = kind === 'vide' ? 86 : 36
  return replaceInTrack(video, kind, 'stsd', (stsd) => {
    const entry = stsd.subarray(16)
    const otherBoxes = [...boxesBetween(entry, fieldsEnd, entry.length)]
      .filter(({ type }) => type !== newBox.toString('latin1', 4, 8))
      .map(({ start, end }) => entry.subarray(start, end))
    const fields = entry.subarray(8, fieldsEnd)
    return box('stsd', u32(0), u32(1), box(entry.toString('latin1', 4, 8), fields, ...otherBoxes, newBox))
  })
}

/** Stores sample sizes in 16 bits each (stz2). */
export function withCompactSizes(video: Video): Video {
  return replaceBoxes(video, 'stsz', (stsz) => {
    const count = stsz.readUInt32BE(16)
    const sizes = Array.from({ length: count }, (_, row) => u16(stsz.readUInt32BE(20 + 4 * row)))
    return fullBox('stz2', 0, 0, u32(16), u32(count), ...sizes)
  })
}

/** Makes samples of a track empty (counted from 0 in decode order), as a recorder writes frames that it dropped. */
export function withEmptySamples(video: Video, kind: 'vide' | 'soun', emptySamples: readonly number[]): Video {
  const movie = parseMovie(moovOf(video))
  const track = movie.tracks.find((candidate) => candidate.kind === (kind === 'vide' ? 'video' : 'audio'))!
  const { sizes, offsets, count } = readSampleTable(movie.moov, track, video.length)
  // Each sample gets a chunk of its own, so the other samples do not move.
  const tables = {
    stsz: fullBox(
      'stsz',
      0,
      0,
      u32(0),
      u32(count),
      ...Array.from(sizes, (size, index) => u32(emptySamples.includes(index) ? 0 : size)),
    ),
    stco: fullBox('stco', 0, 0, table(count, [...offsets])),
    stsc: fullBox('stsc', 0, 0, table(1, [1, 1, 1])),
  }
  return Object.entries(tables).reduce(
    (bytes, [type, newBox]) => replaceInTrack(bytes, kind, type, () => newBox),
    video,
  )
}

/** Makes the last video sample of each fragment empty. */
export function withEmptyFragmentEnds(video: Video): Video {
  return replaceBoxes(video, 'traf', (traf) => {
    if (traf.readUInt32BE(traf.indexOf('tfhd') + 8) !== frameTrackId(video)) return traf
    return replaceBoxes(traf, 'trun', (trun) => {
      const copy = Buffer.from(trun)
      const flags = trun.readUInt32BE(8) & 0xffffff
      const fields = [0x100, 0x200, 0x400, 0x800].filter((field) => (flags & field) !== 0)
      const fromEnd = fields.length - fields.indexOf(0x200)
      copy.writeUInt32BE(0, trun.length - 4 * fromEnd)
      return copy
    })
  })
}

function frameTrackId(video: Video): number {
  return parseMovie(moovOf(video)).tracks.find(({ kind }) => kind === 'video')!.id
}

/** Stores fragment times as Smooth Streaming does, in a uuid box instead of tfdt. Removes the table of fragments. */
export function withSmoothTimes(video: Video): Video {
  const TFXD = Buffer.from('6d1d9b0542d544e680e2141daff757b2', 'hex')
  const smoothVideo = replaceBoxes(video, 'moof', (moof) => {
    const newMoof = replaceBoxes(moof, 'tfdt', (tfdt) => box('uuid', TFXD, tfdt.subarray(8), u64(0)))
    return replaceBoxes(newMoof, 'trun', (trun) => {
      // Data offsets count from the start of the moof, which has grown.
      trun.writeUInt32BE(trun.readUInt32BE(16) + newMoof.length - moof.length, 16)
      return trun
    })
  })
  return replaceBoxes(smoothVideo, 'mfra', () => Buffer.alloc(0))
}

/** Removes the start times of fragments, which early muxers left out, and optionally the table of fragments. */
export function withoutFragmentTimes(video: Video, keepsTable: boolean): Video {
  const untimedVideo = replaceBoxes(video, 'tfdt', (tfdt) => box('free', tfdt.subarray(8)))
  return keepsTable ? untimedVideo : replaceBoxes(untimedVideo, 'mfra', () => Buffer.alloc(0))
}

/** Adds seconds to the times of a fragmented video, as in a recording that began long ago. */
export function withLaterFragments(video: Video, seconds: number): Video {
  const { tracks } = parseMovie(moovOf(video))
  const timescaleOf = (id: number) => tracks.find((track) => track.id === id)!.timescale
  const laterVideo = replaceBoxes(video, 'traf', (traf) => {
    const id = traf.readUInt32BE(traf.indexOf('tfhd') + 8)
    return replaceBoxes(traf, 'tfdt', (tfdt) => {
      const is64Bit = tfdt[8] === 1
      const oldTime = is64Bit ? Number(tfdt.readBigUInt64BE(12)) : tfdt.readUInt32BE(12)
      const time = oldTime + seconds * timescaleOf(id)
      return fullBox('tfdt', tfdt[8]!, 0, is64Bit ? u64(time) : u32(time))
    })
  })
  return replaceBoxes(laterVideo, 'sidx', (sidx) => {
    const copy = Buffer.from(sidx)
    const timescale = sidx.readUInt32BE(16)
    if (sidx[8] === 1) copy.writeBigUInt64BE(sidx.readBigUInt64BE(20) + BigInt(seconds * timescale), 20)
    else copy.writeUInt32BE(sidx.readUInt32BE(20) + seconds * timescale, 20)
    return copy
  })
}

/**
 * FFmpeg muxer options: data of each track fragment begins where the data of the previous one ends, as in old files.
 */
export const IMPLICIT_OFFSETS = { movflags: '+frag_custom+delay_moov+omit_tfhd_offset' }

/** Sets the flags of every sample of every fragment, so that each is a sync sample or none is. */
export function withFragmentFlags(video: Video, flags: number): Video {
  const HAS_FIRST_FLAGS = 0x04
  const HAS_FLAGS = 0x400
  const ROW_FIELDS = [0x100, 0x200, 0x400, 0x800]
  return replaceBoxes(video, 'trun', (trun) => {
    const copy = Buffer.from(trun)
    const trunFlags = trun.readUInt32BE(8) & 0xffffff
    let at = 16 + ((trunFlags & 1) !== 0 ? 4 : 0)
    if ((trunFlags & HAS_FIRST_FLAGS) !== 0) {
      copy.writeUInt32BE(flags, at)
      at += 4
    }
    const fields = ROW_FIELDS.filter((field) => (trunFlags & field) !== 0)
    const flagsAt = fields.indexOf(HAS_FLAGS)
    for (let row = 0; flagsAt >= 0 && row < trun.readUInt32BE(12); row++) {
      copy.writeUInt32BE(flags, at + 4 * (row * fields.length + flagsAt))
    }
    return copy
  })
}

/** The samples of the video track, in decode order. */
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

/** Replaces boxes in the sample table of the video track; adds those that it lacks. */
function replaceInSampleTable(video: Video, boxes: Record<string, Buffer>): Video {
  return replaceInTrack(video, 'vide', 'stbl', (stbl) => {
    const otherBoxes = [...boxesBetween(stbl, 8, stbl.length)]
      .filter(({ type }) => !(type in boxes))
      .map(({ start, end }) => stbl.subarray(start, end))
    return box('stbl', ...otherBoxes, ...Object.values(boxes))
  })
}

/**
 * A fragmented video, as joined segments: each fragment gets an index of its own, and an event message that the index
 * does not count.
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
