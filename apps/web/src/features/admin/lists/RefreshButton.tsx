import { Button } from '@kerf/ui/Button'
import { RefreshIcon } from '@kerf/ui/icons/list-icons'
import { adminWords } from '#messages/admin.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'

interface RefreshButtonProps {
  onRefresh: () => Promise<unknown>
  label?: string
  busyLabel?: string
}

/**
 * Button that reads a list again. It is busy only for its own request, because periodic requests would make it flicker.
 */
export function RefreshButton({ onRefresh, label = adminWords.refresh, busyLabel }: RefreshButtonProps) {
  const { busy, run } = useOneAtATime()
  const refresh = () => run(async () => void (await onRefresh()))
  return (
    // The minimum width holds the longer text of a running refresh in each language.
    <Button variant="quiet" size="small" className="min-w-37" aria-disabled={busy || undefined} onClick={refresh}>
      <RefreshIcon />
      {busy ? (busyLabel ?? adminWords.refreshing) : label}
    </Button>
  )
}
