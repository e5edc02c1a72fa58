import { createToastStore } from '@kerf/ui/toast-store'
import { INTERACTION } from '../interaction-numbers.ts'

export const toasts = createToastStore(INTERACTION.toastRemovalDelayMs)

/** What went wrong before is no longer so: somebody tries again. */
export function dismissFault(): void {
  const shown = toasts.current()
  if (shown?.tone === 'fault') toasts.dismiss(shown.key)
}

/** The toasts' code. Whoever begins something that may fail loads it beforehand: a lost connection has to be shown, too. */
export const loadToaster = () => import('@kerf/ui/Toaster')
