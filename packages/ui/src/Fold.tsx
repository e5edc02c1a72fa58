import { type ReactNode, useState } from 'react'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from './Collapsible.tsx'

interface FoldProps {
  title: string
  /** Current settings, visible while the fold is closed too. */
  summary?: ReactNode
  /** Content, mounted only while the fold is open. */
  children: ReactNode
}

/** A section for rarely used controls, closed at first. */
export function Fold({ title, summary, children }: FoldProps) {
  const [open, setOpen] = useState(false)
  return (
    <Collapsible open={open} onOpenChange={setOpen}>
      <section className="fold" aria-label={title}>
        <CollapsibleTrigger>{title}</CollapsibleTrigger>
        {summary && <p className="text-small/[1.45] text-ink-2">{summary}</p>}
        <CollapsibleContent className="fold-content">{children}</CollapsibleContent>
      </section>
    </Collapsible>
  )
}
