import { Band } from '@kerf/ui/Band'
import { Button } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { dashboardWords as words } from '#messages/account/dashboard.ts'
import { failureSentence } from '../data/feedback/failure-sentence.ts'

interface ReadFailedProps {
  /** What that means for what is shown. */
  lead?: string
  error: Error
  /** Asks once more. */
  onRetry: () => void
  retrying: boolean
}

/** In place of what could not be read: why, and a way to try once more. */
export function ReadFailed({ lead = words.notRead, error, onRetry, retrying }: ReadFailedProps) {
  return (
    <Band
      icon={<CircleAlertIcon />}
      action={
        <Button variant="quiet" aria-disabled={retrying || undefined} onClick={() => !retrying && onRetry()}>
          {retrying ? words.loading : words.tryAgain}
        </Button>
      }
    >
      <b>{lead}</b> {failureSentence(error)}
    </Band>
  )
}
