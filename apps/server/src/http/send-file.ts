import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ByteRange, parseByteRange } from './byte-range.ts'
import { ANSWERED } from './route.ts'

export interface FileToSend {
  sizeBytes: number
  mediaType: string
  /** Changes whenever the bytes do. */
  etag: string
  /** The name to save under; left out, the browser shows it in place. */
  saveAs?: string
  cacheControl: string
  open(range: ByteRange): Promise<NodeJS.ReadableStream>
}

/** Sends a file, or the part of it that was asked for, with the headers that players and download managers rely on. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
): Promise<typeof ANSWERED> {
  const etag = `"${file.etag}"`
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', file.cacheControl)
    .header('content-type', file.mediaType)
  if (file.saveAs) reply.header('content-disposition', contentDisposition(file.saveAs))
  if (request.headers['if-none-match'] === etag) {
    reply.code(304).send()
    return ANSWERED
  }
  // A resumed download whose file has changed meanwhile must start anew (RFC 9110, If-Range).
  const ifRange = request.headers['if-range']
  const range = ifRange && ifRange !== etag ? null : parseByteRange(request.headers.range, file.sizeBytes)
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send()
    return ANSWERED
  }
  const part = range ?? { start: 0, end: file.sizeBytes - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.sizeBytes}`)
  reply.header('content-length', String(part.end - part.start + 1))
  // HEAD is answered by the same route: Fastify drops the body, so nothing is opened for it.
  reply.send(request.method === 'HEAD' ? Readable.from([]) : await file.open(part))
  return ANSWERED
}

/** RFC 6266: a plain name for old clients and the exact one for the others. */
function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
