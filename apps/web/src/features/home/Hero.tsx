import { landing } from '#messages/landing.ts'
import { LinkEntry } from '../link-entry/LinkEntry.tsx'
import type { ProcessLink } from '../processing/use-process-link.ts'
import { HeroStrip } from './HeroStrip.tsx'
import { TypedWord } from './TypedWord.tsx'

const words = landing.hero

export function Hero({ process }: { process: ProcessLink }) {
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
          <LinkEntry process={process} />
        </div>
      </div>
      <HeroStrip />
      <ol className="hero-steps page">
        {words.steps.map(([title, text], index) => (
          <li key={title}>
            <span className="time">{index + 1}</span>
            <span>
              <b>{title}</b> {text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
