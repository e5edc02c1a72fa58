import { Button } from '@kerf/ui/Button'
import { RefreshIcon } from '@kerf/ui/list-icons'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'

/** Asks again. It says so only for the asking that it began: the panel also asks by itself, and would flicker. */
export function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  async function refresh(): Promise<void> {
    if (busy) return
    setBusy(true)
    await onRefresh().finally(() => setBusy(false))
  }
  return (
    <Button variant="quiet" size="small" className="refresh" aria-disabled={busy || undefined} onClick={refresh}>
      <RefreshIcon />
      {busy ? adminWords.refreshing : adminWords.refresh}
    </Button>
  )
}
