import { QUALITIES, QUALITY_IDS } from '@kerf/domain/quality'
import { buttonClass } from '@kerf/ui/Button'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { landing } from '#messages/landing.ts'

interface PlanCardProps {
  name: string
  price: string
  per?: string
  note: string
  upToLines: number
  list: readonly string[]
  action: { label: string; href: string }
  beside?: ReactNode
  /** The one that stands proud of the strip. */
  chosen?: boolean
}

const LADDER = QUALITY_IDS.map((id) => QUALITIES[id].height)
  .filter((height) => height !== null)
  .reverse()

const lineName = (lines: number): string => (lines === 2160 ? '4K' : String(lines))

export function PlanCard({ name, price, per, note, upToLines, list, action, beside, chosen }: PlanCardProps) {
  const titleId = useId()
  const best = upToLines === 2160 ? '4K' : `${upToLines}p`
  return (
    <section className={chosen ? 'plan plan-chosen' : 'plan'} aria-labelledby={titleId}>
      <div className="plan-name">
        <h3 id={titleId}>{name}</h3>
        {beside}
      </div>
      <p className="plan-price time">
        {price}
        {per && <small>{per}</small>}
      </p>
      <p className="plan-note">{note}</p>
      <p className="plan-ladder time" role="img" aria-label={landing.pricing.upTo(best)}>
        {LADDER.map((lines) => (
          <span key={lines} data-has={lines <= upToLines || undefined}>
            {lineName(lines)}
          </span>
        ))}
      </p>
      <ul>
        {list.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Link href={action.href} className={buttonClass({ variant: 'paper' })}>
        {action.label}
      </Link>
    </section>
  )
}
