import { Button } from '@kerf/ui/Button'
import { useEffect } from 'react'
import { toolWords } from '#messages/tool.ts'
import { pageTitle } from '../../app/use-page-title.ts'
import { LinkEntry } from '../link-entry/LinkEntry.tsx'
import type { ProcessLink } from '../processing/use-process-link.ts'

interface VideoGoneProps {
  /** Why it could not be loaded; null when there is no such video for this viewer. */
  reason: string | null
  /** The link behind it, as far as the address knows. */
  link: string | null
  process: ProcessLink
  onRetry: () => void
}

const words = toolWords.result

export function VideoGone({ reason, link, process, onRetry }: VideoGoneProps) {
  useEffect(() => {
    document.title = pageTitle('home')
  }, [])
  return (
    <section className="hero page">
      <h1>{reason === null ? words.goneTitle : words.failedTitle}</h1>
      <p className="home-lead">{reason ?? words.goneText}</p>
      {reason === null ? (
        <div className="hero-bench">
          <LinkEntry process={process} initialLink={link ?? ''} />
        </div>
      ) : (
        <Button variant="blade" className="mt-7" onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </section>
  )
}
