import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { LinkIcon } from '@kerf/ui/icons/tool-icons'
import { onDeviceWords as words } from '#messages/clips/on-device.ts'
import type { DeviceOffer } from '../data/ranges/device-offer.ts'

/** Offers to cut a media link in this browser. The page that does it is a document of its own. */
export function DeviceBand({ offer }: { offer: DeviceOffer }) {
  return (
    <div className="my-3">
      <Band
        icon={<LinkIcon />}
        action={
          <a className={buttonClass({ variant: 'quiet' })} href={offer.address}>
            {words.action}
          </a>
        }
      >
        {words.note(offer.host)}
      </Band>
    </div>
  )
}
