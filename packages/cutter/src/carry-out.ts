import { asBrokenMedia, throwIfCancelled } from './api/cutter-error.ts'
import type { CutProgress } from './api/receipt.ts'
import type { FetchMeter } from './io/part-reader.ts'
import type { CutPlan } from './plan-cut.ts'
import { type ClipSupply, clipSupply } from './supply/packet-supply.ts'
import { type CutProgressMeter, cutProgressMeter } from './supply/progress-meter.ts'

/** What carrying out a plan needs besides the plan. */
export interface CutWork {
  supply: ClipSupply
  progress: CutProgressMeter
  /** What was read for it, planning included. */
  meter: FetchMeter
  signal: AbortSignal
}

interface WorkOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: CutProgress) => void) | undefined
  /** Called before anybody is told of a failure. */
  onFailure?: () => Promise<void>
}

/**
 * Carries out a plan. Whatever ends the work early also ends the reads and codecs still under way.
 * @throws CutterError, `broken_media` for what nobody foresaw
 */
export async function carryOut<Result>(
  plan: CutPlan,
  { signal, onProgress, onFailure }: WorkOptions,
  make: (work: CutWork) => Promise<Result>,
): Promise<Result> {
  throwIfCancelled(signal)
  const failure = new AbortController()
  const ending = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  try {
    // One plan may be carried out more than once.
    const meter = { ...plan.task.meter }
    const progress = cutProgressMeter(plan, onProgress)
    const readOptions = { signal: ending, meter, cached: plan.task.cached }
    const supply = clipSupply(plan.task, readOptions, (bytes) => progress.addFetched(bytes))
    return await make({ supply, progress, meter, signal: ending })
  } catch (error) {
    failure.abort(error)
    await onFailure?.()
    throwIfCancelled(signal)
    throw asBrokenMedia(error, 'The media cannot be cut')
  }
}
