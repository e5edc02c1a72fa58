import type { DownloadOption } from '@kerf/contract/video'
import { rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { toolWords } from '#messages/tool.ts'
import { quotaQuery } from '../../data/queries/calls.ts'
import type { QuotaReading } from './quota-reading.ts'

interface GridHeadingProps {
  titleId: string
  options: readonly DownloadOption[]
  ranges: readonly TimeRange[]
  limit: QuotaReading | null
}

const words = toolWords.downloads

/** What the sizes are for, how many downloads are left, and what would open the locked rows. */
export function GridHeading({ titleId, options, ranges, limit }: GridHeadingProps) {
  const { error } = useQuery(quotaQuery)
  const account = lockedNames(options.filter((option) => option.access === 'sign_up' && !option.isPro))
  const plan = lockedNames(
    options.filter((option) => option.access === 'upgrade' || (option.access === 'sign_up' && option.isPro)),
  )
  const needs = [
    account && words.needAccount(account.names, account.several),
    plan && words.needPro(plan.names, plan.several),
  ].filter((part) => part !== null)
  return (
    <div className="mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <h2 id={titleId} className="text-h3 tracking-[-0.01em]">
        {words.title}
      </h2>
      <p className="text-small/[1.45] text-ink-2">
        {words.sizesFor(shortTimecode(rangesSeconds(ranges)))}
        {error && <> {words.leftUnknown}</>}
        {limit && limit.left > 0 && (
          <> {words.left(limit.left, limit.limit, limit.period === 'daily' ? 'today' : 'this month')}</>
        )}
        {needs.length > 0 && (
          <>
            {' '}
            {needs.join(', ')}: <Link href="/subscription">{words.seePlans}</Link>.
          </>
        )}
      </p>
    </div>
  )
}

const shortName = (option: DownloadOption): string => (option.quality === '2160p' ? '4K' : option.quality)

/** `4K`, `720p and 1080p`, `480p to 1080p`: neighbouring rows named from the smallest up; null for none. */
export function lockedNames(options: readonly DownloadOption[]): { names: string; several: boolean } | null {
  const names = options.map(shortName).reverse()
  const [first] = names
  const last = names.at(-1)
  if (first === undefined || last === undefined) return null
  if (names.length === 1) return { names: first, several: false }
  return { names: names.length === 2 ? words.two(first, last) : words.span(first, last), several: true }
}
