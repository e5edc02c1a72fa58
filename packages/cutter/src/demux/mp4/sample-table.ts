import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import { firstWhere } from '../../io/first-where.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { MOST_REORDERED } from '../common/shown-packets.ts'
import { type Box, checkedRowCount, findBox, requireBox, rowsOf } from './boxes.ts'
import type { Mp4Track } from './movie.ts'

/**
 * All samples of a track in decode order, as flat arrays: three hours of 60 fps video are 650,000 rows, 20 MB.
 * Our own, because the library keeps byte offsets and sample entries to itself (they are what an exact fetch and an
 * exact splice need) and believes counts that a hostile file makes up.
 */
export interface SampleTable {
  count: number
  /** Presentation times in ticks, edit list applied. */
  pts: Float64Array
  /** Decode times in ticks, edit list applied. */
  dts: Float64Array
  durations: Uint32Array
  offsets: Float64Array
  sizes: Uint32Array
  entryIndexes: Uint8Array
  /** Positions of the sync samples, ascending; null: every sample is one. */
  syncSamples: Uint32Array | null
  /** No sample is shown earlier than this many ticks after its decode time. */
  leastReorderTicks: number
  /** When the first of the samples is shown that the file ends before; they are left out. Infinity: it has them all. */
  breaksOffTick: number
}

/** Beyond this it is no video, but a table made to exhaust us (24 hours at 120 fps are 10 million). */
const MOST_SAMPLES = 20_000_000

/** @param fileBytes samples that do not lie in them, and all that are decoded after one of those, are left out */
export function readSampleTable(moov: Buffer, { sampleTable, shiftTicks }: Mp4Track, fileBytes: number): SampleTable {
  const { sizes, claimed } = readSizes(moov, sampleTable, fileBytes)
  const count = sizes.length
  const { dts, durations } = readDecodeTimes(moov, sampleTable, count, shiftTicks)
  const reordering = findBox(moov, sampleTable, 'ctts')
  const { pts, leastReorderTicks } = readPresentationTimes(moov, reordering, dts)
  const { offsets, entryIndexes } = readPositions(moov, sampleTable, sizes)
  const syncSamples = closedSyncSamples(readSyncSamples(moov, sampleTable, count), pts, reordering === null)
  const columns = { pts, dts, durations, offsets, sizes, entryIndexes }
  const isWithin = (sample: number) => offsets[sample]! + sizes[sample]! <= fileBytes
  const lost = offsets.findIndex((_, sample) => !isWithin(sample))
  // A file that broke off has none of the later ones. Others have false places.
  const isBrokenOff = lost < 0 ? count < claimed : !offsets.some((_, sample) => sample > lost && isWithin(sample))
  if (!isBrokenOff) {
    return { count, ...columns, syncSamples, leastReorderTicks, breaksOffTick: Infinity }
  }
  const whole = lost < 0 ? count : lost
  const end = whole > 0 ? pts[whole - 1]! + durations[whole - 1]! : shiftTicks
  return {
    count: whole,
    pts: pts.subarray(0, whole),
    dts: dts.subarray(0, whole),
    durations: durations.subarray(0, whole),
    offsets: offsets.subarray(0, whole),
    sizes: sizes.subarray(0, whole),
    entryIndexes: entryIndexes.subarray(0, whole),
    syncSamples: syncSamples?.filter((sample) => sample < whole) ?? null,
    leastReorderTicks,
    breaksOffTick: lost < 0 ? end : pts.subarray(whole).reduce((least, tick) => Math.min(least, tick), Infinity),
  }
}

/** The samples as packets; they share the table's columns. */
export function packetsOfTable({ count, syncSamples, ...columns }: SampleTable): PacketList {
  const syncs = new Uint8Array(count).fill(syncSamples === null ? 1 : 0)
  for (const sample of syncSamples ?? []) syncs[sample] = 1
  return new PacketList({ ...columns, syncs })
}

