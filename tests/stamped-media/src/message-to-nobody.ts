/** It begins with an identifier. */
const SHORTEST_MESSAGE_BYTES = 32

/**
 * An SEI message in a byte stream of H.264 (ITU-T H.264, D.1.7: unregistered user data) that makes a frame larger. It belongs
 * to the frame before it, and decoders ignore it.
 * @param bytes its approximate size
 * @param random 0 to 1, for its content
 */
export function messageToNobody(bytes: number, random: () => number): Buffer {
  const length = Math.max(SHORTEST_MESSAGE_BYTES, Math.round(bytes))
  // No byte is zero: nothing in it looks like the beginning of something.
  const body = Buffer.alloc(length, 1 + Math.floor(255 * random()))
  for (let at = 0; at < length; at += 1 + Math.floor(400 * random())) body[at] = 1 + Math.floor(255 * random())
  const size = Buffer.from([...new Array(Math.floor(length / 255)).fill(255), length % 255])
  return Buffer.concat([Buffer.from([0, 0, 1, 6, 5]), size, body, Buffer.from([0x80])])
}
