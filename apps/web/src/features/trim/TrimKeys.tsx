import { ArrowLeftIcon, ArrowRightIcon } from '@kerf/ui/tool-icons'
import type { ReactNode } from 'react'
import { toolWords, trimTools } from '#messages/tool.ts'

const words = toolWords.trim.keys

const KEYS: readonly (readonly [keys: readonly { name: string; face?: ReactNode }[], meaning: string])[] = [
  [
    [
      { name: words.left, face: <ArrowLeftIcon /> },
      { name: words.right, face: <ArrowRightIcon /> },
    ],
    words.second,
  ],
  [[{ name: words.shift }], words.fiveSeconds],
  [[{ name: ',' }, { name: '.' }], words.frame],
  [[{ name: 'I' }, { name: 'O' }], words.here],
  [[{ name: words.space }], words.preview],
  [[{ name: 'A' }], trimTools.addRange],
]

/** The keys that work in the panel; not shown where there is no keyboard. */
export function TrimKeys() {
  return (
    <p className="trim-keys">
      {KEYS.map(([keys, meaning]) => (
        <span key={meaning}>
          {keys.map(({ name, face }) => (
            <kbd key={name}>
              {face}
              <span className={face ? 'sr-only' : undefined}>{name}</span>
            </kbd>
          ))}
          {meaning}
        </span>
      ))}
    </p>
  )
}
