import type { ByteSource } from '../../../src/api/byte-source.ts'
import type { SegmentSource } from '../../../src/api/segment-source.ts'
import { bytesAsSource } from '../counting-file.ts'

/** A hostile file. hostile-endings.json lists how a cut of it must end. */
export interface HostileFile<Source = ByteSource | SegmentSource> {
  name: string
  /** @throws CutterError if the file is refused before it is opened */
  open(): Source
}

export function hostileFile(name: string, bytes: Uint8Array): HostileFile<ByteSource> {
  return { name, open: () => bytesAsSource(bytes) }
}

/** Hostile files. The name of each is the subject, then its key. */
export function hostileFiles(subject: string, files: Readonly<Record<string, Uint8Array>>): HostileFile<ByteSource>[] {
  return Object.entries(files).map(([name, bytes]) => hostileFile(`${subject} ${name}`, bytes))
}

export const copiesOf = (count: number, bytes: Buffer): Buffer[] => Array<Buffer>(count).fill(bytes)

export const repeatBytes = (count: number, bytes: Buffer): Buffer => Buffer.concat(copiesOf(count, bytes))

/** Bytes from hexadecimal digits, which may be spaced. */
export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex')
