/**
 * Decompresses a zlib stream.
 * @returns null if it is damaged, or decompresses to more than `maxBytes`
 */
export async function inflate(bytes: Uint8Array, maxBytes: number): Promise<Buffer | null> {
  const decompressor = new DecompressionStream('deflate')
  const writer = decompressor.writable.getWriter()
  // The reader throws the errors of the writer too.
  Promise.all([writer.write(bytes as BufferSource), writer.close()]).catch(() => {})
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of decompressor.readable) {
      size += part.length
      if (size > maxBytes) return null
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch {
    return null
  }
}
