/** Builds an MP4 box: size, four-letter type, contents. */
export function box(type: string, ...contents: Uint8Array[]): Buffer {
  const size = contents.reduce((sum, content) => sum + content.length, 8)
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...contents], size)
}

/** Builds a full box: a box whose contents begin with a version and flags. */
export function fullBox(type: string, version: number, flags: number, ...contents: Uint8Array[]): Buffer {
  return box(type, u32(version * 0x1000000 + flags), ...contents)
}

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index)
  return bytes
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
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

/** Writes the number of rows, then the 32-bit numbers of all rows. */
export function table(rows: number, numbers: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 4 * numbers.length)
  bytes.writeUInt32BE(rows, 0)
  for (let index = 0; index < numbers.length; index++) bytes.writeUInt32BE(numbers[index]!, 4 + 4 * index)
  return bytes
}

/** Writes a count, then that many 64-bit numbers. */
export function largeTable(numbers: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 8 * numbers.length)
  bytes.writeUInt32BE(numbers.length, 0)
  for (let index = 0; index < numbers.length; index++) bytes.writeBigUInt64BE(BigInt(numbers[index]!), 4 + 8 * index)
  return bytes
}

/** Builds the run-length table of stts and ctts: rows of a count and a value. */
export function runLengthTable(values: ArrayLike<number>): Buffer {
  const rows = countRuns(values)
  const numbers = new Float64Array(2 * rows)
  let row = -1
  for (let index = 0; index < values.length; index++) {
    if (index === 0 || values[index] !== values[index - 1]) {
      row += 1
      numbers[2 * row + 1] = values[index]!
    }
    numbers[2 * row]! += 1
  }
  return table(rows, numbers)
}

/** Number of rows in the run-length table of these values. */
export function countRuns(values: ArrayLike<number>): number {
  let runs = 0
  for (let index = 0; index < values.length; index++) runs += index === 0 || values[index] !== values[index - 1] ? 1 : 0
  return runs
}
