import * as Radix from 'radix-ui/tooltip'
import type { ReactElement, ReactNode } from 'react'

interface TooltipProviderProps {
  openDelayMs: number
  /** How soon the next tooltip opens after one has been open. */
  skipDelayMs: number
  children: ReactNode
}

export function TooltipProvider({ openDelayMs, skipDelayMs, children }: TooltipProviderProps) {
  return (
    <Radix.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs}>
      {children}
    </Radix.Provider>
  )
}

/** Says more about a control that people point at or focus. Never the only place where something is said. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tip" sideOffset={8} collisionPadding={12}>
          {text}
          <Radix.Arrow className="fill-ink" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
