import { finished, type PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ZipEntry, Zips } from '../../ports/files.ts'

/** Read and write for the owner, read for everybody else: what unpackers give the file. */
const FILE_MODE = 0o100644

class FileGoneError extends Error {
  override name = 'FileGoneError'
}

/** Files in a zip as they are; of more than 4 GB as ZIP64. */
export const storedZips: Zips = {
  sizeBytes(entries) {
    const zip = new ZipFile()
    // Nothing is read for it: the size follows from sizes and names.
    for (const entry of entries) zip.addReadStreamLazy(entry.name, describe(entry), () => undefined)
    return endOf(zip)
  },

  open(entries) {
    const zip = new ZipFile()
    const output = zip.outputStream as PassThrough
    const fail = (error: unknown): void => {
      output.destroy(error instanceof Error ? error : new Error(String(error)))
    }
    // yazl neither notices a stream that breaks nor closes one that is not read any more.
    const openInto = async (entry: ZipEntry, give: (stream: NodeJS.ReadableStream) => void): Promise<void> => {
      const file = await entry.open()
      if (!file) throw new FileGoneError(`${entry.name} is gone.`)
      const close = (): void => void file.destroy()
      output.once('close', close)
      finished(file, (error) => {
        output.off('close', close)
        if (error) fail(error)
      })
      if (output.destroyed) close()
      else give(file)
    }
    zip.on('error', fail)
    for (const entry of entries)
      zip.addReadStreamLazy(entry.name, describe(entry), (give) => {
        openInto(entry, (stream) => give(null, stream)).catch(fail)
      })
    endOf(zip)
    return output
  },
}

function describe({ sizeBytes, modifiedAt }: ZipEntry) {
  return { size: sizeBytes, mtime: modifiedAt, mode: FILE_MODE, compress: false }
}

/** Nothing more comes; returns the size of it all. */
function endOf(zip: ZipFile): number {
  let total = Number.NaN
  const tell = (sizeBytes: number): void => {
    total = sizeBytes
  }
  // The types omit the size argument.
  zip.end({ forceZip64Format: false, comment: '' }, tell as () => void)
  if (!(total >= 0)) throw new Error('The size of a zip follows from what is in it.')
  return total
}
