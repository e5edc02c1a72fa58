import { Band } from '@kerf/ui/Band'
import { Button } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons'
import { adminWords } from '#messages/admin.ts'
import { failureSentence } from '../../../data/feedback/failure-sentence.ts'

interface LoadFailedProps {
  /** What is missing: `The users could not be loaded.` */
  what: string
  error: Error
  busy: boolean
  onRetry: () => void
}

export function LoadFailed({ what, error, busy, onRetry }: LoadFailedProps) {
  return (
    <Band
      icon={<CircleAlertIcon />}
      action={
        <Button variant="quiet" aria-disabled={busy || undefined} onClick={() => !busy && onRetry()}>
          {busy ? adminWords.loading : adminWords.tryAgain}
        </Button>
      }
    >
      <b>{what}</b> {failureSentence(error)}
    </Band>
  )
}
