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

/** Tabs. Arrow keys move the focus, Enter or Space opens a tab, since opening may call the server. */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const listRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls the current tab into view where the row is longer than the screen. Only sideways, not the page.
    const tabList = listRef.current
    const tab = tabList?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.findIndex(({ id }) => id === current)]
    if (!tabList || !tab) return
    const left = tab.offsetLeft - tabList.offsetLeft
    const freeWidth = tabList.clientWidth - tab.offsetWidth
    if (left < tabList.scrollLeft || left > tabList.scrollLeft + freeWidth) tabList.scrollLeft = left - freeWidth / 2
  }, [current, tabs])
  return (
    <Radix.Root value={current} onValueChange={onChange} activationMode="manual">
      <Radix.List ref={listRef} className="tabs joined" aria-label={label}>
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

/** Panel of a tab. Its children are mounted while the tab is current. */
export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Radix.Content value={id} className="min-h-[60vh] pt-6 focus-visible:outline-offset-6">
      {children}
    </Radix.Content>
  )
}
