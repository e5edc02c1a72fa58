import { unsupportedMedia } from '../../api/cutter-error.ts'
import { type TsLayout, tsPackets } from './ts-packets.ts'

/** Payload of one PES packet: usually one video frame, or a few audio frames. */
export interface PesUnit {
  pid: number
  /** Presentation timestamp in ticks of 90 kHz modulo 2^33; null if the packet has none. */
  pts: number | null
  data: Buffer
}

export const TS_TIMESCALE = 90_000
/** Ticks after which the clock of a transport stream wraps: 26.5 hours. */
export const PTS_WRAP_TICKS = 2 ** 33

export type AssembledPes = ReturnType<typeof assemblePes>

/** Assembles the PES packets of some streams. Packets that begin after `ownedEnd` belong to the next byte range. */
export function assemblePes(
  bytes: Buffer,
  layout: TsLayout,
  pids: { video: ReadonlySet<number>; audio: ReadonlySet<number> },
  ownedEnd: number,
) {
  const openUnits = new Map<number, { at: number; chunks: Buffer[]; isPadded: boolean }>()
  const positionedUnits: { at: number; unit: PesUnit }[] = []
  const audioBefore: Buffer[] = []
  let hasAudioBegun = false
  /** Audio packets that began since the last bytes of video. */
  let audioSinceVideo = 0
  const closeUnit = (pid: number) => {
    const openUnit = openUnits.get(pid)
    const unit = openUnit && parsePes(pid, Buffer.concat(openUnit.chunks))
    openUnits.delete(pid)
    if (unit) positionedUnits.push({ at: openUnit.at, unit })
  }
  for (const { at, pid, startsUnit, payload, isScrambled, isPadded } of tsPackets(bytes, layout)) {
    if (!pids.video.has(pid) && !pids.audio.has(pid)) continue
    if (isScrambled) throw unsupportedMedia('The transport stream is encrypted.')
    if (pids.video.has(pid)) audioSinceVideo = 0
    else if (startsUnit) audioSinceVideo += 1
    if (startsUnit) {
      closeUnit(pid)
      openUnits.set(pid, { at, chunks: [payload], isPadded })
      hasAudioBegun ||= pids.audio.has(pid)
    } else if (openUnits.has(pid)) {
      const openUnit = openUnits.get(pid)!
      openUnit.chunks.push(payload)
      openUnit.isPadded = isPadded
    } else if (!hasAudioBegun && at < ownedEnd && pids.audio.has(pid)) {
      audioBefore.push(payload)
    }
  }
  const missingAudioBytes = [...openUnits]
    .filter(([pid]) => pids.audio.has(pid))
    .reduce((sum, [, { chunks }]) => sum + (claimedBytes(chunks) > 0 ? missingBytes(chunks) : Infinity), 0)
  const openVideo = [...openUnits].findLast(([pid]) => pids.video.has(pid))?.[1]
  const incompleteStarts = [...openUnits.values()].filter(({ chunks }) => !isComplete(chunks)).map(({ at }) => at)
  for (const pid of [...openUnits.keys()]) closeUnit(pid)
  positionedUnits.sort((a, b) => a.at - b.at)
  // A frame continues until the next one begins, over any number of packets. So the last one may be incomplete.
  const frames = positionedUnits.filter(({ unit }) => pids.video.has(unit.pid))
  const lastFrame = frames.findLast(({ unit }) => unit.pts !== null)?.at ?? Infinity
  const incompleteAt = Math.min(bytes.length, lastFrame, ...incompleteStarts)
  return {
    /** Units that begin before `ownedEnd`. */
    units: positionedUnits.filter(({ at }) => at < ownedEnd).map(({ unit }) => unit),
    /** Units that begin after `ownedEnd`. Earlier frames may continue in them. */
    following: positionedUnits.filter(({ at }) => at >= ownedEnd).map(({ unit }) => unit),
    /** Whether the bytes end before the last of `units` does, so that more bytes are necessary. */
    needsMoreBytes: incompleteAt < Math.min(ownedEnd, bytes.length),
    /** Offset of a video frame that is incomplete at the end of the bytes; Infinity if the last frame is whole. */
    cutFrameAt:
      openVideo && audioSinceVideo < AUDIO_PACKETS_AFTER_FRAME && !mayEnd(openVideo) ? openVideo.at : Infinity,
    /** Missing bytes of the last audio packet; 0 if it is whole, Infinity if it does not state its length. */
    missingAudioBytes,
    /** Audio before `ownedEnd` of packets that began before these bytes. */
    audioBefore: Buffer.concat(audioBefore),
  }
}

const HEADER_BYTES = 9
/**
 * Number of audio packets after the last video packet that prove the end of a frame. Within a frame there is at most
 * one.
 */
const AUDIO_PACKETS_AFTER_FRAME = 2

/** Whether a PES packet has all bytes of its stated length. Audio states a length, video usually does not. */
function isComplete(chunks: readonly Buffer[]): boolean {
  return claimedBytes(chunks) > 0 && missingBytes(chunks) === 0
}

/**
 * Whether a packet may end with its last chunk: it has its stated length or, without one, its last chunk is padded. One
 * of 184 packets ends without padding.
 */
function mayEnd({ chunks, isPadded }: { chunks: readonly Buffer[]; isPadded: boolean }): boolean {
  return claimedBytes(chunks) > 0 ? missingBytes(chunks) === 0 : isPadded
}

/** Stated length of a packet in bytes; 0 if it states none. */
function claimedBytes([first]: readonly Buffer[]): number {
  const length = first && first.length >= 6 ? first.readUInt16BE(4) : 0
  return length > 0 ? 6 + length : 0
}

function missingBytes(chunks: readonly Buffer[]): number {
  const statedBytes = claimedBytes(chunks)
  return statedBytes > 0 ? Math.max(0, statedBytes - chunks.reduce((sum, chunk) => sum + chunk.length, 0)) : 0
}

function parsePes(pid: number, pes: Buffer): PesUnit | null {
  if (pes.length < HEADER_BYTES || pes.readUIntBE(0, 3) !== 1) return null
  const statedBytes = pes.readUInt16BE(4)
  const hasPts = (pes[7]! & 0x80) !== 0 && pes.length >= HEADER_BYTES + 5
  const end = statedBytes > 0 ? Math.min(pes.length, 6 + statedBytes) : pes.length
  return {
    pid,
    pts: hasPts ? readTimeStamp(pes, HEADER_BYTES) : null,
    data: pes.subarray(Math.min(HEADER_BYTES + pes[8]!, end), end),
  }
}

export function readTimeStamp(bytes: Buffer, at: number): number {
  const highBits = (bytes[at]! >> 1) & 7
  const middle = bytes.readUInt16BE(at + 1) >> 1
  const lowBits = bytes.readUInt16BE(at + 3) >> 1
  return highBits * 2 ** 30 + middle * 2 ** 15 + lowBits
}

/** Unwraps a timestamp so that it is as near as possible to `nearTick`. */
export function unwrapTimestamp(pts: number, nearTick: number): number {
  return pts + Math.round((nearTick - pts) / PTS_WRAP_TICKS) * PTS_WRAP_TICKS
}
