import { Button } from '@kerf/ui/Button'
import { RefreshIcon } from '@kerf/ui/icons/list-icons'
import { adminWords } from '#messages/admin.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'

interface RefreshButtonProps {
  onRefresh: () => Promise<unknown>
  label?: string
  busyLabel?: string
}

/** Loads again. It is busy only for its own loading: the panel also loads by itself, and the button would flicker. */
export function RefreshButton({ onRefresh, label = adminWords.refresh, busyLabel }: RefreshButtonProps) {
  const { busy, run } = useOneAtATime()
  const refresh = () => run(async () => void (await onRefresh()))
  return (
    // As wide while it works as before, in either language.
    <Button variant="quiet" size="small" className="min-w-37" aria-disabled={busy || undefined} onClick={refresh}>
      <RefreshIcon />
      {busy ? (busyLabel ?? adminWords.refreshing) : label}
    </Button>
  )
}
