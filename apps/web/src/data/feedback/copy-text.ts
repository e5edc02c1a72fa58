import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { toasts } from './toasts.ts'

/** Copies a text, and says so. Browsers may close the clipboard, and give it only to pages that came over https. */
export async function copyText(text: string, copied: ToastMessage, failed: ToastMessage): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.show(copied)
  } catch {
    toasts.show({ ...failed, tone: 'fault' })
  }
}
