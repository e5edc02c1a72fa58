import type { ByteSource } from '../../../src/api/byte-source.ts'
import type { SegmentSource } from '../../../src/api/segment-source.ts'
import { bytesAsSource } from '../counting-file.ts'

/** A cruel file. How a cut of it has to end stands in hostile-endings.json. */
export interface HostileFile<Source = ByteSource | SegmentSource> {
  name: string
  /** @throws CutterError where it is refused before anything of it is opened */
  open(): Source
}

export function cruelFile(name: string, bytes: Uint8Array): HostileFile<ByteSource> {
  return { name, open: () => bytesAsSource(bytes) }
}
