import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { toasts } from './toasts.ts'

/** Copies a text and shows a toast. Browsers offer the clipboard only to https pages, and may deny even these. */
export async function copyText(text: string, success: ToastMessage, failure: ToastMessage): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.show(success)
  } catch {
    toasts.show({ ...failure, tone: 'fault' })
  }
}
