/** The same stream with its clock set forward; it may start again on the way. */
export function withClockAt(stream: Buffer, byTicks: number): Buffer {
  const moved = Buffer.from(stream)
  for (let at = 0; at < moved.length; at += 188) {
    const adaptation = (moved[at + 3]! >> 4) & 3
    const payload = at + 4 + (adaptation & 2 ? 1 + moved[at + 4]! : 0)
    const startsPes = (moved[at + 1]! & 0x40) !== 0 && payload + 19 < at + 188 && moved.readUIntBE(payload, 3) === 1
    if (startsPes) {
      const stamps = moved[payload + 7]! >> 6
      if (stamps & 2) moveStamp(moved, payload + 9, byTicks)
      if (stamps === 3) moveStamp(moved, payload + 14, byTicks)
    }
  }
  return moved
}

function moveStamp(bytes: Buffer, at: number, by: number): void {
  const old =
    ((bytes[at]! >> 1) & 7) * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1)
  const time = (old + by) % 2 ** 33
  bytes[at] = (bytes[at]! & 0xf1) | (Math.floor(time / 2 ** 30) << 1)
  bytes.writeUInt16BE(((Math.floor(time / 2 ** 15) & 0x7fff) << 1) | 1, at + 1)
  bytes.writeUInt16BE(((time & 0x7fff) << 1) | 1, at + 3)
}
