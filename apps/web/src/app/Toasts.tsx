import { useSyncExternalStore } from 'react'
import { messages } from '#messages/messages.ts'
import { useLoaded } from '../browser/use-loaded.ts'
import { loadToaster } from '../data/feedback/load-toaster.ts'
import { toasts } from '../data/feedback/toasts.ts'
import { INTERACTION } from '../data/interaction-numbers.ts'

/** The toasts' code comes with the first link, or the first toast: the page can be used before it is here. */
export function Toasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current)
  const part = useLoaded(loadToaster, toast?.key ?? null)
  if (!toast || !part) return null
  return (
    <part.Toaster
      store={toasts}
      durationMs={INTERACTION.toastDurationMs}
      swipeThreshold={INTERACTION.toastSwipeThreshold}
      hotkey={INTERACTION.toastHotkey}
      dismissLabel={messages.toast.dismiss}
      regionLabel={messages.toast.region}
      announcedAs={messages.toast.announced}
    />
  )
}
