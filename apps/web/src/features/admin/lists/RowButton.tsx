import { Button } from '@kerf/ui/Button'
import { adminWords } from '#messages/admin.ts'

interface RowButtonProps {
  children: string
  id?: string
  /** Name for screen readers: the action and its row. The visible text has only the verb. */
  label: string
  running: boolean
  onPress: () => void
}

export function RowButton({ children, id, label, running, onPress }: RowButtonProps) {
  return (
    <Button
      id={id}
      variant="quiet"
      size="small"
      aria-label={running ? undefined : label}
      aria-disabled={running || undefined}
      onClick={() => !running && onPress()}
    >
      {running ? adminWords.working : children}
    </Button>
  )
}
