import { Button } from '@kerf/ui/Button'
import { useEffect } from 'react'
import { toolWords } from '#messages/tool.ts'
import { pageTitle } from '../../../data/navigation/page-title.ts'
import { LinkEntry } from '../../../features/open-link/LinkEntry.tsx'
import type { ProcessLink } from '../../../features/open-link/use-process-link.ts'

interface VideoGoneProps {
  title: string
  text: string
  /** The link behind it, as far as the address knows. */
  link?: string | null
  process: ProcessLink
  /** Where it may work the next time; else another link is asked for. */
  onRetry?: () => void
}

export function VideoGone({ title, text, link = null, process, onRetry }: VideoGoneProps) {
  useEffect(() => {
    document.title = pageTitle('home')
  }, [])
  return (
    <section className="hero page">
      <h1>{title}</h1>
      <p className="home-lead">{text}</p>
      {onRetry ? (
        <Button variant="primary" className="mt-7" onClick={onRetry}>
          {toolWords.result.retry}
        </Button>
      ) : (
        <div className="hero-bench">
          <LinkEntry process={process} initialLink={link ?? ''} />
        </div>
      )}
    </section>
  )
}
