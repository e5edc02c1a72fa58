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
  /** Objects of the input that the worker takes over. */
  transfer?: Transferable[]
  onProgress?: (progress: CutProgress) => void
}

/** The cutter in a worker of its own. */
export interface Engine {
  /** Rejects with an EngineError. An aborted call rejects with the reason of its signal. */
  call: <Name extends CallName>(name: Name, input: InputOf<Name>, options?: CallOptions) => Promise<AnswerOf<Name>>
  close: () => void
}

interface RunningCall {
  resolve: (answer: never) => void
  reject: (error: unknown) => void
  onProgress: CallOptions['onProgress']
}

/** Starts the engine. Its code is loaded now. */
export function startEngine(): Engine {
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
  const runningCalls = new Map<number, RunningCall>()
  let lastId = 0

  function settle(id: number): RunningCall | undefined {
    const runningCall = runningCalls.get(id)
    runningCalls.delete(id)
    return runningCall
  }
  worker.onmessage = ({ data: report }: MessageEvent<EngineReport>) => {
    if ('progress' in report) runningCalls.get(report.id)?.onProgress?.(report.progress)
    else if ('fault' in report) settle(report.id)?.reject(new EngineError(report.fault))
    else settle(report.id)?.resolve(report.answer as never)
  }
  // The worker's code did not load, or the worker ended.
  worker.onerror = ({ message }) => {
    const error = new EngineError({ code: 'engine_failed', message })
    for (const id of [...runningCalls.keys()]) settle(id)?.reject(error)
  }

  return {
    call(name, input, { signal, transfer = [], onProgress } = {}) {
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        runningCalls.set(id, { resolve: resolve as RunningCall['resolve'], reject, onProgress })
        signal?.addEventListener('abort', () => {
          if (!runningCalls.has(id)) return
          settle(id)
          worker.postMessage({ id, name: 'cancel' } satisfies EngineRequest)
          reject(signal.reason)
        })
        worker.postMessage({ id, name, input } as EngineRequest, transfer)
      })
    },
    close: () => worker.terminate(),
  }
}
