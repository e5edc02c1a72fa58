const START_CODE = Buffer.from([0, 0, 1])

/** The NAL units of a long byte stream, split at the start codes 00 00 01. As splitByteStream, for whole videos. */
export function* byteStreamNals(stream: Buffer): Generator<Buffer> {
  let start = stream.indexOf(START_CODE)
  while (start >= 0) {
    const next = stream.indexOf(START_CODE, start + 3)
    let end = next < 0 ? stream.length : next
    // A start code may be four bytes long, and a NAL unit never ends with a zero byte.
    while (end > start + 3 && stream[end - 1] === 0) {
      end -= 1
    }
    if (end > start + 3) {
      yield stream.subarray(start + 3, end)
    }
    start = next
  }
}
