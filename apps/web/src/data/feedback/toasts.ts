import { createToastStore } from '@kerf/ui/toasts/toast-store'
import { INTERACTION } from '../interaction-numbers.ts'

export const toasts = createToastStore(INTERACTION.toastRemovalDelayMs)

/** Removes the toast of the last failure when somebody tries again. */
export function dismissFault(): void {
  const toast = toasts.current()
  if (toast?.tone === 'fault') toasts.dismiss(toast.key)
}

/** Loads the code of toasts. Forms call it early, because a lost connection could not be shown later. */
export const loadToaster = () => import('@kerf/ui/toasts/Toaster')
