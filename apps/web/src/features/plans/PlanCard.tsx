import { QUALITIES, QUALITY_IDS } from '@kerf/domain/formats/quality'
import { type ReactNode, useId } from 'react'
import { planWords } from '#messages/account/plans.ts'

interface PlanCardProps {
  /** Heading level that fits the outline of the page. */
  heading: 'h2' | 'h3'
  name: string
  price: string
  per?: string
  note: ReactNode
  upToHeight: number
  list: readonly string[]
  action: ReactNode
  beside?: ReactNode
  /** Whether this card is highlighted. */
  chosen?: boolean
}

const QUALITY_HEIGHTS = QUALITY_IDS.map((id) => QUALITIES[id].height)
  .filter((height) => height !== null)
  .reverse()

const heightName = (height: number): string => (height === 2160 ? '4K' : String(height))

export function PlanCard(props: PlanCardProps) {
  const { heading: Heading, name, price, per, note, upToHeight, list, action, beside, chosen } = props
  const titleId = useId()
  const bestQuality = upToHeight === 2160 ? '4K' : `${upToHeight}p`
  return (
    <section className={chosen ? 'plan plan-chosen' : 'plan'} aria-labelledby={titleId}>
      <div className="flex min-h-(--touch) items-center justify-between gap-3">
        <Heading id={titleId} className="text-h3/[1.2] font-semibold tracking-[-0.01em]">
          {name}
        </Heading>
        {beside}
      </div>
      <p className="plan-price time">
        {price}
        {per && <small>{per}</small>}
      </p>
      <p className="plan-note">{note}</p>
      <p className="plan-ladder time" role="img" aria-label={planWords.upTo(bestQuality)}>
        {QUALITY_HEIGHTS.map((height) => (
          <span key={height} data-has={height <= upToHeight || undefined}>
            {heightName(height)}
          </span>
        ))}
      </p>
      <ul className="dashed-list mb-auto grid gap-[7px] pb-3">
        {list.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {action}
    </section>
  )
}
