import { Button } from '@kerf/ui/Button'
import { toolWords } from '#messages/tool.ts'
import { type DownloadRefusal, downloadFailureToast } from '../../data/downloads/download-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { resetWords } from './quota-reading.ts'

interface WhyNotButtonProps {
  refusal: DownloadRefusal
  /** When a limit starts again. */
  resetsAt?: Date
  describedBy?: string
  children: string
}

/**
 * A button that cannot do what its row is for, and says why when it is pressed. A button that is really disabled would be
 * passed over by the keyboard and stay silent under a finger.
 */
export function WhyNotButton({ refusal, resetsAt, describedBy, children }: WhyNotButtonProps) {
  const explain = (): void => {
    const resets = resetsAt ? resetWords(resetsAt, new Date(), LOCALE) : null
    toasts.show(downloadFailureToast(refusal, resets, toolWords.downloadToasts.error))
  }
  return (
    <Button aria-disabled aria-describedby={describedBy} onClick={explain}>
      {children}
    </Button>
  )
}
