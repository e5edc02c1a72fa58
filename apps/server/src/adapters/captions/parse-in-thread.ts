import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Cue } from '@kerf/domain/captions/transcript'
import { SourceReadError } from '../../ports/sources.ts'
import { createSlots } from '../slots.ts'
import { parseCaptions } from './parse-captions.ts'

/** Size of the captions of about two hours. For smaller ones, starting a thread takes longer than parsing. */
const MAX_WITHOUT_THREAD_BYTES = 256 * 1024
const MAX_CONCURRENT_THREADS = 2
const MAX_WAITING_FILES = 16
/** Maximum number of threads for one IP address, so that slow captions leave room for others. */
const MAX_THREADS_PER_IP_ADDRESS = 1
/** Heap of a thread. Parsing 8 MB of line breaks takes 256 MB. */
const MAX_HEAP_MEGABYTES = 512
/**
 * Program of the thread. Its extension is that of this file: `.ts` in the repository, `.js` in an installed package.
 */
const THREAD_PROGRAM = join(import.meta.dirname, `parse-in-thread-main${extname(import.meta.filename)}`)

const threads = createSlots(MAX_CONCURRENT_THREADS, MAX_WAITING_FILES, { maxPerOwner: MAX_THREADS_PER_IP_ADDRESS })

/**
 * Parses captions from an untrusted file; null if it has none. Large captions are parsed in a thread: some take
 * seconds of CPU and would block this process. Throws SourceReadError (`busy`, `source_failed`) or the signal's reason.
 */
export async function parseCaptionsInThread(bytes: Uint8Array, signal: AbortSignal): Promise<Cue[] | null> {
  if (bytes.byteLength <= MAX_WITHOUT_THREAD_BYTES) return parseCaptions(Buffer.from(bytes).toString('utf8'))
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
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES }
  const thread = new Worker(THREAD_PROGRAM, { workerData, resourceLimits, env: {}, execArgv: [] })
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
