import { Readable } from 'node:stream'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import { Tally } from '@kerf/domain/jobs/tally'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { ByteSource } from '../../ports/sources.ts'

/** Bytes of one read from the source. Each preview has two reads in memory, whether its client takes them or not. */
const CHUNK_BYTES = 128 * 1024
/** Limit for one viewer: a player requests one part, and another one when somebody seeks. */
const MAX_PREVIEWS_OF_ONE_VIEWER = 6
/** Limit for one IP address, which a whole office may share. */
const MAX_PREVIEWS_OF_ONE_IP_ADDRESS = 24
/** Limit for the whole server, which bounds the memory for previews. */
const MAX_PREVIEWS = 400

/**
 * Returns a function that counts a preview until its response ends. It returns false if the viewer, the IP address or
 * the whole server has reached its limit.
 */
export function limitPreviews(maxOfAll = MAX_PREVIEWS) {
  const previews = new Tally()
  let total = 0
  return ({ id }: ViewerRecord, { ip }: FastifyRequest, { raw }: FastifyReply): boolean => {
    const viewerKey = `viewer ${id}`
    const ipAddressKey = `address ${ipAddressBlock(ip ?? '')}`
    // A connection that is already closed emits no `close`, so its preview would count forever.
    if (raw.destroyed || total >= maxOfAll) return false
    if (
      previews.of(viewerKey) >= MAX_PREVIEWS_OF_ONE_VIEWER ||
      previews.of(ipAddressKey) >= MAX_PREVIEWS_OF_ONE_IP_ADDRESS
    )
      return false
    // The preview counts before anything is awaited, so simultaneous requests cannot share one place.
    total += 1
    for (const name of [viewerKey, ipAddressKey]) previews.add(name)
    raw.once('close', () => {
      total -= 1
      for (const name of [viewerKey, ipAddressKey]) previews.remove(name)
    })
    return true
  }
}

/**
 * Streams the bytes from `start` up to, not including, `end`. It reads them from the source as the client takes them.
 */
export function previewStream(bytes: ByteSource, start: number, end: number, signal: AbortSignal): Readable {
  return Readable.from(readInChunks(bytes, start, end, signal), { objectMode: false, highWaterMark: CHUNK_BYTES })
}

async function* readInChunks(bytes: ByteSource, start: number, end: number, signal: AbortSignal) {
  for (let position = start; position < end; position += CHUNK_BYTES)
    yield await bytes.read(position, Math.min(end, position + CHUNK_BYTES), signal)
}
