import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { type Box, boxesBetween, checkedRowCount, childBoxes, requireBox } from './boxes.ts'
import type { FragmentDefaults, Mp4Track } from './movie.ts'

const SAMPLE_IS_NOT_SYNC = 0x10000
const DEFAULT_BASE_IS_MOOF = 0x20000
/** Limit for one moof, because the data offset of a track fragment may depend on all track fragments before it. */
const MAX_TRACK_FRAGMENTS = 128
const MAX_SAMPLES = 1_000_000

/** A sample of a fragment, with its decode timestamp in ticks. */
export interface FragmentSample extends PacketRef {
  dts: number
}

/**
 * Adds the samples of one track in a moof box to `samples`, in decode order, with absolute byte offsets.
 * @param moof the whole box
 * @param samples earlier samples of the track. A track fragment without a decode timestamp begins where they end.
 * @param tracks all tracks of the movie. In old files, a track fragment's data follows the data of the previous one.
 * @param continuesAt tick at which a track fragment without a decode timestamp begins if `samples` is empty
 */
export function parseMoof(
  moof: Buffer,
  fileOffset: number,
  track: Mp4Track,
  samples: FragmentSample[],
  tracks: readonly Mp4Track[] = [track],
  continuesAt = track.shiftTicks,
): void {
  const root = boxesBetween(moof, 0, moof.length).next().value
  if (root?.type !== 'moof') throw brokenMedia('A fragment is not where the index says.')
  requireFewSamples(moof, root)
  const baseOf = createBaseFinder(moof, fileOffset, tracks)
  const previousFragments: Box[] = []
  for (const box of childBoxes(moof, root)) {
    if (box.type === 'traf') {
      addTrackFragment(moof, box, track, { samples, continuesAt }, (header) => baseOf(header, previousFragments))
      previousFragments.push(box)
    }
  }
}

/** Throws for too many samples. Runs of equal samples take a few bytes in the file, but gigabytes in memory. */
function requireFewSamples(moof: Buffer, root: Box): void {
  let trackFragments = 0
  let samples = 0
  for (const box of childBoxes(moof, root)) {
    trackFragments += box.type === 'traf' ? 1 : 0
    for (const run of box.type === 'traf' ? childBoxes(moof, box) : []) {
      samples += run.type === 'trun' ? moof.readUInt32BE(run.bodyStart + 4) : 0
    }
    if (trackFragments > MAX_TRACK_FRAGMENTS || samples > MAX_SAMPLES) {
      throw unsupportedMedia(`A fragment claims ${samples} samples of ${trackFragments} tracks.`)
    }
  }
}

type BaseOf = (header: TrackFragmentHeader, previousFragments: readonly Box[]) => number

/**
 * Creates a function that finds the base of a track fragment's data offsets: its own base offset, or the moof, or the
 * end of the previous track fragment's data.
 */
function createBaseFinder(moof: Buffer, fileOffset: number, tracks: readonly Mp4Track[]): BaseOf {
  const baseOf: BaseOf = (header, previousFragments) => {
    const previous = previousFragments.at(-1)
    if (header.baseOffset !== null || header.isMoofBase || !previous) return header.baseOffset ?? fileOffset
    const box = requireBox(moof, previous, 'tfhd')
    const id = moof.readUInt32BE(box.bodyStart + 4)
    const track = tracks.find((candidate) => candidate.id === id)
    const previousHeader = readTrackFragmentHeader(moof, box, track?.fragmentDefaults ?? NO_DEFAULTS)
    const baseOffset = baseOf(previousHeader, previousFragments.slice(0, -1))
    let end = baseOffset
    for (const run of childBoxes(moof, previous)) {
      if (run.type === 'trun') {
        for (const { offset, sizeBytes } of readTrackRun(moof, run, baseOffset, end, previousHeader.defaults)) {
          end = offset + sizeBytes
        }
      }
    }
    return end
  }
  return baseOf
}

const NO_DEFAULTS: FragmentDefaults = { duration: 0, sizeBytes: 0, flags: 0, entryIndex: 0 }

function addTrackFragment(
  moof: Buffer,
  traf: Box,
  track: Mp4Track,
  { samples, continuesAt }: { samples: FragmentSample[]; continuesAt: number },
  baseOf: (header: TrackFragmentHeader) => number,
): void {
  const box = requireBox(moof, traf, 'tfhd')
  if (moof.readUInt32BE(box.bodyStart + 4) !== track.id) return
  const header = readTrackFragmentHeader(moof, box, track.fragmentDefaults)
  const { defaults } = header
  const baseOffset = baseOf(header)
  const lastSample = samples.at(-1)
  const previousEnd = lastSample ? lastSample.dts + lastSample.duration : continuesAt
  let dts = decodeTimeOf(moof, traf) ?? previousEnd - track.shiftTicks
  let offset = baseOffset
  for (const run of childBoxes(moof, traf)) {
    if (run.type !== 'trun') continue
    for (const sample of readTrackRun(moof, run, baseOffset, offset, defaults)) {
      samples.push({
        pts: dts + sample.reorderTicks + track.shiftTicks,
        dts: dts + track.shiftTicks,
        duration: sample.duration,
        isSync: (sample.flags & SAMPLE_IS_NOT_SYNC) === 0,
        offset: sample.offset,
        sizeBytes: sample.sizeBytes,
        entryIndex: defaults.entryIndex,
      })
      dts += sample.duration
      offset = sample.offset + sample.sizeBytes
    }
  }
}

