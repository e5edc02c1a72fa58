import { Band } from '@kerf/ui/Band'
import { Button } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { dashboardWords as words } from '#messages/account/dashboard.ts'
import { failureSentence } from '../data/feedback/failure-sentence.ts'

interface ReadFailedProps {
  /** First sentence: what the failure means for the page. */
  lead?: string
  error: Error
  /** Sends the request again. */
  onRetry: () => void
  retrying: boolean
}

/** Replaces content that could not be read: the reason, and a button to try again. */
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
