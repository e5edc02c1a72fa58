import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { Button } from '@kerf/ui/Button'
import { LinkIcon } from '@kerf/ui/tool-icons'
import { trimTools } from '#messages/tool.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import type { RangeList } from '../../data/ranges/range-list.ts'
import { sharedAddress } from '../../data/ranges/result-address.ts'

interface CopyTrimLinkProps {
  link: string
  range: TimeRange
  list: RangeList
}

/** Copies a link that opens this part of this video. */
export function CopyTrimLink({ link, range, list }: CopyTrimLinkProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(new URL(sharedAddress(link, range, list), location.origin).href)
      toasts.show({ title: trimTools.linkCopied, text: trimTools.linkCopiedText })
    } catch {
      // Closed by the browser, or not there at all because the page came without https.
      toasts.show({ title: trimTools.linkNotCopied, text: trimTools.linkNotCopiedText, tone: 'fault' })
    }
  }
  return (
    <Button variant="quiet" size="small" onClick={copy}>
      <LinkIcon />
      {trimTools.copyLink}
    </Button>
  )
}
