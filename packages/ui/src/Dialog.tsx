import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useState } from 'react'

interface DialogProps {
  title: string
  text: string
  /** Escape was pressed. Clicks outside do not close: work under way should not end by a slip of the thumb. */
  onDismiss: () => void
  /** The element that gets the focus afterwards, if it is not the one from before: a menu item, for example, is gone by then. */
  returnFocusTo?: () => HTMLElement | null
  children: ReactNode
}

/** A modal sheet over the page. It is open for as long as it is rendered. */
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
            // There is no trigger for Radix to return the focus to, so it is returned here.
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
