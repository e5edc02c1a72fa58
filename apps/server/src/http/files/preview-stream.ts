import { Readable } from 'node:stream'
import { addressBlock } from '@kerf/domain/access/address-block'
import { Tally } from '@kerf/domain/jobs/tally'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { ByteSource } from '../../ports/sources.ts'

/** What one question to the source answers. Each preview holds two of them, taken by its reader or not. */
const CHUNK_BYTES = 128 * 1024
/** A player asks for one part, and for another one when somebody seeks. */
const MOST_PREVIEWS_OF_ONE_VIEWER = 6
/** A whole office may share an address. */
const MOST_PREVIEWS_OF_ONE_ADDRESS = 24
/** Whoever has many addresses has no more of this process's memory than this times what one holds. */
const MOST_PREVIEWS = 400

/** Counts one more preview of a viewer until its answer ends. False when the viewer, the address, or everybody together has as many as allowed. */
export function limitPreviews(mostOfAll = MOST_PREVIEWS) {
  const taken = new Tally()
  let all = 0
  return ({ id }: ViewerRecord, { ip }: FastifyRequest, { raw }: FastifyReply): boolean => {
    const ofViewer = `viewer ${id}`
    const ofAddress = `address ${addressBlock(ip ?? '')}`
    // Whoever has hung up by now would never be heard to leave.
    if (raw.destroyed || all >= mostOfAll) return false
    if (taken.of(ofViewer) >= MOST_PREVIEWS_OF_ONE_VIEWER || taken.of(ofAddress) >= MOST_PREVIEWS_OF_ONE_ADDRESS)
      return false
    // At once: of many who ask in one moment, none may find the place of another still free.
    all += 1
    for (const name of [ofViewer, ofAddress]) taken.add(name)
    raw.once('close', () => {
      all -= 1
      for (const name of [ofViewer, ofAddress]) taken.remove(name)
    })
    return true
  }
}

/** The bytes from start up to, not including, end, asked for as they are taken. */
export function previewStream(bytes: ByteSource, start: number, end: number, signal: AbortSignal): Readable {
  return Readable.from(readInChunks(bytes, start, end, signal), { objectMode: false, highWaterMark: CHUNK_BYTES })
}

async function* readInChunks(bytes: ByteSource, start: number, end: number, signal: AbortSignal) {
  for (let at = start; at < end; at += CHUNK_BYTES) yield await bytes.read(at, Math.min(end, at + CHUNK_BYTES), signal)
}
