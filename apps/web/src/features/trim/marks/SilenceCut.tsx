import { Button } from '@kerf/ui/Button'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { markWords as words } from '#messages/clips/marks.ts'
import { withFewestDecimals } from '../../../data/formatting/numbers.ts'

interface SilenceCutProps {
  /** Whether the audio is known, in which silences are searched. */
  isReady: boolean
  /** Whether only those parts of the audio are known that the timeline has shown. */
  isPartial: boolean
  badge: ReactNode
  onCut: (minSeconds: number) => void
}

const MIN_SECONDS = 0.5
const MAX_SECONDS = 600

/** Field for the length of silences, with a button that cuts out all longer ones. */
export function SilenceCut({ isReady, isPartial, badge, onCut }: SilenceCutProps) {
  const id = useId()
  const [text, setText] = useState(withFewestDecimals(1))
  const [fault, setFault] = useState<string | null>(null)
  function cut(event: FormEvent): void {
    event.preventDefault()
    const seconds = Number(text.trim().normalize('NFKC').replace(',', '.'))
    const isAllowed = text.trim() !== '' && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS
    setFault(isAllowed ? null : words.notSeconds(withFewestDecimals(MIN_SECONDS), withFewestDecimals(MAX_SECONDS)))
    if (isAllowed && isReady) onCut(seconds)
  }
  return (
    <form className="silence-cut" noValidate onSubmit={cut}>
      <label htmlFor={id}>{words.silences}</label>
      <TextField
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        fault={fault}
        onChange={({ target }) => setText(target.value)}
      />
      <span aria-hidden="true">{words.seconds}</span>
      <Button type="submit" variant="quiet" size="small" aria-disabled={!isReady}>
        {words.cutOut}
        {badge}
      </Button>
      {fault && <FieldFault fieldId={id}>{fault}</FieldFault>}
      {isPartial && <p className="note">{words.unheard}</p>}
    </form>
  )
}
