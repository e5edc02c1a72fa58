import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { keySheetWords as words } from '#messages/clips/key-sheet.ts'

const { keys, meanings } = words

const KEYS: readonly (readonly [names: readonly string[], meaning: string])[] = [
  [[keys.space], meanings.preview],
  [['J', 'K', 'L'], meanings.pace],
  [['I', 'O'], meanings.here],
  [[',', '.'], meanings.frame],
  [[keys.left, keys.right], meanings.second],
  [[keys.shift, keys.left, keys.right], meanings.fiveSeconds],
  [['A'], meanings.addRange],
  [['D'], meanings.download],
  [[`${keys.ctrl} Z`, `${keys.ctrl} ${keys.shift} Z`], meanings.undo],
  [['?'], meanings.sheet],
]

/** Dialog that lists the keys of the result page. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.title} text={words.text} onDismiss={onClose}>
      <dl className="key-sheet">
        {KEYS.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button className="mt-5 w-full" onClick={onClose}>
        {words.close}
      </Button>
    </Dialog>
  )
}
