import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useState } from 'react'

interface DialogProps {
  title: string
  text: string
  /** Called on Escape. Clicks outside do nothing, so that a slip does not end running work. */
  onDismiss: () => void
  /** Element that gets the focus on close. Needed if the one that had it before is gone by then, such as a menu item. */
  returnFocusTo?: () => HTMLElement | null
  children: ReactNode
}

/** A modal dialog. It is open while it is mounted. */
export function Dialog({ title, text, onDismiss, returnFocusTo, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onDismiss()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-(--shade)" />
        <Radix.Content
          className="sheet fixed top-1/2 left-1/2 z-21 max-h-[calc(100dvh-32px)] w-[min(100%-32px,520px)] -translate-1/2 overflow-auto rounded-sheet bg-paper p-[clamp(20px,5vw,28px)] shadow-(--shadow-float)"
          onPointerDownOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            // Radix returns the focus to a trigger, and this dialog has none.
            event.preventDefault()
            const target = returnFocusTo ? returnFocusTo() : opener
            if (target instanceof HTMLElement) target.focus({ preventScroll: true })
          }}
        >
          <Radix.Title className="text-h3! tracking-[-0.01em]!">{title}</Radix.Title>
          <Radix.Description className="mt-1.5 text-ink-2">{text}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
