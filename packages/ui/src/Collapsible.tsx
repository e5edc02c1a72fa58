import * as Radix from 'radix-ui/collapsible'
import type { ReactElement, ReactNode } from 'react'
import { ChevronDownIcon } from './icons/icons.tsx'

interface CollapsibleProps {
  children: ReactElement
  /** Left out, it opens and closes by itself. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Makes its one child the frame in which a trigger opens and closes a content; the two need not be neighbours. */
export function Collapsible({ children, ...opening }: CollapsibleProps) {
  return (
    <Radix.Root asChild {...opening}>
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