/** Whether moov itself holds samples of a track; in most fragmented files it does not. */
export function hasSampleTable(moov: Buffer, track: Mp4Track): boolean {
  const sizes = findBox(moov, track.sampleTable, 'stsz') ?? findBox(moov, track.sampleTable, 'stz2')
  return sizes !== null && moov.readUInt32BE(sizes.bodyStart + 8) > 0
}

/** `claimed`: how many there should be. */
function readSizes(moov: Buffer, sampleTable: Box, fileBytes: number): { sizes: Uint32Array; claimed: number } {
  const compact = findBox(moov, sampleTable, 'stz2')
  if (compact) {
    const sizes = readCompactSizes(moov, compact)
    return { sizes, claimed: sizes.length }
  }
  const box = requireBox(moov, sampleTable, 'stsz')
  const sameSize = moov.readUInt32BE(box.bodyStart + 4)
  const claimed = moov.readUInt32BE(box.bodyStart + 8)
  if (claimed > MOST_SAMPLES) throw unsupportedMedia(`A track claims ${claimed} samples.`)
  if (sameSize > 0) {
    // The one table that costs nothing to write: without this, seven kilobytes of file are gigabytes of memory.
    return { sizes: new Uint32Array(fitting(claimed, sameSize, fileBytes)).fill(sameSize), claimed }
  }
  const rowsStart = box.bodyStart + 12
  const count = checkedRowCount(claimed, box, rowsStart, 4)
  const sizes = new Uint32Array(count)
  for (let index = 0; index < count; index++) sizes[index] = moov.readUInt32BE(rowsStart + 4 * index)
  return { sizes, claimed }
}

/** How many samples of a size a file may have. */
export function fitting(samples: number, sampleBytes: number, fileBytes: number): number {
  return Math.min(samples, Math.floor(fileBytes / sampleBytes))
}

/** Sizes of 4, 8 or 16 bits each. */
function readCompactSizes(moov: Buffer, box: Box): Uint32Array {
  const bits = moov[box.bodyStart + 7]!
  const rowsStart = box.bodyStart + 12
  const claimed = moov.readUInt32BE(box.bodyStart + 8)
  if (![4, 8, 16].includes(bits)) throw brokenMedia(`Sizes of samples cannot have ${bits} bits.`)
  const count = checkedRowCount(claimed, box, rowsStart, bits / 8)
  return Uint32Array.from({ length: count }, (_, index) => {
    if (bits === 4) {
      const byte = moov[rowsStart + (index >> 1)]!
      return index % 2 === 0 ? byte >> 4 : byte & 15
    }
    return bits === 8 ? moov[rowsStart + index]! : moov.readUInt16BE(rowsStart + 2 * index)
  })
}

function readDecodeTimes(moov: Buffer, sampleTable: Box, count: number, shiftTicks: number) {
  const { start, count: rows } = rowsOf(moov, requireBox(moov, sampleTable, 'stts'), 8)
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
  if (!box) return { pts, leastReorderTicks: 0 }
  const { start, count: rows } = rowsOf(moov, box, 8)
  let sample = 0
  let least = 0
  for (let row = 0; row < rows && sample < pts.length; row++) {
    const runEnd = Math.min(pts.length, sample + moov.readUInt32BE(start + 8 * row))
    // Version 0 calls it unsigned, but writers have always put negative offsets there too.
    const offset = moov.readInt32BE(start + 8 * row + 4)
    least = Math.min(least, offset)
    for (; sample < runEnd; sample++) pts[sample]! += offset
  }
  return { pts, leastReorderTicks: least }
}

