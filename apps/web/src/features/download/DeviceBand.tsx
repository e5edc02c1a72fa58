import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { LinkIcon } from '@kerf/ui/icons/tool-icons'
import { messages } from '#messages/site.ts'
import { deviceOffer, isServerLimit, partOf } from '../../data/ranges/device-offer.ts'

interface DeviceBandProps {
  link: string
  ranges: readonly TimeRange[]
  /** Code by which the server refuses the clip, or would. */
  code: ErrorCode | null
}

/** Offers to cut a media link in this browser, where the clip is too much for the server. */
export function DeviceBand({ link, ranges, code }: DeviceBandProps) {
  const offer = isServerLimit(code) ? deviceOffer(link, partOf(ranges)) : null
  if (!offer) return null
  return (
    <div className="mt-4">
      <Band
        icon={<LinkIcon />}
        action={
          <a className={buttonClass({ variant: 'quiet' })} href={offer.address}>
            {messages.link.onDevice}
          </a>
        }
      >
        {messages.link.onDeviceNote(offer.host)}
      </Band>
    </div>
  )
}
