import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import { firstIndexWhere } from '../../io/first-where.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { MAX_REORDERED } from '../common/shown-packets.ts'
import { type Box, checkedRowCount, findBox, requireBox, tableRowsOf } from './boxes.ts'
import type { Mp4Track } from './movie.ts'

/**
 * All samples of a track in decode order, as flat arrays. Three hours of 60 fps video are 650,000 rows, 20 MB.
 * mediabunny's own table hides byte offsets and sample entries, and accepts the counts of hostile files.
 */
export interface SampleTable {
  count: number
  /** Presentation timestamps in ticks, edit list applied. */
  pts: Float64Array
  /** Decode timestamps in ticks, edit list applied. */
  dts: Float64Array
  durations: Uint32Array
  offsets: Float64Array
  sizes: Uint32Array
  entryIndexes: Uint8Array
  /** Indexes of the sync samples, ascending; null if every sample is one. */
  syncSamples: Uint32Array | null
  /** Smallest difference between presentation and decode timestamp among all samples; 0 or negative. */
  minReorderTicks: number
  /** Earliest timestamp of the samples that an incomplete file lacks; Infinity for a complete file. */
  breaksOffTick: number
}

/** Maximum number of samples of a track (24 hours at 120 fps are 10 million). A larger table is an attack on memory. */
const MAX_SAMPLES = 20_000_000

/**
 * Reads the sample table of a track.
 * @param fileBytes size of the file. If the file ends early, the result has only the samples that it contains.
 * @throws CutterError broken_media, unsupported_media
 */
export function readSampleTable(moov: Buffer, { sampleTable, shiftTicks }: Mp4Track, fileBytes: number): SampleTable {
  const { sizes, claimedCount } = readSizes(moov, sampleTable, fileBytes)
  const count = sizes.length
  const { dts, durations } = readDecodeTimes(moov, sampleTable, count, shiftTicks)
  const reordering = findBox(moov, sampleTable, 'ctts')
  const { pts, minReorderTicks } = readPresentationTimes(moov, reordering, dts)
  const { offsets, entryIndexes } = readOffsets(moov, sampleTable, sizes)
  const syncSamples = realSyncSamples(readSyncSamples(moov, sampleTable, count), pts, reordering === null)
  const columns = { pts, dts, durations, offsets, sizes, entryIndexes }
  const isInFile = (sample: number) => offsets[sample]! + sizes[sample]! <= fileBytes
  const firstLost = offsets.findIndex((_, sample) => !isInFile(sample))
  // A cut-off file has no sample after the first lost one. Otherwise, the offset of the lost sample is wrong.
  const isBrokenOff =
    firstLost < 0 ? count < claimedCount : !offsets.some((_, sample) => sample > firstLost && isInFile(sample))
  if (!isBrokenOff) {
    return { count, ...columns, syncSamples, minReorderTicks, breaksOffTick: Infinity }
  }
  const wholeCount = firstLost < 0 ? count : firstLost
  const end = wholeCount > 0 ? pts[wholeCount - 1]! + durations[wholeCount - 1]! : shiftTicks
  const earliestLost = pts.subarray(wholeCount).reduce((least, tick) => Math.min(least, tick), Infinity)
  return {
    count: wholeCount,
    pts: pts.subarray(0, wholeCount),
    dts: dts.subarray(0, wholeCount),
    durations: durations.subarray(0, wholeCount),
    offsets: offsets.subarray(0, wholeCount),
    sizes: sizes.subarray(0, wholeCount),
    entryIndexes: entryIndexes.subarray(0, wholeCount),
    syncSamples: syncSamples?.filter((sample) => sample < wholeCount) ?? null,
    minReorderTicks,
    breaksOffTick: firstLost < 0 ? end : earliestLost,
  }
}

/** Converts a table to packets, which share the table's columns. */
export function packetsOfTable({ count, syncSamples, ...columns }: SampleTable): PacketList {
  const syncs = new Uint8Array(count).fill(syncSamples === null ? 1 : 0)
  for (const sample of syncSamples ?? []) syncs[sample] = 1
  return new PacketList({ ...columns, syncs })
}

/** Whether moov contains samples of a track. In most fragmented files it does not. */
export function hasSampleTable(moov: Buffer, track: Mp4Track): boolean {
  const sizes = findBox(moov, track.sampleTable, 'stsz') ?? findBox(moov, track.sampleTable, 'stz2')
  return sizes !== null && moov.readUInt32BE(sizes.bodyStart + 8) > 0
}

