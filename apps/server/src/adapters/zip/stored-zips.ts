import { finished, type PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ZipEntry, Zips } from '../../ports/files.ts'

/** Mode of unpacked files: the owner may write, everybody may read. */
const FILE_MODE = 0o100644

class FileGoneError extends Error {
  override name = 'FileGoneError'
}

/** Zips without compression, as ZIP64 beyond 4 GB. */
export const storedZips: Zips = {
  sizeBytes(entries) {
    const zip = new ZipFile()
    // The size follows from sizes and names, so no file is read.
    for (const entry of entries) zip.addReadStreamLazy(entry.name, toEntryOptions(entry), () => undefined)
    return endZip(zip)
  },

  open(entries) {
    const zip = new ZipFile()
    const output = zip.outputStream as PassThrough
    const fail = (error: unknown): void => {
      output.destroy(error instanceof Error ? error : new Error(String(error)))
    }
    // yazl does not notice a broken stream, and does not close a stream that nobody reads any more.
    const openEntry = async (entry: ZipEntry, pass: (stream: NodeJS.ReadableStream) => void): Promise<void> => {
      const file = await entry.open()
      if (!file) throw new FileGoneError(`${entry.name} is gone.`)
      const close = (): void => void file.destroy()
      output.once('close', close)
      finished(file, (error) => {
        output.off('close', close)
        if (error) fail(error)
      })
      if (output.destroyed) close()
      else pass(file)
    }
    zip.on('error', fail)
    for (const entry of entries)
      zip.addReadStreamLazy(entry.name, toEntryOptions(entry), (give) => {
        openEntry(entry, (stream) => give(null, stream)).catch(fail)
      })
    endZip(zip)
    return output
  },
}

function toEntryOptions({ sizeBytes, modifiedAt }: ZipEntry) {
  return { size: sizeBytes, mtime: modifiedAt, mode: FILE_MODE, compress: false }
}

/** Ends a zip. Returns its size in bytes. */
function endZip(zip: ZipFile): number {
  let total = Number.NaN
  const setTotal = (sizeBytes: number): void => {
    total = sizeBytes
  }
  // The types omit the size argument.
  zip.end({ forceZip64Format: false, comment: '' }, setTotal as () => void)
  if (!(total >= 0)) throw new Error('The size of a zip follows from what is in it.')
  return total
}
