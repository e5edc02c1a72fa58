import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { z } from 'zod'

/** Written by the build beside the documents. */
const pageIndex = z.object({
  languages: z.array(z.string()).min(1),
  pages: z.array(z.object({ path: z.string(), id: z.string(), listed: z.boolean() })),
  formerPaths: z.record(z.string(), z.string()),
})
export type PageIndex = z.output<typeof pageIndex>

export type Encoding = 'br' | 'gzip' | 'identity'

interface PageDocument {
  bytes: Buffer
  etag: string
}

export interface PageDocuments {
  index: PageIndex
  /** The document of a page for a server at this origin. */
  read(id: string, language: string, origin: string, encoding: Encoding): Promise<PageDocument>
}

/** Stands in the built documents for the address that only the server knows. */
const ORIGIN_PLACEHOLDER = 'https://origin.invalid'
/** A server has one origin, or few; whoever invents Host headers does not fill our memory with them. */
const MAX_CACHED = 400

/** The documents of the built web app's pages; null when it is not built. */
export async function openPageDocuments(webDirectory: string): Promise<PageDocuments | null> {
  const text = await readFile(join(webDirectory, 'pages.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const cached = new Map<string, PageDocument>()
  return {
    index: pageIndex.parse(JSON.parse(text)),
    async read(id, language, origin, encoding) {
      const key = [id, language, encoding, origin].join('\n')
      const known = cached.get(key)
      if (known) return known
      const built = await readFile(join(webDirectory, 'pages', language, `${id}.html`), 'utf8')
      const bytes = encode(built.replaceAll(ORIGIN_PLACEHOLDER, origin), encoding)
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
      if (cached.size >= MAX_CACHED) cached.clear()
      cached.set(key, { bytes, etag })
      return { bytes, etag }
    },
  }
}

function encode(document: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(document)
  if (encoding === 'br') return brotliCompressSync(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  return Buffer.from(document)
}
