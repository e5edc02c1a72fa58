import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

export interface UnzippedFile {
  name: string
  bytes: Buffer
  /** 0 means stored without compression. */
  compressionMethod: number
  modifiedAt: Date
}

/** All files of a zip, in order. Throws where names, sizes or checksums do not match the content. */
export async function readZip(bytes: Buffer): Promise<UnzippedFile[]> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true })
  const files: UnzippedFile[] = []
  for await (const entry of zip.eachEntry()) {
    const file = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(file) !== entry.crc32) throw new Error(`${entry.fileName} is damaged.`)
    const { fileName, compressionMethod } = entry
    files.push({ name: fileName, bytes: file, compressionMethod, modifiedAt: entry.getLastModDate() })
  }
  if (files.length !== zip.entryCount) throw new Error('The zip counts other files than it has.')
  return files
}
