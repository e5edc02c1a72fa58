import { Band } from '@kerf/ui/Band'
import { ServerOffIcon, WifiOffIcon } from '@kerf/ui/icons'
import { messages } from '#messages/messages.ts'
import { useConnection } from '../../browser/connection.ts'

/** Says so while nothing can be reached, at the foot of the screen, where no toast covers it. */
export function ConnectionBand() {
  const connection = useConnection()
  const words = messages.connection
  if (connection === 'online') return null
  const offline = connection === 'offline'
  return (
    <div className="connection-band page">
      <Band icon={offline ? <WifiOffIcon /> : <ServerOffIcon />}>
        <b>{offline ? words.offline : words.serverGone}</b> {offline ? words.offlineMore : words.serverGoneMore}
      </Band>
    </div>
  )
}
