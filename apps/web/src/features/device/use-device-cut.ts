import type { PlanFacts } from '@kerf/cutter/api/cut-plan'
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../../browser/use-debounced.ts'
import { type ClipFile, clipFile } from './clip-forms.ts'
import { refusalSentence } from './device-refusal.ts'
import type { CutOrder, FinishedCut } from './engine-protocol.ts'
import { askForPlace } from './save-clip.ts'
import type { OpenedFile } from './use-device-file.ts'

/** Time without a change before a cut is planned, in milliseconds. */
const PLAN_DEBOUNCE_MILLISECONDS = 300

/** The plan of an order, or the reason why it cannot be cut; null for both while it is made. */
export interface OrderPlan {
  facts: PlanFacts | null
  refusal: string | null
}

/** Plans an order before it is cut, so that a refusal is known beforehand. */
export function useOrderPlan({ engine }: OpenedFile, order: CutOrder): OrderPlan {
  const key = useDebounced(JSON.stringify(order), PLAN_DEBOUNCE_MILLISECONDS)
  const [plan, setPlan] = useState<OrderPlan & { key: string }>({ key: '', facts: null, refusal: null })
  useEffect(() => {
    const controller = new AbortController()
    engine.call('plan', JSON.parse(key) as CutOrder, { signal: controller.signal }).then(
      (facts) => setPlan({ key, facts, refusal: null }),
      (error: unknown) => {
        if (!controller.signal.aborted) setPlan({ key, facts: null, refusal: refusalSentence(error) })
      },
    )
    return () => controller.abort()
  }, [engine, key])
  return plan.key === JSON.stringify(order) ? plan : { facts: null, refusal: null }
}

export type CutState =
  | { kind: 'idle' }
  | { kind: 'cutting'; percent: number }
  | { kind: 'failed'; refusal: string }
  | { kind: 'saved'; clip: ClipFile; finished: FinishedCut }

/** Cuts an order and saves the clip. */
export function useDeviceCut({ engine, file }: OpenedFile) {
  const [state, setState] = useState<CutState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function cut(order: CutOrder, container: string): Promise<void> {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const clip = clipFile(file.name, order.ranges, container)
    try {
      const place = await askForPlace(clip)
      if (!place) return
      setState({ kind: 'cutting', percent: 0 })
      const onProgress = ({ done }: { done: number }): void => setState({ kind: 'cutting', percent: 100 * done })
      const finished = await engine.call('cut', order, { signal, onProgress })
      await place.save(finished.file, signal)
      setState({ kind: 'saved', clip, finished })
    } catch (error) {
      setState(signal.aborted ? { kind: 'idle' } : { kind: 'failed', refusal: refusalSentence(error) })
    } finally {
      running.current = null
    }
  }

  return { state, cut, cancel: () => running.current?.abort() }
}
