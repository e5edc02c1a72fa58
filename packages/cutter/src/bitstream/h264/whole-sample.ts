/** NAL unit types that H.264 allows in a frame's sample. */
const LAST_TYPE = 21

/** Whether a sample is a run of NAL units, each after its length, to its very last byte. */
export function isWholeSample(sample: Uint8Array, lengthBytes: number): boolean {
  let at = 0
  while (at < sample.length) {
    if (at + lengthBytes >= sample.length) return false
    let length = 0
    for (let index = 0; index < lengthBytes; index++) length = length * 256 + sample[at + index]!
    const header = sample[at + lengthBytes]!
    const type = header & 0x1f
    if (length === 0 || (header & 0x80) !== 0 || type === 0 || type > LAST_TYPE) return false
    at += lengthBytes + length
  }
  return at === sample.length
}
