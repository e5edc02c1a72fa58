export interface ToastMessage {
  title: string
  text?: string | undefined
  /** `fault` has an icon and interrupts a screen reader; `news` waits for a pause. */
  tone?: 'news' | 'fault'
}

export interface ShownToast extends ToastMessage {
  key: number
  open: boolean
}

export interface ToastStore {
  show: (message: ToastMessage) => void
  /** Closes the toast with this key if it is shown. */
  dismiss: (key: number | undefined) => void
  current: () => ShownToast | null
  subscribe: (listener: () => void) => () => void
}

/** Store of one toast: a new one replaces the last. A dismissed toast stays for `removalDelayMs`. */
export function createToastStore(removalDelayMs: number): ToastStore {
  let toast: ShownToast | null = null
  let nextKey = 1
  let removalTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const setToast = (newToast: ShownToast | null): void => {
    toast = newToast
    for (const listener of listeners) listener()
  }
  return {
    show(message) {
      clearTimeout(removalTimer)
      setToast({ ...message, key: nextKey++, open: true })
    },
    dismiss(key) {
      if (toast === null || toast.key !== key || !toast.open) return
      setToast({ ...toast, open: false })
      removalTimer = setTimeout(() => setToast(null), removalDelayMs)
    },
    current: () => toast,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
