import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parseCaptions } from '@kerf/domain/captions/parse-captions'
import type { Cue } from '@kerf/domain/captions/transcript'
import { SourceReadError } from '../../ports/sources.ts'
import { createSlots } from '../slots.ts'

/** Captions of two hours. Up to here a thread takes longer to start than to read them. */
const LARGEST_HERE_BYTES = 256 * 1024
const THREADS_AT_ONCE = 2
const WAITING = 16
/** Of one address, so that what takes long leaves room for others. */
const THREADS_OF_ONE = 1
/** Eight megabytes of nothing but line breaks take a quarter of a gigabyte. */
const MOST_HEAP_MEGABYTES = 512
/** In an installed package it is JavaScript, like this file. */
const PROGRAM = join(import.meta.dirname, `parse-apart-main${extname(import.meta.filename)}`)

const threads = createSlots(THREADS_AT_ONCE, WAITING, { mostOfOne: THREADS_OF_ONE })

/**
 * Captions of a stranger; null for none. Large ones are read in a thread: some keep a processor busy for seconds, in which nobody else would
 * be answered here. Throws SourceReadError (`busy`, `source_failed`), or the signal's reason.
 */
export async function parseCaptionsApart(bytes: Uint8Array, signal: AbortSignal): Promise<Cue[] | null> {
  if (bytes.byteLength <= LARGEST_HERE_BYTES) return parseCaptions(Buffer.from(bytes).toString('utf8'))
  const slot = await threads.take(signal)
  if (!slot) throw new SourceReadError('busy', 'Others are served first.')
  try {
    return await parseInThread(bytes, signal)
  } finally {
    slot.giveBack()
  }
}

async function parseInThread(workerData: Uint8Array, signal: AbortSignal): Promise<Cue[] | null> {
  signal.throwIfAborted()
  const resourceLimits = { maxOldGenerationSizeMb: MOST_HEAP_MEGABYTES }
  const thread = new Worker(PROGRAM, { workerData, resourceLimits, env: {}, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<Cue[] | null>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  thread.once('message', resolve)
  thread.once('error', (cause) => reject(new SourceReadError('source_failed', 'Nobody can read that.', { cause })))
  thread.once('exit', () => reject(new SourceReadError('source_failed', 'Nobody can read that.')))
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.terminate()
  }
}
