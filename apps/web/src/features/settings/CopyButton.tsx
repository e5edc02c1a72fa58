import { Button } from '@kerf/ui/Button'
import { dashboardWords } from '#messages/dashboard.ts'
import { toasts } from '../../data/feedback/toasts.ts'

const words = dashboardWords.copying

interface CopyButtonProps {
  label: string
  text: string
  /** What the toast says has been copied. */
  copied: string
}

/** Browsers give the clipboard only to pages that came encrypted, or not at all: what is to be copied must also be selectable. */
export function CopyButton({ label, text, copied }: CopyButtonProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ title: words.title, text: copied })
    } catch {
      toasts.show({ title: dashboardWords.failed, text: words.failed, tone: 'fault' })
    }
  }
  return (
    <Button variant="paper" size="small" onClick={() => void copy()}>
      {label}
    </Button>
  )
}
