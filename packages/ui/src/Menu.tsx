import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactNode, useState } from 'react'

interface MenuProps extends Record<'trigger' | 'children', ReactNode> {
  /** Prevents opening. The trigger must have `aria-disabled`, since a disabled button would lose the focus. */
  busy?: boolean
}

/** A drop-down menu of actions or links. The trigger must be a button. */
export function Menu({ trigger, busy = false, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <Radix.Root modal={false} open={open} onOpenChange={(isOpening) => setOpen(isOpening && !busy)}>
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
  /** Renders the child, such as a link, as the item. */
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
