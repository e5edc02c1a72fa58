import { createToastStore } from '@kerf/ui/toasts/toast-store'
import { INTERACTION } from '../interaction-numbers.ts'

export const toasts = createToastStore(INTERACTION.toastRemovalDelayMs)

/** Takes away the last failure when somebody tries again. */
export function dismissFault(): void {
  const shown = toasts.current()
  if (shown?.tone === 'fault') toasts.dismiss(shown.key)
}

/** The toasts' code. Loaded before anything that may fail, since a lost connection has to be shown, too. */
export const loadToaster = () => import('@kerf/ui/toasts/Toaster')
