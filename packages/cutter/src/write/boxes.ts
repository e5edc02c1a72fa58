/** Builds a box: its size, its four-letter type, its contents. */
export function box(type: string, ...contents: Uint8Array[]): Buffer {
  const size = contents.reduce((sum, content) => sum + content.length, 8)
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...contents], size)
}

/** A box that begins with a version and flags. */
export function fullBox(type: string, version: number, flags: number, ...contents: Uint8Array[]): Buffer {
  return box(type, u32(version * 0x1000000 + flags), ...contents)
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

export function zeros(count: number): Buffer {
  return Buffer.alloc(count)
}

/** Many 32-bit numbers, preceded by how many rows they form. */
export function table(rows: number, numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 4 * numbers.length)
  bytes.writeUInt32BE(rows, 0)
  for (const [index, value] of numbers.entries()) {
    bytes.writeUInt32BE(value, 4 + 4 * index)
  }
  return bytes
}

/** A table of [how often, value] rows, as stts and ctts want it. */
export function runLengthTable(values: readonly number[]): Buffer {
  const rows: { count: number; value: number }[] = []
  for (const value of values) {
    const last = rows.at(-1)
    if (last && last.value === value) {
      last.count += 1
    } else {
      rows.push({ count: 1, value })
    }
  }
  return table(
    rows.length,
    rows.flatMap(({ count, value }) => [count, value]),
  )
}
