import { Button } from '@kerf/ui/Button'
import { CopyButton } from './CopyButton.tsx'

interface ShownSecretProps {
  title: string
  text: string
  secret: string
  copy: string
  close: string
  onClose: () => void
}

/** Secret that the server sends only once. */
export function ShownSecret({ title, text, secret, copy, close, onClose }: ShownSecretProps) {
  return (
    <div className="shown-secret" role="status">
      <p className="font-semibold">{title}</p>
      <p className="note">{text}</p>
      <code className="second-factor-secret">{secret}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton label={copy} text={secret} copied={title} />
        <Button variant="paper" size="small" onClick={onClose}>
          {close}
        </Button>
      </div>
    </div>
  )
}
