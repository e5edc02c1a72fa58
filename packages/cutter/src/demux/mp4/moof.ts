import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { type Box, boxesBetween, checkedRowCount, childBoxes, requireBox } from './boxes.ts'
import type { FragmentDefaults, Mp4Track } from './movie.ts'

const SAMPLE_IS_NOT_SYNC = 0x10000
const DEFAULT_BASE_IS_MOOF = 0x20000
/** Each may lie where the one before it ends, which may lie where the one before that ends. */
const MOST_TRACK_FRAGMENTS = 128
const MOST_SAMPLES = 1_000_000

/** A sample of a fragment: a packet with the decode time that the reading of a whole range needs. */
export interface FragmentSample extends PacketRef {
  dts: number
}

/**
 * Adds the samples of one track inside a moof box (the whole box), in decode order, with absolute byte offsets.
 * @param samples those before: a track fragment that does not say when it begins continues where they end
 * @param tracks all of the movie: in old files the data of one follows that of the one before, and only that tells where
 * @param continuesAt where the samples end that are in no list, on the track's timeline
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
  const baseOf = basesIn(moof, fileOffset, tracks)
  const passed: Box[] = []
  for (const box of childBoxes(moof, root)) {
    if (box.type === 'traf') {
      addTrackFragment(moof, box, track, { samples, continuesAt }, (header) => baseOf(header, passed))
      passed.push(box)
    }
  }
}

/** Runs whose samples are all alike cost nothing to write: a few bytes would be gigabytes of memory. */
function requireFewSamples(moof: Buffer, root: Box): void {
  let trackFragments = 0
  let samples = 0
  for (const box of childBoxes(moof, root)) {
    trackFragments += box.type === 'traf' ? 1 : 0
    for (const run of box.type === 'traf' ? childBoxes(moof, box) : []) {
      samples += run.type === 'trun' ? moof.readUInt32BE(run.bodyStart + 4) : 0
    }
    if (trackFragments > MOST_TRACK_FRAGMENTS || samples > MOST_SAMPLES) {
      throw unsupportedMedia(`A fragment claims ${samples} samples of ${trackFragments} tracks.`)
    }
  }
}

type BaseOf = (header: TrackFragmentHeader, before: readonly Box[]) => number

/** What offsets of a track fragment count from: said outright, or the moof, or where the data of the one before it ends. */
function basesIn(moof: Buffer, fileOffset: number, tracks: readonly Mp4Track[]): BaseOf {
  const baseOf: BaseOf = (header, before) => {
    const previous = before.at(-1)
    if (header.baseOffset !== null || header.isMoofBase || !previous) return header.baseOffset ?? fileOffset
    const box = requireBox(moof, previous, 'tfhd')
    const id = moof.readUInt32BE(box.bodyStart + 4)
    const track = tracks.find((candidate) => candidate.id === id)
    const previousHeader = readTrackFragmentHeader(moof, box, track?.fragmentDefaults ?? NO_DEFAULTS)
    const base = baseOf(previousHeader, before.slice(0, -1))
    let end = base
    for (const run of childBoxes(moof, previous)) {
      if (run.type === 'trun') {
        for (const { offset, sizeBytes } of readTrackRun(moof, run, base, end, previousHeader.defaults)) {
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
  const last = samples.at(-1)
  let dts = decodeTimeOf(moof, traf) ?? (last ? last.dts + last.duration : continuesAt) - track.shiftTicks
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

/** Smooth Streaming has a box of its own instead of tfdt. It begins with the same fields, the longest of 12 bytes. */
const TFXD = Buffer.from('6d1d9b0542d544e680e2141daff757b2', 'hex')
const TFXD_BYTES = TFXD.length + 12

/** Whether every track fragment of a moof says when it begins. */
export function isTimed(moof: Buffer): boolean {
  const root = boxesBetween(moof, 0, moof.length).next().value
  const boxes = root ? [...childBoxes(moof, root)] : []
  return boxes.every((box) => box.type !== 'traf' || decodeTimeOf(moof, box) !== null)
}

/** Where a track fragment begins, in ticks of its media; null: it does not say. */
function decodeTimeOf(moof: Buffer, traf: Box): number | null {
  for (const { type, bodyStart, end } of childBoxes(moof, traf)) {
    const isLongEnough = end - bodyStart >= TFXD_BYTES
    const isTfxd = type === 'uuid' && isLongEnough && moof.subarray(bodyStart, bodyStart + TFXD.length).equals(TFXD)
    if (type !== 'tfdt' && !isTfxd) continue
    const at = isTfxd ? bodyStart + TFXD.length : bodyStart
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
  const next = (flag: number): number | null => {
    if ((flags & flag) === 0) return null
    at += 4
    return moof.readUInt32BE(at - 4)
  }
  const hasBase = (flags & 0x01) !== 0
  const baseOffset = hasBase ? Number(moof.readBigUInt64BE(at)) : null
  at += hasBase ? 8 : 0
  const entryNumber = next(0x02)
  const defaults = {
    entryIndex: entryNumber === null ? trackDefaults.entryIndex : Math.max(0, entryNumber - 1),
    duration: next(0x08) ?? trackDefaults.duration,
    sizeBytes: next(0x10) ?? trackDefaults.sizeBytes,
    flags: next(0x20) ?? trackDefaults.flags,
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
  const next = (flag: number): number | null => {
    if ((flags & flag) === 0) return null
    at += 4
    return moof.readUInt32BE(at - 4)
  }
  const ownOffset = next(0x01)
  let offset = ownOffset === null ? continuesAtOffset : baseOffset + (ownOffset | 0)
  const firstFlags = next(0x04)
  const rowBytes = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  const claimed = moof.readUInt32BE(run.bodyStart + 4)
  const count = checkedRowCount(claimed, run, at, Math.max(rowBytes, claimed > 1_000_000 ? 4 : 0))
  for (let row = 0; row < count; row++) {
    const duration = next(0x100) ?? defaults.duration
    const sizeBytes = next(0x200) ?? defaults.sizeBytes
    const rowFlags = next(0x400) ?? (row === 0 ? firstFlags : null) ?? defaults.flags
    // Signed, as the offset above.
    const reorderTicks = (next(0x800) ?? 0) | 0
    yield { duration, sizeBytes, flags: rowFlags, reorderTicks, offset }
    offset += sizeBytes
  }
}
