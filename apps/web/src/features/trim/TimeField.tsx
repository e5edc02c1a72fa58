import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { isSameRange, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Button } from '@kerf/ui/Button'
import { ChevronLeftIcon, ChevronRightIcon } from '@kerf/ui/icons/tool-icons'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { toolWords, trimTools } from '#messages/clips/tool.ts'
import { useLatest } from '../../browser/use-latest.ts'
import type { End } from './timeline/move-trim-end.ts'

interface TimeFieldProps {
  end: End
  label: string
  seconds: number
  /** The range that it is an end of. */
  range: TimeRange
  /** A time was typed. Answers the time that was really set, and the range if the other end has moved too. */
  onSet: (seconds: number) => { got: number; moved: TimeRange | null }
  /** null: there are no frames. */
  onNudge: ((frames: -1 | 1) => void) | null
  /** What the handle has snapped to, in words. */
  snapped: string | null
  /** The frame at this end. */
  frame: ReactNode
}

interface Remark {
  fault: boolean
  text: string
  /** The range that it names. */
  range?: TimeRange | null
}

const words = toolWords.trim
/** `59:59.999`; longer times are set smaller. */
const HOURLESS_LENGTH = 9
/** A held button repeats after the first of these times, and then at every second. */
const HOLD_MS = 400
const REPEAT_MS = 70

/** A time that can be typed, with one-frame steps beside it. Enter or leaving the field sets it. */
export function TimeField({ end, label, seconds, range, onSet, onNudge, snapped, frame }: TimeFieldProps) {
  const id = useId()
  // Typed text and its remark belong to the time or the range that they were about: they go when a handle moves.
  const [typed, setTyped] = useState<{ text: string; at: number } | null>(null)
  const [noted, setNoted] = useState<{ remark: Remark; at: number } | null>(null)
  const text = typed?.at === seconds ? typed.text : null
  const named = noted?.remark.range ?? range
  const remark = noted?.at === seconds && isSameRange(named, range) ? noted.remark : null
  const shown = formatTimecode(seconds, 3)
  const field = useRef<HTMLInputElement>(null)

  function type(next: string): void {
    setTyped({ text: next, at: seconds })
    setNoted(null)
  }
  function typeColon(): void {
    const input = field.current!
    input.setRangeText(':', input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    type(input.value)
  }
  function forget(): void {
    setTyped(null)
    setNoted(null)
  }
  function set(): void {
    if (text === null) return
    if (text === shown) {
      forget()
      return
    }
    const wanted = parseTimecode(text)
    if (wanted === null) {
      setNoted({ remark: { fault: true, text: words.notATime }, at: seconds })
      return
    }
    const { got, moved } = onSet(wanted)
    setTyped(null)
    const asWanted = Math.abs(got - wanted) < 0.001
    const note = moved
      ? trimTools.ranged(formatTimecode(moved.startTime, 3), formatTimecode(moved.endTime, 3))
      : words.setTo(formatTimecode(got, 3))
    setNoted(asWanted && !moved ? null : { remark: { fault: false, text: note, range: moved }, at: got })
  }

  return (
    <div className="time-field" data-end={end}>
      <label htmlFor={id}>{label}</label>
      <div className="time-frame">{frame}</div>
      <div className="joined">
        {onNudge && (
          <NudgeButton label={words.frameEarlier(label)} onNudge={() => onNudge(-1)}>
            <ChevronLeftIcon />
            {words.frame}
          </NudgeButton>
        )}
        <div className="time-entry">
          <TextField
            ref={field}
            id={id}
            className="time"
            data-long={shown.length > HOURLESS_LENGTH || undefined}
            inputMode="decimal"
            autoComplete="off"
            value={text ?? shown}
            fault={remark?.fault ? remark.text : null}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
            onBlur={set}
            onKeyDown={(event) => {
              if (event.key === 'Enter') set()
              if (event.key === 'Escape') forget()
              // What is being typed is undone by the browser; after that, the range is.
              if (text !== null && (event.ctrlKey || event.metaKey)) event.stopPropagation()
            }}
          />
          {/* The number pad of a phone has no colon. The field keeps the focus, and with it the pad. */}
          <button
            type="button"
            className="time-colon"
            tabIndex={-1}
            aria-label={words.colon}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={typeColon}
          >
            :
          </button>
        </div>
        {onNudge && (
          <NudgeButton label={words.frameLater(label)} onNudge={() => onNudge(1)}>
            {words.frame}
            <ChevronRightIcon />
          </NudgeButton>
        )}
      </div>
      <div className="max-w-[340px] text-small/[1.4] text-ink-2 *:mt-1.5" aria-live="polite">
        {remark ? (
          remark.fault ? (
            <FieldFault fieldId={id}>{remark.text}</FieldFault>
          ) : (
            <p>{remark.text}</p>
          )
        ) : (
          snapped && (
            <p className="line-clamp-2 wrap-anywhere" dir="auto" title={snapped}>
              {snapped}
            </p>
          )
        )}
      </div>
    </div>
  )
}

interface NudgeButtonProps {
  label: string
  onNudge: () => void
  children: ReactNode
}

/** Nudges when clicked, and goes on for as long as it is held. A finger that only begins to scroll here nudges nothing. */
function NudgeButton({ label, onNudge, children }: NudgeButtonProps) {
  const nudge = useLatest(onNudge)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  function repeat(): void {
    held.current = true
    nudge.current()
    timer.current = setTimeout(repeat, REPEAT_MS)
  }
  function press(): void {
    held.current = false
    clearTimeout(timer.current)
    timer.current = setTimeout(repeat, HOLD_MS)
  }
  function leave(): void {
    held.current = false
    clearTimeout(timer.current)
  }
  function click(): void {
    // The click that ends a hold has been paid for by the repeats.
    if (!held.current) nudge.current()
    held.current = false
  }
  return (
    <Button
      variant="quiet"
      size="bench"
      className="nudge"
      aria-label={label}
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={() => clearTimeout(timer.current)}
      onPointerLeave={leave}
      onPointerCancel={leave}
      onContextMenu={(event) => event.preventDefault()}
      onClick={click}
    >
      {children}
    </Button>
  )
}
