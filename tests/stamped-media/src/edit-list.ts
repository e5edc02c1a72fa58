import { readFile } from 'node:fs/promises'

/** A box of an MP4 file without its header. */
interface Box {
  type: string
  body: Buffer
}

/**
 * End of the audio according to an MP4 file's edit list, in seconds of presentation, rounded up to the movie's
 * timescale. Infinity if nothing ends it: no edit list, a fragmented file, or another container.
 */
export async function audioEditEndSeconds(path: string): Promise<number> {
  const moov = findBox(await readFile(path), 'moov')
  if (!moov) return Number.POSITIVE_INFINITY
  const movieHeader = findBox(moov, 'mvhd')
  const audio = readBoxes(moov).find(({ type, body }) => type === 'trak' && handlerType(body) === 'soun')
  const edits = audio && findBox(audio.body, 'edts', 'elst')
  if (!movieHeader || !edits) return Number.POSITIVE_INFINITY
  const timescale = movieHeader.readUInt32BE(movieHeader[0] === 1 ? 20 : 12)
  const durations = editDurations(edits)
  // In fragmented files, the last edit has length 0 and lasts to the end.
  if (durations.at(-1) === 0) return Number.POSITIVE_INFINITY
  return (durations.reduce((sum, duration) => sum + duration, 0) + 1) / timescale
}

function editDurations(elst: Buffer): number[] {
  const isLong = elst[0] === 1
  const entrySize = isLong ? 20 : 12
  return Array.from({ length: elst.readUInt32BE(4) }, (_, index) => {
    const position = 8 + index * entrySize
    return isLong ? Number(elst.readBigUInt64BE(position)) : elst.readUInt32BE(position)
  })
}

function handlerType(trak: Buffer): string | undefined {
  return findBox(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12)
}

/** Body of the first box along a path of nested types. */
function findBox(container: Buffer, ...path: string[]): Buffer | undefined {
  let body: Buffer | undefined = container
  for (const boxType of path) body = body && readBoxes(body).find(({ type }) => type === boxType)?.body
  return body
}

function readBoxes(container: Buffer): Box[] {
  const result: Box[] = []
  for (let position = 0; position + 8 <= container.length; ) {
    const { size, type, headerSize } = readHeader(container.subarray(position), container.length - position)
    result.push({ type, body: container.subarray(position + headerSize, position + size) })
    position += size
  }
  return result
}

/** @param remaining bytes from this header to the end of its container */
function readHeader(bytes: Buffer, remaining: number): { size: number; type: string; headerSize: number } {
  const type = bytes.toString('latin1', 4, 8)
  const size = bytes.readUInt32BE(0)
  // Other containers may have similar bytes near their end, so the length is checked before the read.
  if (size === 1 && remaining >= 16) return { size: Number(bytes.readBigUInt64BE(8)), type, headerSize: 16 }
  return { size: size === 0 ? remaining : Math.max(size, 8), type, headerSize: 8 }
}
