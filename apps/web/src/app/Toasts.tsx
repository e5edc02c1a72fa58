import { lazy, Suspense, useSyncExternalStore } from 'react'
import { INTERACTION } from '../interaction-numbers.ts'
import { messages } from '../messages/en.ts'
import { toasts } from './toasts.ts'

const Toaster = lazy(() => import('@kerf/ui/Toaster').then((module) => ({ default: module.Toaster })))

/** The toasts' code comes with the first toast: the page can be used before it is here. */
export function Toasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current)
  if (!toast) return null
  return (
    <Suspense fallback={null}>
      <Toaster
        store={toasts}
        durationMs={INTERACTION.toastDurationMs}
        swipeThreshold={INTERACTION.toastSwipeThreshold}
        hotkey={INTERACTION.toastHotkey}
        dismissLabel={messages.toast.dismiss}
        regionLabel={messages.toast.region}
      />
    </Suspense>
  )
}
