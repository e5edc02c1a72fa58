import type { CutProgress } from '@kerf/cutter/api/receipt'
import type { AnswerOf, CallName, EngineFault, EngineReport, EngineRequest, InputOf } from './engine-protocol.ts'

export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly fault: EngineFault

  constructor(fault: EngineFault) {
    super(fault.message)
    this.fault = fault
  }
}

interface CallOptions {
  signal?: AbortSignal | undefined
  onProgress?: (progress: CutProgress) => void
}

/** The cutter in a worker of its own. */
export interface Engine {
  /**
   * Rejects with an EngineError. An aborted call rejects with the reason of its signal. After the end of a worker, the
   * next call starts another one, which opens the same file.
   */
  call: <Name extends CallName>(name: Name, input: InputOf<Name>, options?: CallOptions) => Promise<AnswerOf<Name>>
  close: () => void
}

interface RunningCall {
  resolve: (answer: never) => void
  reject: (error: unknown) => void
  onProgress: CallOptions['onProgress']
  /** Number of looks since the call has moved. */
  stillLooks: number
}

/** Time between two looks at a running cut. Looks are counted, because a computer that sleeps takes none. */
const LOOK_MILLISECONDS = 5000
/**
 * Number of looks without any movement after which a cut is stuck: 75 s. Codecs of browsers may hang. A link that sends
 * nothing ends by itself after three tries of 20 s, with a sentence of its own.
 */
const MAX_STILL_LOOKS = 15

/**
 * Starts the engine. Its code is loaded with the first call.
 * @param createInput what a new worker opens after the end of the first one; absent: the file that was opened
 */
export function startEngine(createInput?: () => InputOf<'open'>): Engine {
  const runningCalls = new Map<number, RunningCall>()
  let worker: Worker | null = null
  let hasAnswered = false
  let reopenedInput: (() => InputOf<'open'>) | null = null
  let isClosed = false
  let lastId = 0

  const nextId = (): number => {
    lastId += 1
    return lastId
  }
  function settle(id: number): RunningCall | undefined {
    const runningCall = runningCalls.get(id)
    runningCalls.delete(id)
    return runningCall
  }
  function endWorker(): void {
    worker?.terminate()
    worker = null
  }
  function fail(code: EngineFault['code'], message: string): void {
    endWorker()
    const error = new EngineError({ code, message })
    for (const id of [...runningCalls.keys()]) settle(id)?.reject(error)
  }
  function takeReport({ data: report }: MessageEvent<EngineReport>): void {
    hasAnswered = true
    if ('fault' in report) settle(report.id)?.reject(new EngineError(report.fault))
    else if ('answer' in report) settle(report.id)?.resolve(report.answer as never)
    else {
      const runningCall = runningCalls.get(report.id)
      if (!runningCall) return
      runningCall.stillLooks = 0
      if ('progress' in report) runningCall.onProgress?.(report.progress)
    }
  }
  function requireWorker(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
    worker = started
    hasAnswered = false
    started.onmessage = takeReport
    started.onmessageerror = () => fail('engine_ended', 'An answer could not be read.')
    started.onerror = ({ message }) => fail(hasAnswered ? 'engine_ended' : 'engine_not_loaded', message)
    if (reopenedInput) post(started, { id: nextId(), name: 'open', input: reopenedInput() })
    return started
  }
  function watch(runningCall: RunningCall): () => void {
    const timer = setInterval(() => {
      runningCall.stillLooks += 1
      if (runningCall.stillLooks >= MAX_STILL_LOOKS) fail('engine_stuck', 'Nothing has moved for long.')
    }, LOOK_MILLISECONDS)
    return () => clearInterval(timer)
  }

  return {
    call(name, input, { signal, onProgress } = {}) {
      const id = nextId()
      const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<typeof name>>()
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (isClosed) return Promise.reject(new EngineError({ code: 'cancelled', message: 'The file was closed.' }))
      const target = requireWorker()
      if (name === 'open') reopenedInput = createInput ?? (() => input as InputOf<'open'>)
      const runningCall: RunningCall = { resolve, reject, onProgress, stillLooks: 0 }
      runningCalls.set(id, runningCall)
      signal?.addEventListener('abort', () => {
        if (!settle(id)) return
        if (worker === target) target.postMessage({ id, name: 'cancel' } satisfies EngineRequest)
        reject(signal.reason)
      })
      post(target, { id, name, input } as EngineRequest)
      return name === 'cut' ? promise.finally(watch(runningCall)) : promise
    },
    close() {
      isClosed = true
      endWorker()
    },
  }
}

/** Sends a request. The worker takes over the port of a link. */
function post(worker: Worker, request: EngineRequest): void {
  const ports = request.name === 'open' && 'port' in request.input ? [request.input.port] : []
  worker.postMessage(request, ports)
}