function readPositions(moov: Buffer, sampleTable: Box, sizes: Uint32Array) {
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
 * The places of runs of so many samples: a few numbers for each chunk that has any, even if it has many. `firstSamples` has one
 * more at the end: how many samples there are. Throws broken_media if not all of them have a place.
 */
export function readChunks(moov: Buffer, sampleTable: Box, samples: number) {
  const runs = requireBox(moov, sampleTable, 'stsc')
  const long = findBox(moov, sampleTable, 'co64')
  const chunks = long ?? requireBox(moov, sampleTable, 'stco')
  const chunkBytes = long ? 8 : 4
  const { start: runsStart, count: runCount } = rowsOf(moov, runs, 12)
  const { start: chunksStart, count: chunkCount } = rowsOf(moov, chunks, chunkBytes)
  const most = Math.min(chunkCount, samples)
  const offsets = new Float64Array(most)
  const firstSamples = new Float64Array(most + 1)
  const entryIndexes = new Uint8Array(most)
  let count = 0
  let sample = 0
  for (let run = 0; run < runCount; run++) {
    const at = runsStart + 12 * run
    const firstChunk = moov.readUInt32BE(at) - 1
    const endChunk = run + 1 < runCount ? moov.readUInt32BE(at + 12) - 1 : chunkCount
    if (firstChunk < 0 || endChunk < firstChunk) {
      // Going back and forth, a small table of runs could visit all chunks any number of times.
      throw brokenMedia('The runs of chunks are out of order.')
    }
    const samplesPerChunk = moov.readUInt32BE(at + 4)
    if (samplesPerChunk === 0) continue
    for (let chunk = firstChunk; chunk < Math.min(endChunk, chunkCount) && sample < samples; chunk++, count++) {
      const place = chunksStart + chunk * chunkBytes
      offsets[count] = long ? Number(moov.readBigUInt64BE(place)) : moov.readUInt32BE(place)
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
 * Those of the samples called sync samples before which no frame is decoded that is shown later: true of every real
 * one. Tables that are missing although frames are reordered, or that lie, would mislead the search by time otherwise.
 */
function closedSyncSamples(named: Uint32Array | null, pts: Float64Array, isInOrder: boolean): Uint32Array | null {
  if (isInOrder) return named
  const closed = new Uint32Array(named?.length ?? pts.length)
  let count = 0
  let latest = -Infinity
  let next = 0
  for (let sample = 0; sample < pts.length; sample++) {
    const isNamed = named === null || named[next] === sample
    next += isNamed ? 1 : 0
    if (isNamed && pts[sample]! >= latest) closed[count++] = sample
    latest = Math.max(latest, pts[sample]!)
  }
  return named === null && count === pts.length ? null : closed.subarray(0, count)
}

function readSyncSamples(moov: Buffer, sampleTable: Box, count: number): Uint32Array | null {
  const box = findBox(moov, sampleTable, 'stss')
  if (!box) return null
  const { start, count: rows } = rowsOf(moov, box, 4)
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

/** A track of a plain MP4: its sample table says everything. */
export function tableTrack({ timescale, presentationEndTicks: editedEnd }: Mp4Track, table: SampleTable): IndexedTrack {
  const { count, pts, dts, durations, syncSamples, leastReorderTicks, breaksOffTick } = table
  const packets = packetsOfTable(table)
  const presentationEnd = Math.min(editedEnd, breaksOffTick)

  /** The last sync sample shown at or before a time. */
  function startFor(tick: number): number {
    const sampleOf = (sync: number) => (syncSamples ? syncSamples[sync]! : sync)
    const after = firstWhere(syncSamples?.length ?? count, (sync) => pts[sampleOf(sync)]! > tick)
    return after === 0 ? 0 : sampleOf(after - 1)
  }

  return {
    timescale,
    isWhollyKnown: true,
    presentationEnd,
    ...(breaksOffTick < Infinity && { breaksOffTick }),
    async covering(fromTick, toTick) {
      const end = Math.min(toTick, presentationEnd)
      // Nothing decoded from here on can be shown before the end, however it is reordered.
      const stop = firstWhere(count, (sample) => dts[sample]! + leastReorderTicks >= end)
      const start = startFor(fromTick)
      return packets.slice(start, Math.max(start, stop))
    },
    firstPts: async () => (count === 0 ? null : Math.min(...pts.subarray(0, Math.min(MOST_REORDERED, count)))),
    async endPts() {
      let end = 0
      for (let sample = Math.max(0, count - MOST_REORDERED); sample < count; sample++) {
        end = Math.max(end, pts[sample]! + durations[sample]!)
      }
      return Math.min(end, presentationEnd)
    },
  }
}
