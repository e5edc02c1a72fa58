import type { ByteSource } from '../byte-source.ts'
import { bytesAsSource } from './counting-file.ts'

/** A cruel file. How a cut of it has to end stands in hostile-endings.json. */
export interface HostileFile {
  name: string
  /** @throws CutterError where it is refused before anything of it is opened */
  open(): ByteSource
}

export function cruelFile(name: string, bytes: Uint8Array): HostileFile {
  return { name, open: () => bytesAsSource(bytes) }
}
