import type { ByteSource } from '@kerf/cutter/api/byte-source'
import { LinkError, type LinkTrouble, linkErrorIn } from './link-error.ts'
import type { LinkedFile } from './link-reader.ts'

/** A linked file for the worker, whose own policy allows no connection: the page reads it, and sends its bytes. */
export interface LinkedSource {
  sizeBytes: number
  port: MessagePort
}

/** Message to the page: a read, or the end of one that nobody waits for any more. */
type ReadRequest = { id: number; start: number; end: number } | { id: number; isCancelled: true }
type ReadAnswer = { id: number; bytes: Uint8Array } | { id: number; code: LinkTrouble; message: string }

/** Answers the reads of the worker, in the page. */
export function serveReads(file: LinkedFile): { source: LinkedSource; close: () => void } {
  const { port1: own, port2: port } = new MessageChannel()
  const controllers = new Map<number, AbortController>()
  own.onmessage = async ({ data: request }: MessageEvent<ReadRequest>) => {
    const { id } = request
    if ('isCancelled' in request) {
      controllers.get(id)?.abort()
      return
    }
    const controller = new AbortController()
    controllers.set(id, controller)
    try {
      const bytes = await file.read(request.start, request.end, controller.signal)
      own.postMessage({ id, bytes } satisfies ReadAnswer, [bytes.buffer])
    } catch (error) {
      const { code, message } = linkErrorIn(error) ?? new LinkError('link_interrupted', String(error))
      own.postMessage({ id, code, message } satisfies ReadAnswer)
    } finally {
      controllers.delete(id)
    }
  }
  function close(): void {
    own.close()
    for (const controller of controllers.values()) controller.abort()
  }
  return { source: { sizeBytes: file.sizeBytes, port }, close }
}

/** Reads a linked file in the worker. A read rejects with a LinkError. */
export function portSource({ sizeBytes, port }: LinkedSource): ByteSource {
  const reads = new Map<number, PromiseWithResolvers<Uint8Array>>()
  let lastId = 0
  port.onmessage = ({ data: answer }: MessageEvent<ReadAnswer>) => {
    const read = reads.get(answer.id)
    reads.delete(answer.id)
    if ('bytes' in answer) read?.resolve(answer.bytes)
    else read?.reject(new LinkError(answer.code, answer.message))
  }
  return {
    sizeBytes,
    read(start, end, signal) {
      lastId += 1
      const id = lastId
      const read = Promise.withResolvers<Uint8Array>()
      reads.set(id, read)
      port.postMessage({ id, start, end } satisfies ReadRequest)
      signal?.addEventListener('abort', () => {
        if (!reads.delete(id)) return
        port.postMessage({ id, isCancelled: true } satisfies ReadRequest)
        read.reject(signal.reason)
      })
      return read.promise
    },
  }
}
