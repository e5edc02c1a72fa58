import { Button } from '@kerf/ui/Button'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { copyText } from '../../data/feedback/copy-text.ts'

const words = dashboardWords.copying

interface CopyButtonProps {
  label: string
  text: string
  /** What the toast says has been copied. */
  copied: string
}

/** What is to be copied must also be selectable: it may fail. */
export function CopyButton({ label, text, copied }: CopyButtonProps) {
  const said = { title: words.title, text: copied }
  const failed = { title: dashboardWords.failed, text: words.failed }
  return (
    <Button variant="paper" size="small" onClick={() => void copyText(text, said, failed)}>
      {label}
    </Button>
  )
}
