import type { Video } from '@kerf/contract/video'
import { isSameRange, LIVE_LENGTHS, lastRange, type TimeRange } from '@kerf/domain/ranges/time-range'
import { Button, buttonClass, Joined } from '@kerf/ui/Button'
import { Link } from 'wouter'
import { liveWords as words } from '#messages/clips/live.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { preparedAddress } from '../../data/ranges/trim-address.ts'
import type { TrimState } from './use-trim-state.ts'

interface LivePartsProps {
  video: Pick<Video, 'url' | 'duration'>
  /** Time of the lookup, ISO 8601. */
  liveAt: string
  range: TimeRange
  onTake: TrimState['setTimes']
}

/** Buttons that select the last part of a live stream, and a link that looks it up again. */
export function LiveParts({ video: { url, duration }, liveAt, range, onTake }: LivePartsProps) {
  const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' }).format(new Date(liveAt))
  return (
    <>
      <p className="text-small">{words.until(time)}</p>
      <Joined aria-label={words.parts}>
        {LIVE_LENGTHS.filter((seconds) => seconds < duration).map((seconds) => (
          <Button
            key={seconds}
            variant="quiet"
            size="small"
            aria-pressed={isSameRange(range, lastRange(duration, seconds))}
            onClick={() => onTake('range', lastRange(duration, seconds))}
          >
            {words.last[seconds]}
          </Button>
        ))}
      </Joined>
      <Link href={preparedAddress(url, undefined)} className={buttonClass({ variant: 'quiet', size: 'small' })}>
        {words.newest}
      </Link>
    </>
  )
}
