import * as Radix from 'radix-ui/collapsible'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from './icons.tsx'

interface CollapsibleProps {
  summary: string
  className?: string
  /** Stands beside the summary, outside the button that opens. */
  beside?: ReactNode
  children: ReactNode
}

export function Collapsible({ summary, className, beside, children }: CollapsibleProps) {
  return (
    <Radix.Root className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Radix.Trigger className="receipt-trigger">
          {summary}
          <ChevronDownIcon />
        </Radix.Trigger>
        {beside}
      </div>
      <Radix.Content>{children}</Radix.Content>
    </Radix.Root>
  )
}
