export interface Vp9Frame {
  isKey: boolean
  isShown: boolean
}

const FRAME_MARKER = 2
const SUPERFRAME_MARKER = 0b110
const WIDEST_PROFILE = 3

/** The frames in a packet: one that is shown, and perhaps some before it that only others refer to. */
export function vp9Frames(packet: Uint8Array): Vp9Frame[] {
  const frames: Vp9Frame[] = []
  let at = 0
  for (const size of frameSizes(packet)) {
    const header = readVp9Header(packet.subarray(at, at + size))
    if (header) frames.push(header)
    at += size
  }
  return frames
}

/** A packet with several frames ends with an index of their sizes. */
function frameSizes(packet: Uint8Array): number[] {
  const last = packet.at(-1) ?? 0
  if (last >> 5 !== SUPERFRAME_MARKER) return [packet.length]
  const sizeBytes = ((last >> 3) & 3) + 1
  const frames = (last & 7) + 1
  const indexBytes = 2 + sizeBytes * frames
  const start = packet.length - indexBytes
  if (start < 0 || packet[start] !== last) return [packet.length]
  return Array.from({ length: frames }, (_, frame) => {
    let size = 0
    for (let byte = 0; byte < sizeBytes; byte++) size += packet[start + 1 + frame * sizeBytes + byte]! * 256 ** byte
    return size
  })
}

/** @param frame its first two bytes are enough; null for what is no frame */
export function readVp9Header(frame: Uint8Array): Vp9Frame | null {
  const first = frame[0]
  if (first === undefined || first >> 6 !== FRAME_MARKER) return null
  const profile = ((first >> 5) & 1) | ((first >> 3) & 2)
  // The widest profile keeps one bit for later.
  const bits = (((first << 8) | (frame[1] ?? 0)) << (profile === WIDEST_PROFILE ? 5 : 4)) & 0xffff
  const showsExisting = bits >> 15 === 1
  if (showsExisting) return { isKey: false, isShown: true }
  return { isKey: ((bits >> 14) & 1) === 0, isShown: ((bits >> 13) & 1) === 1 }
}