/** UUID of the box that Smooth Streaming has instead of tfdt, with the same first fields (12 bytes at most). */
const TFXD_UUID = Buffer.from('6d1d9b0542d544e680e2141daff757b2', 'hex')
const TFXD_BYTES = TFXD_UUID.length + 12

/** Whether every track fragment of a moof has a decode timestamp. */
export function hasDecodeTimes(moof: Buffer): boolean {
  const root = boxesBetween(moof, 0, moof.length).next().value
  const boxes = root ? [...childBoxes(moof, root)] : []
  return boxes.every((box) => box.type !== 'traf' || decodeTimeOf(moof, box) !== null)
}

/** Decode timestamp of a track fragment, in ticks of its media; null if it has none. */
function decodeTimeOf(moof: Buffer, traf: Box): number | null {
  for (const { type, bodyStart, end } of childBoxes(moof, traf)) {
    const isLongEnough = end - bodyStart >= TFXD_BYTES
    const isTfxd =
      type === 'uuid' && isLongEnough && moof.subarray(bodyStart, bodyStart + TFXD_UUID.length).equals(TFXD_UUID)
    if (type !== 'tfdt' && !isTfxd) continue
    const at = isTfxd ? bodyStart + TFXD_UUID.length : bodyStart
    return moof[at] === 1 ? Number(moof.readBigUInt64BE(at + 4)) : moof.readUInt32BE(at + 4)
  }
  return null
}

interface TrackFragmentHeader {
  baseOffset: number | null
  isMoofBase: boolean
  defaults: FragmentDefaults
}

function readTrackFragmentHeader(moof: Buffer, header: Box, trackDefaults: FragmentDefaults): TrackFragmentHeader {
  const flags = moof.readUInt32BE(header.bodyStart) & 0xffffff
  let at = header.bodyStart + 8
  const readField = (flag: number): number | null => {
    if ((flags & flag) === 0) return null
    at += 4
    return moof.readUInt32BE(at - 4)
  }
  const hasBase = (flags & 0x01) !== 0
  const baseOffset = hasBase ? Number(moof.readBigUInt64BE(at)) : null
  at += hasBase ? 8 : 0
  const entryNumber = readField(0x02)
  const defaults = {
    entryIndex: entryNumber === null ? trackDefaults.entryIndex : Math.max(0, entryNumber - 1),
    duration: readField(0x08) ?? trackDefaults.duration,
    sizeBytes: readField(0x10) ?? trackDefaults.sizeBytes,
    flags: readField(0x20) ?? trackDefaults.flags,
  }
  return { baseOffset, isMoofBase: (flags & DEFAULT_BASE_IS_MOOF) !== 0, defaults }
}

function* readTrackRun(
  moof: Buffer,
  run: Box,
  baseOffset: number,
  continuesAtOffset: number,
  defaults: Mp4Track['fragmentDefaults'],
) {
  const flags = moof.readUInt32BE(run.bodyStart) & 0xffffff
  let at = run.bodyStart + 8
  const readField = (flag: number): number | null => {
    if ((flags & flag) === 0) return null
    at += 4
    return moof.readUInt32BE(at - 4)
  }
  const dataOffset = readField(0x01)
  let offset = dataOffset === null ? continuesAtOffset : baseOffset + (dataOffset | 0)
  const firstFlags = readField(0x04)
  const rowBytes = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  const claimedRowCount = moof.readUInt32BE(run.bodyStart + 4)
  const count = checkedRowCount(claimedRowCount, run, at, Math.max(rowBytes, claimedRowCount > 1_000_000 ? 4 : 0))
  for (let row = 0; row < count; row++) {
    const duration = readField(0x100) ?? defaults.duration
    const sizeBytes = readField(0x200) ?? defaults.sizeBytes
    const rowFlags = readField(0x400) ?? (row === 0 ? firstFlags : null) ?? defaults.flags
    // The composition time offset is a signed number.
    const reorderTicks = (readField(0x800) ?? 0) | 0
    yield { duration, sizeBytes, flags: rowFlags, reorderTicks, offset }
    offset += sizeBytes
  }
}
