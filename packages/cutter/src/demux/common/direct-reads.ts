import { setImmediate } from 'node:timers/promises'
import type { Source } from 'mediabunny'
import { throwIfCancelled } from '../../api/cutter-error.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { askedSource } from './circle-guard.ts'

/** Blocks of a file, or of something that looks like one. */
export type ReadableBlocks = Pick<BlockCache, 'sizeBytes' | 'read' | 'readAround'>

interface ReadBytes {
  bytes: Uint8Array
  view: DataView
  offset: number
}

/**
 * Answers a source's reads from our own blocks. The library asks for 64 KiB for each small frame of MP3; its own cache fetches
 * the few bytes that are new, keeps them as a piece of their own, and looks through all its pieces to drop the oldest one: a
 * second for a minute of audio.
 */
export function readingDirectly<T extends Source>(
  source: T,
  blocks: ReadableBlocks,
  options: ReadOptions,
  inspect: (bytes: Buffer) => void = () => {},
): T {
  const asked = askedSource(source, 'it would read through its own cache')
  const { _read: read, _getFileSize: fileSize } = asked
  let held: ReadBytes | null = null
  const load = async (start: number, end: number): Promise<ReadBytes> => {
    // If the file is already in memory, only this await lets other work run and a cancel take effect.
    await setImmediate()
    throwIfCancelled(options.signal)
    const isNext = held !== null && start >= held.offset && start <= held.offset + held.bytes.length
    const found = await blocks.readAround(start, end, isNext, options)
    const { buffer, byteOffset, length } = found.bytes
    held = {
      bytes: new Uint8Array(buffer, byteOffset, length),
      view: new DataView(buffer, byteOffset, length),
      offset: found.start,
    }
    return held
  }
  asked._read = (start, end, ...rest) => {
    if (fileSize.call(source) === undefined) {
      // The first read tells the library how large the file is.
      return read.call(source, start, end, ...rest)
    }
    const inspected = (found: ReadBytes) => {
      const { buffer, byteOffset } = found.bytes
      inspect(Buffer.from(buffer, byteOffset + start - found.offset, end - start))
      return found
    }
    const isHeld = held !== null && start >= held.offset && end <= held.offset + held.bytes.length
    return isHeld ? inspected(held!) : load(start, end).then(inspected)
  }
  return source
}
