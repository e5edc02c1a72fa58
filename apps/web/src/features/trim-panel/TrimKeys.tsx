import { messages } from '../../messages/en.ts'

const words = messages.trim.keys

const KEYS = [
  [['←', '→'], words.second],
  [['Shift'], words.fiveSeconds],
  [[',', '.'], words.frame],
  [['I', 'O'], words.here],
  [['Space'], words.preview],
] as const

/** The keys that work in the panel; not shown where there is no keyboard. */
export function TrimKeys() {
  return (
    <p className="trim-keys">
      {KEYS.map(([keys, meaning]) => (
        <span key={meaning}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {meaning}
        </span>
      ))}
    </p>
  )
}
