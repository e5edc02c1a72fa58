import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { type ReactNode, useState } from 'react'
import { fitInShort as words } from '#messages/clips/fit.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { fitSummary } from '../../data/ranges/fit-words.ts'
import type { FitProps } from './CropChooser.tsx'

/** Most clips are taken as they are. */
const loadPanel = () => import('./FitPanel.tsx')

/** One line that says how clips are made to fit, and opens what changes that. `children` lie below, and are there while it is open. */
export function FitBar({ children, ...props }: FitProps & { children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const panel = useLoaded(loadPanel, open ? 'open' : null)
  const summary = fitSummary(props.fit, props.aspect)
  return (
    <Collapsible open={open} onOpenChange={setOpen}>
      <section className="mt-3" aria-label={words.title}>
        <div className="flex flex-wrap items-center gap-x-4">
          <CollapsibleTrigger>{words.title}</CollapsibleTrigger>
          <p className="text-small/[1.45] text-ink-2">
            {summary === '' ? words.asTheyAre : <b className="text-ink">{summary}</b>}
          </p>
        </div>
        <CollapsibleContent className="mt-1">
          {panel && <panel.FitPanel {...props} />}
          {panel && children}
        </CollapsibleContent>
      </section>
    </Collapsible>
  )
}
