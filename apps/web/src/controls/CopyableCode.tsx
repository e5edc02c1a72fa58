import { Button } from '@kerf/ui/Button'
import { apiWords } from '#messages/reference.ts'
import { copyText } from '../data/feedback/copy-text.ts'

/** Command line with a button that copies it. `name` is its name for screen readers. */
export function CopyableCode({ code, name }: { code: string; name: string }) {
  return (
    <div className="shell-line mt-3.5 flex gap-(--kerf)">
      <pre className="flex min-w-0 flex-auto items-center rounded-l-bar bg-surface px-4 py-2.5 text-small/[1.4]">
        <code className="whitespace-pre-wrap">{code}</code>
      </pre>
      <Button
        variant="quiet"
        className="h-auto flex-none rounded-l-none rounded-r-bar px-3.5 text-small"
        aria-label={`${apiWords.copy}: ${name}`}
        onClick={() => void copyText(code, { title: apiWords.copied }, { title: apiWords.copyFailed })}
      >
        {apiWords.copy}
      </Button>
    </div>
  )
}
