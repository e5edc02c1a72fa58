import * as Radix from 'radix-ui/collapsible'
import type { ReactElement, ReactNode } from 'react'
import { ChevronDownIcon } from './icons/icons.tsx'

interface CollapsibleProps {
  children: ReactElement
  /** Controlled state; uncontrolled if absent. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Makes its only child the root of a collapsible. The trigger and the content may be anywhere inside it. */
export function Collapsible({ children, ...openState }: CollapsibleProps) {
  return (
    <Radix.Root asChild {...openState}>
      {children}
    </Radix.Root>
  )
}

export function CollapsibleTrigger({ children }: { children: ReactNode }) {
  return (
    <Radix.Trigger className="collapsible-trigger inline-flex min-h-(--touch) items-center gap-2 text-small underline underline-offset-[0.22em] data-[state=open]:[&_.icon]:rotate-180">
      {children}
      <ChevronDownIcon />
    </Radix.Trigger>
  )
}

export function CollapsibleContent({ className, children }: { className: string; children: ReactNode }) {
  return <Radix.Content className={className}>{children}</Radix.Content>
}
