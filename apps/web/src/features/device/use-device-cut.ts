import type { PlanFacts } from '@kerf/cutter/api/cut-plan'
import { useEffect, useRef, useState } from 'react'
import { deviceWords } from '#messages/clips/device.ts'
import { useDebounced } from '../../browser/use-debounced.ts'
import type { Fit } from '../../data/ranges/fit.ts'
import { type ClipFile, clipFile, type DeviceFormat } from './device-formats.ts'
import { engineErrorSentence } from './device-refusal.ts'
import type { CutRequest, FinishedCut } from './engine-protocol.ts'
import { saveDeviceClip } from './save-device-clip.ts'
import type { OpenedFile } from './use-device-file.ts'

/** Time without a change before a cut is planned, in milliseconds. */
const PLAN_DEBOUNCE_MILLISECONDS = 300

/** The plan of an order, or the reason why it cannot be cut; null for both while it is made. */
export interface CutRequestPlan {
  facts: PlanFacts | null
  refusal: string | null
}

/** Plans an order before it is cut, so that a refusal is known beforehand. */
export function useCutRequestPlan({ engine }: OpenedFile, request: CutRequest): CutRequestPlan {
  const key = useDebounced(JSON.stringify(request), PLAN_DEBOUNCE_MILLISECONDS)
  const [plan, setPlan] = useState<CutRequestPlan & { key: string }>({ key: '', facts: null, refusal: null })
  useEffect(() => {
    const controller = new AbortController()
    engine.call('plan', JSON.parse(key) as CutRequest, { signal: controller.signal }).then(
      (facts) => setPlan({ key, facts, refusal: null }),
      (error: unknown) => {
        if (!controller.signal.aborted) setPlan({ key, facts: null, refusal: engineErrorSentence(error) })
      },
    )
    return () => controller.abort()
  }, [engine, key])
  return plan.key === JSON.stringify(request) ? plan : { facts: null, refusal: null }
}

/** A finished clip. */
export interface MadeClip {
  clip: ClipFile
  form: DeviceFormat
  /** Options with which it was cut. */
  fit: Fit
  finished: FinishedCut
}

export type CutState =
  | { kind: 'idle' }
  | { kind: 'cutting'; percent: number }
  | { kind: 'failed'; refusal: string }
  /** No place was chosen for the clip yet, or it could not be written there. */
  | ({ kind: 'made'; refusal: string | null } & MadeClip)
  | ({ kind: 'saved' } & MadeClip)

/** Cuts an order and saves the clip. */
export function useDeviceCut({ engine, file }: OpenedFile) {
  const [state, setState] = useState<CutState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Takes one step at a time. */
  async function take(step: (signal: AbortSignal) => Promise<CutState>): Promise<void> {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    try {
      setState(await step(signal))
    } catch (error) {
      setState(signal.aborted ? { kind: 'idle' } : { kind: 'failed', refusal: engineErrorSentence(error) })
    } finally {
      running.current = null
    }
  }

  const cut = (request: CutRequest, container: string, form: DeviceFormat, fit: Fit): Promise<void> =>
    take(async (signal) => {
      setState({ kind: 'cutting', percent: 0 })
      const onProgress = ({ done }: { done: number }): void => setState({ kind: 'cutting', percent: 100 * done })
      const finished = await engine.call('cut', request, { signal, onProgress })
      return savedState({ clip: clipFile(file.name, request.ranges, container), form, fit, finished }, signal)
    })

  const save = (made: MadeClip): Promise<void> => take((signal) => savedState(made, signal))

  return { state, cut, save, cancel: () => running.current?.abort() }
}

/** Saves a clip. One that is not written stays, so that it can be saved in another place. */
async function savedState({ clip, form, fit, finished }: MadeClip, signal: AbortSignal): Promise<CutState> {
  const made = { clip, form, fit, finished }
  try {
    const isSaved = await saveDeviceClip(finished.file, clip, signal)
    return isSaved ? { kind: 'saved', ...made } : { kind: 'made', refusal: null, ...made }
  } catch {
    return { kind: 'made', refusal: signal.aborted ? null : deviceWords.refusals.sink_failed, ...made }
  }
}
