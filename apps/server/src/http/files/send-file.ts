import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { done, type Outcome, type Refused, refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { ANSWERED } from '../routing/route.ts'

export interface FileToSend {
  sizeBytes: number
  mediaType: string
  /** Changes whenever the bytes change. */
  etag: string
  /** File name for saving; without it the browser shows the file in place. */
  saveAs?: string
  /** File name of a file that is shown in place, for somebody who saves it from there. */
  showAs?: string
  cacheControl: string
  addressFor?(as: { mediaType: string; contentDisposition: string }): Promise<URL | null>
  /** null when the file has just been deleted. */
  open(range: InclusiveByteRange): Promise<NodeJS.ReadableStream | null>
}

/** Sends a file or the requested byte range, with the headers that players and download managers rely on. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
): Promise<typeof ANSWERED> {
  const disposition = dispositionOf(file)
  // HEAD is answered here, because an address is signed for GET only.
  const address = request.method === 'HEAD' ? null : await file.addressFor?.(deliveryOf(file, disposition))
  if (address) {
    reply.code(302).header('location', address.href).header('cache-control', file.cacheControl).send()
    return ANSWERED
  }
  const etag = `"${file.etag}"`
  // A resumed download whose file has changed meanwhile must start again (RFC 9110, If-Range).
  const ifRange = request.headers['if-range']
  const range = ifRange && ifRange !== etag ? null : parseByteRange(request.headers.range, file.sizeBytes)
  const isUnchanged = request.headers['if-none-match'] === etag
  const hasBody = request.method !== 'HEAD' && !isUnchanged && range !== 'unsatisfiable'
  const part = range === null || range === 'unsatisfiable' ? { start: 0, end: file.sizeBytes - 1 } : range
  // The file is opened before any header is set: if it was just deleted, browsers must not save the refusal as a clip.
  const body = hasBody ? await file.open(part) : null
  if (hasBody && !body) {
    sendRefusal(reply, refused('expired'))
    return ANSWERED
  }
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', file.cacheControl)
    .header('content-type', file.mediaType)
  if (disposition) reply.header('content-disposition', disposition)
  if (isUnchanged) {
    reply.code(304).send()
  } else if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send()
  } else {
    if (range) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.sizeBytes}`)
    reply.header('content-length', String(part.end - part.start + 1)).send(body ?? Readable.from([]))
  }
  return ANSWERED
}

const deliveryOf = ({ mediaType }: FileToSend, disposition: string | null) => ({
  mediaType,
  contentDisposition: disposition ?? 'inline',
})

function dispositionOf({ saveAs, showAs }: FileToSend): string | null {
  if (saveAs) return contentDisposition(saveAs)
  return showAs ? contentDisposition(showAs, 'inline') : null
}

/** Sends a zip that is written while it is sent. Refuses where the viewer is fetching too many. */
export function sendZip(
  { method }: FastifyRequest,
  reply: FastifyReply,
  zip: { sizeBytes: number; fileName: string; open(): Outcome<Readable> },
): Refused | typeof ANSWERED {
  const body = method === 'HEAD' ? done(Readable.from([])) : zip.open()
  if (!body.ok) return body
  reply
    .header('cache-control', 'private, no-store')
    .header('content-type', 'application/zip')
    .header('content-length', String(zip.sizeBytes))
    .header('content-disposition', contentDisposition(zip.fileName))
    .send(body.value)
  return ANSWERED
}

/** RFC 6266: a plain name for old clients and the exact one for the others. */
export function contentDisposition(fileName: string, dispositionType: 'attachment' | 'inline' = 'attachment'): string {
  const asciiName = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exactName = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${dispositionType}; filename="${asciiName}"; filename*=UTF-8''${exactName}`
}

/** Bytes from `start` to `end`, both included. */
export interface InclusiveByteRange {
  start: number
  end: number
}

/**
 * Range of a `Range` header. null: the whole file, for no header, several ranges or other units (RFC 9110).
 * 'unsatisfiable': status 416.
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): InclusiveByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const first = match[1]
  const last = match[2]
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (start >= sizeBytes) return 'unsatisfiable'
  // An end before the start makes the header invalid, and invalid headers are ignored.
  return end < start ? null : { start, end }
}
