import { SAMPLE_LINK } from '@kerf/domain/links/link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useState } from 'react'
import { landing } from '#messages/site.ts'
import { LinkEntry } from '../../features/open-link/LinkEntry.tsx'
import type { ProcessLink } from '../../features/open-link/use-process-link.ts'
import { HeroTimeline } from './HeroTimeline.tsx'
import { TypedWord } from './TypedWord.tsx'

const words = landing.hero

interface HeroProps {
  process: ProcessLink
  /** Link in the address. */
  link: string | null
}

export function Hero({ process, link }: HeroProps) {
  // null until a handle is moved: until then the sample opens as a whole.
  const [triedRange, setTriedRange] = useState<TimeRange | null>(null)
  return (
    <section className="hero">
      <div className="page">
        <h1>
          <span className="sr-only">{words.spoken}</span>
          <span aria-hidden="true">
            <TypedWord words={words.words} />
            {words.restOfLine}
            <br />
            {words.secondLine}
          </span>
        </h1>
        <div className="hero-bench">
          <LinkEntry
            process={process}
            initialLink={link === null || link === SAMPLE_LINK ? '' : link}
            samplePart={
              triedRange ? { start: String(triedRange.startTime), end: String(triedRange.endTime) } : undefined
            }
          />
        </div>
      </div>
      <HeroTimeline onTry={setTriedRange} />
      <ol className="page mt-4 grid grid-cols-3 gap-6 max-menu:grid-cols-1 max-menu:gap-2">
        {words.steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span className="text-small leading-[1.6rem] text-ink-3 time">{index + 1}</span>
            <span>
              <b>{title}</b> {text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
