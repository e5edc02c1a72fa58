/** Shortest message: it begins with an identifier. */
const MIN_MESSAGE_BYTES = 32

/**
 * An H.264 SEI message (unregistered user data, ITU-T H.264, D.1.7) in a byte stream, which makes a frame larger. It
 * follows the frame's data, and decoders ignore it.
 * @param bytes approximate size
 * @param random values from 0 to 1 for its content
 */
export function ignoredMessage(bytes: number, random: () => number): Buffer {
  const length = Math.max(MIN_MESSAGE_BYTES, Math.round(bytes))
  // Without zero bytes, so that the content cannot contain a start code.
  const body = Buffer.alloc(length, 1 + Math.floor(255 * random()))
  for (let position = 0; position < length; position += 1 + Math.floor(400 * random()))
    body[position] = 1 + Math.floor(255 * random())
  const size = Buffer.from([...new Array(Math.floor(length / 255)).fill(255), length % 255])
  return Buffer.concat([Buffer.from([0, 0, 1, 6, 5]), size, body, Buffer.from([0x80])])
}
