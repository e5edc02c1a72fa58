import { createToastStore } from '@kerf/ui/toasts/toast-store'
import { INTERACTION } from '../interaction-numbers.ts'

export const toasts = createToastStore(INTERACTION.toastRemovalDelayMs)

/** Removes the toast of the last failure when somebody tries again. */
export function dismissFault(): void {
  const toast = toasts.current()
  if (toast?.tone === 'fault') toasts.dismiss(toast.key)
}

/** Loads the toasts' code, before anything that may fail: a lost connection has to be shown, too. */
export const loadToaster = () => import('@kerf/ui/toasts/Toaster')
