import { formatTimecode, parseTimecode } from '@kerf/domain/timecode'
import { ChevronLeftIcon, ChevronRightIcon } from '@kerf/ui/icons'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { useId, useState } from 'react'
import { messages } from '#messages/messages.ts'
import { NudgeButton } from './NudgeButton.tsx'

interface TimeFieldProps {
  label: string
  seconds: number
  /** A time was typed. Answers the time that was really set. */
  onSet: (seconds: number) => number
  onNudge: (frames: -1 | 1) => void
}

const words = messages.trim
/** `59:59.999`; longer times are set smaller. */
const HOURLESS_LENGTH = 9

/** A time that can be typed, with one-frame steps beside it. Enter or leaving the field sets it. */
export function TimeField({ label, seconds, onSet, onNudge }: TimeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [remark, setRemark] = useState<{ fault: boolean; text: string } | null>(null)
  const shown = formatTimecode(seconds, 3)

  function set(): void {
    setTyped(null)
    if (typed === null || typed === shown) return
    const wanted = parseTimecode(typed)
    if (wanted === null) {
      setRemark({ fault: true, text: words.notATime })
      return
    }
    const got = onSet(wanted)
    const asWanted = Math.abs(got - wanted) < 0.001
    setRemark(asWanted ? null : { fault: false, text: words.setTo(formatTimecode(got, 3)) })
  }

  return (
    <div className="time-field">
      <label htmlFor={id}>{label}</label>
      <div className="joined">
        <NudgeButton label={words.frameEarlier(label)} onNudge={() => onNudge(-1)}>
          <ChevronLeftIcon />
          {words.frame}
        </NudgeButton>
        <TextField
          id={id}
          className="time"
          data-long={shown.length > HOURLESS_LENGTH || undefined}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? shown}
          fault={remark?.fault ? remark.text : null}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value)
            setRemark(null)
          }}
          onBlur={set}
          onKeyDown={(event) => {
            if (event.key === 'Enter') set()
            if (event.key === 'Escape') setTyped(null)
          }}
        />
        <NudgeButton label={words.frameLater(label)} onNudge={() => onNudge(1)}>
          {words.frame}
          <ChevronRightIcon />
        </NudgeButton>
      </div>
      <div className="time-remark" aria-live="polite">
        {remark && (remark.fault ? <FieldFault fieldId={id}>{remark.text}</FieldFault> : <p>{remark.text}</p>)}
      </div>
    </div>
  )
}