/** Reads the sizes of samples. `claimedCount` is the number in the table, which may be more than the file can have. */
function readSizes(moov: Buffer, sampleTable: Box, fileBytes: number): { sizes: Uint32Array; claimedCount: number } {
  const compactBox = findBox(moov, sampleTable, 'stz2')
  if (compactBox) {
    const sizes = readCompactSizes(moov, compactBox)
    return { sizes, claimedCount: sizes.length }
  }
  const box = requireBox(moov, sampleTable, 'stsz')
  const commonSize = moov.readUInt32BE(box.bodyStart + 4)
  const claimedCount = moov.readUInt32BE(box.bodyStart + 8)
  if (claimedCount > MAX_SAMPLES) throw unsupportedMedia(`A track claims ${claimedCount} samples.`)
  if (commonSize > 0) {
    // A table of equal sizes has no rows. Without this limit, a file of seven kilobytes could take gigabytes of memory.
    return {
      sizes: new Uint32Array(samplesThatFit(claimedCount, commonSize, fileBytes)).fill(commonSize),
      claimedCount,
    }
  }
  const rowsStart = box.bodyStart + 12
  const count = checkedRowCount(claimedCount, box, rowsStart, 4)
  const sizes = new Uint32Array(count)
  for (let index = 0; index < count; index++) sizes[index] = moov.readUInt32BE(rowsStart + 4 * index)
  return { sizes, claimedCount }
}

/** Limits a number of samples of one size to the number that fits in the file. */
export function samplesThatFit(samples: number, sampleBytes: number, fileBytes: number): number {
  return Math.min(samples, Math.floor(fileBytes / sampleBytes))
}

/** Reads the sizes of stz2, with 4, 8 or 16 bits each. */
function readCompactSizes(moov: Buffer, box: Box): Uint32Array {
  const bits = moov[box.bodyStart + 7]!
  const rowsStart = box.bodyStart + 12
  const claimedCount = moov.readUInt32BE(box.bodyStart + 8)
  if (![4, 8, 16].includes(bits)) throw brokenMedia(`Sizes of samples cannot have ${bits} bits.`)
  const count = checkedRowCount(claimedCount, box, rowsStart, bits / 8)
  return Uint32Array.from({ length: count }, (_, index) => {
    if (bits === 4) {
      const byte = moov[rowsStart + (index >> 1)]!
      return index % 2 === 0 ? byte >> 4 : byte & 15
    }
    return bits === 8 ? moov[rowsStart + index]! : moov.readUInt16BE(rowsStart + 2 * index)
  })
}

function readDecodeTimes(moov: Buffer, sampleTable: Box, count: number, shiftTicks: number) {
  const { start, count: rows } = tableRowsOf(moov, requireBox(moov, sampleTable, 'stts'), 8)
  const dts = new Float64Array(count)
  const durations = new Uint32Array(count)
  let sample = 0
  let time = shiftTicks
  for (let row = 0; row < rows && sample < count; row++) {
    const runEnd = Math.min(count, sample + moov.readUInt32BE(start + 8 * row))
    const duration = moov.readUInt32BE(start + 8 * row + 4)
    for (; sample < runEnd; sample++) {
      dts[sample] = time
      durations[sample] = duration
      time += duration
    }
  }
  if (sample < count) throw brokenMedia(`Only ${sample} of ${count} samples have a time.`)
  return { dts, durations }
}

function readPresentationTimes(moov: Buffer, box: Box | null, dts: Float64Array) {
  const pts = Float64Array.from(dts)
  if (!box) return { pts, minReorderTicks: 0 }
  const { start, count: rows } = tableRowsOf(moov, box, 8)
  let sample = 0
  let minOffset = 0
  for (let row = 0; row < rows && sample < pts.length; row++) {
    const runEnd = Math.min(pts.length, sample + moov.readUInt32BE(start + 8 * row))
    // The offset is unsigned in version 0, but writers use negative offsets there too.
    const offset = moov.readInt32BE(start + 8 * row + 4)
    minOffset = Math.min(minOffset, offset)
    for (; sample < runEnd; sample++) pts[sample]! += offset
  }
  return { pts, minReorderTicks: minOffset }
}

function readOffsets(moov: Buffer, sampleTable: Box, sizes: Uint32Array) {
  const chunks = readChunks(moov, sampleTable, sizes.length)
  const offsets = new Float64Array(sizes.length)
  const entryIndexes = new Uint8Array(sizes.length)
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    let offset = chunks.offsets[chunk]!
    for (let sample = chunks.firstSamples[chunk]!; sample < chunks.firstSamples[chunk + 1]!; sample++) {
      offsets[sample] = offset
      entryIndexes[sample] = chunks.entryIndexes[chunk]!
      offset += sizes[sample]!
    }
  }
  return { offsets, entryIndexes }
}

/**
 * Reads the chunks of the first `samples` samples: offset, first sample and entry index of each. `firstSamples` has one
 * more item, the number of all samples.
 * @throws CutterError broken_media if the chunks have fewer samples
 */
