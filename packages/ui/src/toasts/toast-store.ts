export interface ToastMessage {
  title: string
  text?: string | undefined
  /** A fault is shown with its icon and interrupts a screen reader; 'news' waits for a pause. */
  tone?: 'news' | 'fault'
}

export interface ShownToast extends ToastMessage {
  key: number
  open: boolean
}

export interface ToastStore {
  show: (message: ToastMessage) => void
  /** Closes this toast if it is the one shown; undefined closes none. */
  dismiss: (key: number | undefined) => void
  current: () => ShownToast | null
  subscribe: (listener: () => void) => () => void
}

/** Holds one toast at a time: a new one replaces the last. A dismissed one stays in the store for `removalDelayMs`. */
export function createToastStore(removalDelayMs: number): ToastStore {
  let shown: ShownToast | null = null
  let nextKey = 1
  let removal: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const change = (next: ShownToast | null): void => {
    shown = next
    for (const listener of listeners) listener()
  }
  return {
    show(message) {
      clearTimeout(removal)
      change({ ...message, key: nextKey++, open: true })
    },
    dismiss(key) {
      if (shown === null || shown.key !== key || !shown.open) return
      change({ ...shown, open: false })
      removal = setTimeout(() => change(null), removalDelayMs)
    },
    current: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
