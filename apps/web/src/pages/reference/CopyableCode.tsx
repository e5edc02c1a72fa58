import { Button } from '@kerf/ui/Button'
import { apiWords } from '#messages/reference.ts'
import { toasts } from '../../data/feedback/toasts.ts'

/** A line for the shell, and a button that takes it along. `name` says which one it is. */
export function CopyableCode({ code, name }: { code: string; name: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code)
      toasts.show({ title: apiWords.copied })
    } catch {
      toasts.show({ title: apiWords.copyFailed, tone: 'fault' })
    }
  }
  return (
    <div className="shell-line">
      <pre>
        <code>{code}</code>
      </pre>
      <Button variant="quiet" size="small" aria-label={`${apiWords.copy}: ${name}`} onClick={() => void copy()}>
        {apiWords.copy}
      </Button>
    </div>
  )
}
