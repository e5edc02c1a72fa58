import { Button } from '@kerf/ui/Button'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { copyText } from '../../data/feedback/copy-text.ts'

const words = dashboardWords.copying

interface CopyButtonProps {
  label: string
  text: string
  /** Text of the toast after copying. */
  copied: string
}

/** Copies a text. The page must also show the text, because copying may fail. */
export function CopyButton({ label, text, copied }: CopyButtonProps) {
  const successToast = { title: words.title, text: copied }
  const failureToast = { title: dashboardWords.failed, text: words.failed }
  return (
    <Button variant="paper" size="small" onClick={() => void copyText(text, successToast, failureToast)}>
      {label}
    </Button>
  )
}