export function readChunks(moov: Buffer, sampleTable: Box, samples: number) {
  const runs = requireBox(moov, sampleTable, 'stsc')
  const longTable = findBox(moov, sampleTable, 'co64')
  const chunks = longTable ?? requireBox(moov, sampleTable, 'stco')
  const chunkBytes = longTable ? 8 : 4
  const { start: runsStart, count: runCount } = tableRowsOf(moov, runs, 12)
  const { start: chunksStart, count: chunkCount } = tableRowsOf(moov, chunks, chunkBytes)
  const maxChunks = Math.min(chunkCount, samples)
  const offsets = new Float64Array(maxChunks)
  const firstSamples = new Float64Array(maxChunks + 1)
  const entryIndexes = new Uint8Array(maxChunks)
  let count = 0
  let sample = 0
  for (let run = 0; run < runCount; run++) {
    const at = runsStart + 12 * run
    const firstChunk = moov.readUInt32BE(at) - 1
    const endChunk = run + 1 < runCount ? moov.readUInt32BE(at + 12) - 1 : chunkCount
    if (firstChunk < 0 || endChunk < firstChunk) {
      // Runs of chunks that go back and forth could make a small table visit all chunks any number of times.
      throw brokenMedia('The runs of chunks are out of order.')
    }
    const samplesPerChunk = moov.readUInt32BE(at + 4)
    if (samplesPerChunk === 0) continue
    for (let chunk = firstChunk; chunk < Math.min(endChunk, chunkCount) && sample < samples; chunk++, count++) {
      const rowStart = chunksStart + chunk * chunkBytes
      offsets[count] = longTable ? Number(moov.readBigUInt64BE(rowStart)) : moov.readUInt32BE(rowStart)
      firstSamples[count] = sample
      entryIndexes[count] = Math.max(0, moov.readUInt32BE(at + 8) - 1)
      sample = Math.min(samples, sample + samplesPerChunk)
    }
  }
  if (sample < samples) throw brokenMedia(`Only ${sample} of ${samples} samples have a place.`)
  firstSamples[count] = sample
  return { count, offsets, firstSamples, entryIndexes }
}

/**
 * Removes listed sync samples that are shown before an earlier decoded sample. A real sync sample never is. Wrong
 * tables, or a missing table with reordered frames, would otherwise mislead the search by timestamp.
 */
function realSyncSamples(listedSamples: Uint32Array | null, pts: Float64Array, isInOrder: boolean): Uint32Array | null {
  if (isInOrder) return listedSamples
  const realSamples = new Uint32Array(listedSamples?.length ?? pts.length)
  let count = 0
  let latestTick = -Infinity
  let listIndex = 0
  for (let sample = 0; sample < pts.length; sample++) {
    const isListed = listedSamples === null || listedSamples[listIndex] === sample
    listIndex += isListed ? 1 : 0
    if (isListed && pts[sample]! >= latestTick) realSamples[count++] = sample
    latestTick = Math.max(latestTick, pts[sample]!)
  }
  return listedSamples === null && count === pts.length ? null : realSamples.subarray(0, count)
}

function readSyncSamples(moov: Buffer, sampleTable: Box, count: number): Uint32Array | null {
  const box = findBox(moov, sampleTable, 'stss')
  if (!box) return null
  const { start, count: rows } = tableRowsOf(moov, box, 4)
  const positions = new Uint32Array(rows)
  let previous = -1
  for (let row = 0; row < rows; row++) {
    const position = moov.readUInt32BE(start + 4 * row) - 1
    if (position <= previous || position >= count) throw brokenMedia('The table of sync samples is out of order.')
    positions[row] = position
    previous = position
  }
  return positions
}

/** A track of a plain MP4, with all packets from its sample table. */
export function tableTrack({ timescale, presentationEndTicks: editedEnd }: Mp4Track, table: SampleTable): IndexedTrack {
  const { count, pts, dts, durations, syncSamples, minReorderTicks, breaksOffTick } = table
  const packets = packetsOfTable(table)
  const presentationEnd = Math.min(editedEnd, breaksOffTick)

  /** Index of the last sync sample shown at or before a tick; 0 if there is none. */
  function indexOfStart(tick: number): number {
    const sampleOf = (sync: number) => (syncSamples ? syncSamples[sync]! : sync)
    const nextSync = firstIndexWhere(syncSamples?.length ?? count, (sync) => pts[sampleOf(sync)]! > tick)
    return nextSync === 0 ? 0 : sampleOf(nextSync - 1)
  }

  return {
    timescale,
    isWhollyKnown: true,
    presentationEnd,
    ...(breaksOffTick < Infinity && { breaksOffTick }),
    async covering(fromTick, toTick) {
      const end = Math.min(toTick, presentationEnd)
      // Samples from `endSample` on are shown after the end, even with the largest reordering.
      const endSample = firstIndexWhere(count, (sample) => dts[sample]! + minReorderTicks >= end)
      const start = indexOfStart(fromTick)
      return packets.slice(start, Math.max(start, endSample))
    },
    firstPts: async () => (count === 0 ? null : Math.min(...pts.subarray(0, Math.min(MAX_REORDERED, count)))),
    async endPts() {
      let end = 0
      for (let sample = Math.max(0, count - MAX_REORDERED); sample < count; sample++) {
        end = Math.max(end, pts[sample]! + durations[sample]!)
      }
      return Math.min(end, presentationEnd)
    },
  }
}
