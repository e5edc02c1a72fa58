export interface Vp9Frame {
  isKey: boolean
  isShown: boolean
}

const FRAME_MARKER = 2
const SUPERFRAME_MARKER = 0b110
const MAX_PROFILE = 3

/** Reads the frames in a packet: one shown frame, and any number of hidden reference frames before it. */
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

/** Reads the frame sizes in bytes. A packet with several frames (a superframe) ends with an index of them. */
function frameSizes(packet: Uint8Array): number[] {
  const marker = packet.at(-1) ?? 0
  if (marker >> 5 !== SUPERFRAME_MARKER) return [packet.length]
  const sizeBytes = ((marker >> 3) & 3) + 1
  const frames = (marker & 7) + 1
  const indexBytes = 2 + sizeBytes * frames
  const start = packet.length - indexBytes
  if (start < 0 || packet[start] !== marker) return [packet.length]
  return Array.from({ length: frames }, (_, frame) => {
    let size = 0
    for (let byte = 0; byte < sizeBytes; byte++) size += packet[start + 1 + frame * sizeBytes + byte]! * 256 ** byte
    return size
  })
}

/** Reads a frame header; null if the bytes are no frame. @param frame a whole frame or its first two bytes */
export function readVp9Header(frame: Uint8Array): Vp9Frame | null {
  const firstByte = frame[0]
  if (firstByte === undefined || firstByte >> 6 !== FRAME_MARKER) return null
  const profile = ((firstByte >> 5) & 1) | ((firstByte >> 3) & 2)
  // Profile 3 has a reserved bit after its profile bits.
  const bits = (((firstByte << 8) | (frame[1] ?? 0)) << (profile === MAX_PROFILE ? 5 : 4)) & 0xffff
  const showsExisting = bits >> 15 === 1
  if (showsExisting) return { isKey: false, isShown: true }
  return { isKey: ((bits >> 14) & 1) === 0, isShown: ((bits >> 13) & 1) === 1 }
}
