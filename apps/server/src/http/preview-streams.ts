import { Readable } from 'node:stream'
import { addressBlock } from '@kerf/domain/address-block'
import { Tally } from '@kerf/domain/tally'
import type { FastifyRequest } from 'fastify'
import type { ViewerRecord } from '../ports/clips.ts'
import type { ByteSource } from '../ports/sources.ts'

/** What one question to the source answers. Each preview holds two of them, taken by its reader or not. */
const CHUNK_BYTES = 128 * 1024
/** A player asks for one part, and for another one when somebody seeks. */
const MOST_OF_ONE_VIEWER = 6
/** A whole office may share an address. */
const MOST_OF_ONE_ADDRESS = 24

/** For one more preview of theirs: counts it until the stream is closed. null when they have as many as they may. */
export type PreviewSeats = (viewer: ViewerRecord, request: FastifyRequest) => ((stream: Readable) => Readable) | null

export function createPreviewSeats(): PreviewSeats {
  const taken = new Tally()
  return ({ id }, { ip }) => {
    const [ofViewer, ofAddress] = [`viewer ${id}`, `address ${addressBlock(ip ?? '')}`]
    if (taken.of(ofViewer) >= MOST_OF_ONE_VIEWER || taken.of(ofAddress) >= MOST_OF_ONE_ADDRESS) return null
    return (stream) => {
      for (const name of [ofViewer, ofAddress]) taken.add(name)
      return stream.once('close', () => {
        for (const name of [ofViewer, ofAddress]) taken.remove(name)
      })
    }
  }
}

/** The bytes from start up to, not including, end, asked for as they are taken. */
export function previewStream(bytes: ByteSource, start: number, end: number, signal: AbortSignal): Readable {
  return Readable.from(readInChunks(bytes, start, end, signal), { objectMode: false, highWaterMark: CHUNK_BYTES })
}

async function* readInChunks(bytes: ByteSource, start: number, end: number, signal: AbortSignal) {
  for (let at = start; at < end; at += CHUNK_BYTES) yield await bytes.read(at, Math.min(end, at + CHUNK_BYTES), signal)
}
