import type { ByteSource } from '../../api/byte-source.ts'
import { CutterError } from '../../api/cutter-error.ts'

/** Reads a file that a person chose, slice by slice. */
export function blobSource(file: Blob): ByteSource {
  return {
    sizeBytes: file.size,
    async read(start, end) {
      try {
        return new Uint8Array(await file.slice(start, end).arrayBuffer())
      } catch (error) {
        throw new CutterError('source_failed', 'The file was changed or removed since it was chosen.', { cause: error })
      }
    },
  }
}
