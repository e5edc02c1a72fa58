import * as Radix from 'radix-ui/toast'
import { useRef, useSyncExternalStore } from 'react'
import { CircleAlertIcon } from '../icons/icons.tsx'
import { CloseIcon } from '../icons/tool-icons.tsx'
import { useToastPlace } from './toast-place.ts'
import type { ToastStore } from './toast-store.ts'

const TOAST_CLASS =
  'toast grid grid-cols-[1fr_auto] items-center gap-x-2 rounded-sheet bg-ink py-3.5 pr-2 pl-4.5 text-on-ink shadow-(--shadow-float)'

interface ToasterProps {
  store: ToastStore
  durationMs: number
  /** Pixels of a swipe to the right that dismiss the toast. */
  swipeThreshold: number
  hotkey: string
  dismissLabel: string
  regionLabel: string
  /** Text that a screen reader says before each toast. */
  announcedAs: string
}

/** Shows and announces the store's toast, and moves it away from primary buttons and the focused element. */
export function Toaster(props: ToasterProps) {
  const { store, durationMs, swipeThreshold, hotkey, dismissLabel, regionLabel, announcedAs } = props
  const toast = useSyncExternalStore(store.subscribe, store.current)
  const viewport = useRef<HTMLOListElement>(null)
  useToastPlace(viewport, toast?.open ? toast.key : undefined)
  const isFault = toast?.tone === 'fault'
  return (
    <Radix.Provider label={announcedAs} duration={durationMs} swipeDirection="right" swipeThreshold={swipeThreshold}>
      {toast && (
        <Radix.Root
          key={toast.key}
          className={isFault ? `${TOAST_CLASS} toast-fault` : TOAST_CLASS}
          type={isFault ? 'foreground' : 'background'}
          open={toast.open}
          onOpenChange={(open) => !open && store.dismiss(toast.key)}
        >
          <div>
            <Radix.Title className="font-[650] flex gap-2 items-center">
              {isFault && <CircleAlertIcon />}
              {toast.title}
            </Radix.Title>
            {toast.text && (
              <Radix.Description className="text-[0.9375rem]/[1.4] opacity-90 wrap-anywhere">
                {toast.text}
              </Radix.Description>
            )}
          </div>
          <Radix.Close className="btn btn-icon" aria-label={dismissLabel}>
            <CloseIcon />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport ref={viewport} className="toast-viewport" hotkey={[hotkey]} label={regionLabel} />
    </Radix.Provider>
  )
}
