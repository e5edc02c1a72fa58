import { unsupportedMedia } from '../../api/cutter-error.ts'
import { TS_PACKET_BYTES, type TsLayout, tsPackets } from './ts-packets.ts'

/** The payload of one PES packet: usually one frame, or a few frames of audio. */
export interface PesUnit {
  pid: number
  /** When it is shown, in ticks of 90 kHz modulo 2^33; null if it continues where the unit before ended. */
  pts: number | null
  data: Buffer
}

export const TS_TIMESCALE = 90_000
/** The clock of a transport stream starts again after a good 26 hours. */
export const PTS_WRAP = 2 ** 33

export type AssembledPes = ReturnType<typeof assemblePes>

/** Assembles the PES packets of some streams. Those that begin after `ownedEnd` belong to the reader of the next range. */
export function assemblePes(
  bytes: Buffer,
  layout: TsLayout,
  pids: { video: ReadonlySet<number>; audio: ReadonlySet<number> },
  ownedEnd: number,
) {
  const open = new Map<number, { at: number; chunks: Buffer[] }>()
  const found: { at: number; unit: PesUnit }[] = []
  const audioBefore: Buffer[] = []
  let hasAudioBegun = false
  /** Audio packets that began since the last bytes of video. */
  let audioSinceVideo = 0
  const close = (pid: number) => {
    const begun = open.get(pid)
    const unit = begun && parsePes(pid, Buffer.concat(begun.chunks))
    open.delete(pid)
    if (unit) found.push({ at: begun.at, unit })
  }
  for (const { at, pid, startsUnit, payload, isScrambled } of tsPackets(bytes, layout)) {
    if (!pids.video.has(pid) && !pids.audio.has(pid)) continue
    if (isScrambled) throw unsupportedMedia('The transport stream is encrypted.')
    if (pids.video.has(pid)) audioSinceVideo = 0
    else if (startsUnit) audioSinceVideo += 1
    if (startsUnit) {
      close(pid)
      open.set(pid, { at, chunks: [payload] })
      hasAudioBegun ||= pids.audio.has(pid)
    } else if (open.has(pid)) {
      open.get(pid)!.chunks.push(payload)
    } else if (!hasAudioBegun && at < ownedEnd && pids.audio.has(pid)) {
      audioBefore.push(payload)
    }
  }
  const missingAudioBytes = [...open]
    .filter(([pid]) => pids.audio.has(pid))
    .reduce((sum, [, { chunks }]) => sum + (claimedBytes(chunks) > 0 ? missingBytes(chunks) : Infinity), 0)
  const lastOpen = [...open].findLast(([pid]) => pids.video.has(pid))?.[1]
  const incomplete = [...open.values()].filter(({ chunks }) => !isComplete(chunks)).map(({ at }) => at)
  for (const pid of [...open.keys()]) close(pid)
  found.sort((a, b) => a.at - b.at)
  // A frame continues until another one begins; it may span many packets.
  const frames = found.filter(({ unit }) => pids.video.has(unit.pid))
  const lastFrame = frames.findLast(({ unit }) => unit.pts !== null)?.at ?? Infinity
  const incompleteAt = Math.min(bytes.length, lastFrame, ...incomplete)
  return {
    /** Those that begin before `ownedEnd`. */
    units: found.filter(({ at }) => at < ownedEnd).map(({ unit }) => unit),
    /** The units that begin after it: earlier ones may continue in them. */
    following: found.filter(({ at }) => at >= ownedEnd).map(({ unit }) => unit),
    /** The bytes ended before the last of the units did, so that more must be read. */
    isOpen: incompleteAt < Math.min(ownedEnd, bytes.length),
    /** Where the frame begins that the bytes end in the middle of; Infinity: they end with a whole one. */
    cutFrameAt: lastOpen && audioSinceVideo < AUDIO_BEHIND_FRAME && !mayEnd(lastOpen.chunks) ? lastOpen.at : Infinity,
    /** How many bytes of the last audio packet are missing; 0: none; Infinity: the packet does not state its length. */
    missingAudioBytes,
    /** Audio of packets that began before these bytes. The reader of the next range owns the part after `ownedEnd`. */
    audioBefore: Buffer.concat(audioBefore),
  }
}

const HEADER_BYTES = 9
/** Within a frame, hardly one audio packet begins between two packets of video. */
const AUDIO_BEHIND_FRAME = 2
/** Of a packet that is not padded. */
const PAYLOAD_BYTES = TS_PACKET_BYTES - 4

/** Audio says how long its packet is, frames usually do not. */
function isComplete(chunks: readonly Buffer[]): boolean {
  return claimedBytes(chunks) > 0 && missingBytes(chunks) === 0
}

/**
 * Whether a packet may end with its last chunk: it is as long as it says; where it does not, its last chunk is padded. Of 184
 * packets one ends without.
 */
function mayEnd(chunks: readonly Buffer[]): boolean {
  return claimedBytes(chunks) > 0 ? missingBytes(chunks) === 0 : chunks.at(-1)!.length < PAYLOAD_BYTES
}

/** How long a packet says it is; 0: it does not. */
function claimedBytes([first]: readonly Buffer[]): number {
  const length = first && first.length >= 6 ? first.readUInt16BE(4) : 0
  return length > 0 ? 6 + length : 0
}

function missingBytes(chunks: readonly Buffer[]): number {
  const claimed = claimedBytes(chunks)
  return claimed > 0 ? Math.max(0, claimed - chunks.reduce((sum, chunk) => sum + chunk.length, 0)) : 0
}

function parsePes(pid: number, pes: Buffer): PesUnit | null {
  if (pes.length < HEADER_BYTES || pes.readUIntBE(0, 3) !== 1) return null
  const claimed = pes.readUInt16BE(4)
  const hasPts = (pes[7]! & 0x80) !== 0 && pes.length >= HEADER_BYTES + 5
  const end = claimed > 0 ? Math.min(pes.length, 6 + claimed) : pes.length
  return {
    pid,
    pts: hasPts ? readTimeStamp(pes, HEADER_BYTES) : null,
    data: pes.subarray(Math.min(HEADER_BYTES + pes[8]!, end), end),
  }
}

export function readTimeStamp(bytes: Buffer, at: number): number {
  const high = (bytes[at]! >> 1) & 7
  const middle = bytes.readUInt16BE(at + 1) >> 1
  const low = bytes.readUInt16BE(at + 3) >> 1
  return high * 2 ** 30 + middle * 2 ** 15 + low
}

/** Undoes the wraparound of a timestamp that belongs near a given time. */
export function unwrapped(pts: number, nearTick: number): number {
  return pts + Math.round((nearTick - pts) / PTS_WRAP) * PTS_WRAP
}
