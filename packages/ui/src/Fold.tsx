import { type ReactNode, useState } from 'react'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from './Collapsible.tsx'

interface FoldProps {
  title: string
  /** What is set in it; shown while it is closed, too. */
  summary?: ReactNode
  /** Its content, which is mounted while it is open. */
  children: ReactNode
}

/** A place for what few people use: one line that opens it. */
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
