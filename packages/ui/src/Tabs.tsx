import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

interface TabsProps {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly { id: string; name: string }[]
  current: string
  onChange: (id: string) => void
  /** One `TabPanel` for each tab. */
  children: ReactNode
}

/** Tabs. Arrows move between the names, Enter or Space opens one: a panel may cost a call. */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a narrow screen the row is longer than the screen: the current name is brought into view, sideways only.
    const timeline = list.current
    const tab = timeline?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.findIndex(({ id }) => id === current)]
    if (!timeline || !tab) return
    const left = tab.offsetLeft - timeline.offsetLeft
    const room = timeline.clientWidth - tab.offsetWidth
    if (left < timeline.scrollLeft || left > timeline.scrollLeft + room) timeline.scrollLeft = left - room / 2
  }, [current, tabs])
  return (
    <Radix.Root value={current} onValueChange={onChange} activationMode="manual">
      <Radix.List ref={list} className="tabs joined" aria-label={label}>
        {tabs.map(({ id, name }) => (
          <Radix.Trigger key={id} value={id} className="btn btn-quiet">
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

/** Its children are there only while it is the current one. */
export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Radix.Content value={id} className="min-h-[60vh] pt-6 focus-visible:outline-offset-6">
      {children}
    </Radix.Content>
  )
}
