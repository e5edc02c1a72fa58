import type { OwnDownload } from '@kerf/contract/user'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { serverDate } from '../browser/server-clock.ts'
import { downloadFailureSentence } from '../data/downloads/download-failure.ts'
import { formatNearTime } from '../data/formatting/dates.ts'
import { LOCALE } from '../data/formatting/interface-locale.ts'
import { CuttingState } from './CuttingState.tsx'

const words = dashboardWords.jobs

/** Text about a download beside its badge. */
export function JobState({ download }: { download: OwnDownload }) {
  const { status, expiresAt, code, error } = download
  switch (status) {
    case 'processing':
      return (
        <span>
          <CuttingState download={download} />
        </span>
      )
    case 'completed':
      return expiresAt && <span>{words.until(formatNearTime(new Date(expiresAt), serverDate(), LOCALE))}</span>
    case 'failed':
      return (
        <span>
          {downloadFailureSentence({ code, sentence: error })} {words.notCounted}
        </span>
      )
    case 'cancelled':
      return <span>{words.cancelledText}</span>
    case 'expired':
      return <span>{words.expiredText}</span>
  }
}
