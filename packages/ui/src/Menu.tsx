import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactNode, useState } from 'react'

interface MenuProps extends Record<'trigger' | 'children', ReactNode> {
  /** It does not open now. The trigger says so itself, by `aria-disabled`: a disabled button would lose the focus. */
  busy?: boolean
}

/** A list of things to do or places to go, under the button that opens it. The trigger is a button. */
export function Menu({ trigger, busy = false, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <Radix.Root modal={false} open={open} onOpenChange={(wanted) => setOpen(wanted && !busy)}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu z-22 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(320px,100vw-16px)] min-w-55 overflow-auto rounded-sheet bg-paper p-1.5 shadow-(--shadow-float)"
          align="end"
          sideOffset={8}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuItemProps {
  children: ReactNode
  /** The child itself, a link, is the item. */
  asChild?: boolean
  disabled?: boolean
  onSelect?: (event: Event) => void
}

export function MenuItem(props: MenuItemProps) {
  return <Radix.Item className="menu-item" {...props} />
}

export function MenuDivider() {
  return <Radix.Separator className="h-px my-1.5 mx-3 bg-line" />
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <Radix.Label className="pt-2 px-3 pb-2.5 text-small leading-[1.4] wrap-anywhere">{children}</Radix.Label>
}
