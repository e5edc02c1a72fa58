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
  /** Range that the time is an end of. */
  range: TimeRange
  /** Sets a typed time. Returns the time that was set, and the range if the other end has moved too. */
  onSet: (seconds: number) => { newSeconds: number; movedRange: TimeRange | null }
  /** Moves the end by one frame; null where the video has no frames. */
  onNudge: ((frames: -1 | 1) => void) | null
  /** Snap point of the handle in words; null where it has not snapped. */
  snapText: string | null
  /** Frame at this end of the range. */
  frame: ReactNode
}

interface Remark {
  fault: boolean
  text: string
  /** Range that the text names, if it names one. */
  range?: TimeRange | null
}

const words = toolWords.trim
/** Length of a time without hours, such as `59:59.999`. Longer times have a smaller font. */
const HOURLESS_LENGTH = 9
/** Time for which a button is held before it repeats. */
const HOLD_MS = 400
/** Time between two repeats. */
const REPEAT_MS = 70

/** Field for a time, with buttons for steps of one frame. Enter or leaving the field sets the typed time. */
export function TimeField({ end, label, seconds, range, onSet, onNudge, snapText, frame }: TimeFieldProps) {
  const id = useId()
  // Typed text and its remark belong to one time or range. Both disappear when a handle moves.
  const [draft, setDraft] = useState<{ text: string; at: number } | null>(null)
  const [storedRemark, setStoredRemark] = useState<{ remark: Remark; at: number } | null>(null)
  const text = draft?.at === seconds ? draft.text : null
  const remarkRange = storedRemark?.remark.range ?? range
  const remark = storedRemark?.at === seconds && isSameRange(remarkRange, range) ? storedRemark.remark : null
  const timecode = formatTimecode(seconds, 3)
  const field = useRef<HTMLInputElement>(null)

  function type(newText: string): void {
    setDraft({ text: newText, at: seconds })
    setStoredRemark(null)
  }
  function typeColon(): void {
    const input = field.current!
    input.setRangeText(':', input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    type(input.value)
  }
  function forget(): void {
    setDraft(null)
    setStoredRemark(null)
  }
  function set(): void {
    if (text === null) return
    if (text === timecode) {
      forget()
      return
    }
    const typedSeconds = parseTimecode(text)
    if (typedSeconds === null) {
      setStoredRemark({ remark: { fault: true, text: words.notATime }, at: seconds })
      return
    }
    const { newSeconds, movedRange } = onSet(typedSeconds)
    setDraft(null)
    const isExact = Math.abs(newSeconds - typedSeconds) < 0.001
    const note = movedRange
      ? trimTools.ranged(formatTimecode(movedRange.startTime, 3), formatTimecode(movedRange.endTime, 3))
      : words.setTo(formatTimecode(newSeconds, 3))
    setStoredRemark(
      isExact && !movedRange ? null : { remark: { fault: false, text: note, range: movedRange }, at: newSeconds },
    )
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
            data-long={timecode.length > HOURLESS_LENGTH || undefined}
            inputMode="decimal"
            autoComplete="off"
            value={text ?? timecode}
            fault={remark?.fault ? remark.text : null}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
            onBlur={set}
            onKeyDown={(event) => {
              if (event.key === 'Enter') set()
              if (event.key === 'Escape') forget()
              // While there is typed text, undo belongs to the browser. Otherwise it restores an earlier range.
              if (text !== null && (event.ctrlKey || event.metaKey)) event.stopPropagation()
            }}
          />
          {/* The number pad of a phone has no colon. The field keeps the focus, so that the pad stays open. */}
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
          snapText && (
            <p className="line-clamp-2 wrap-anywhere" dir="auto" title={snapText}>
              {snapText}
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

/** Nudges when clicked, and repeatedly while held. A touch that starts to scroll does not nudge. */
function NudgeButton({ label, onNudge, children }: NudgeButtonProps) {
  const nudge = useLatest(onNudge)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasRepeated = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  function repeat(): void {
    hasRepeated.current = true
    nudge.current()
    timer.current = setTimeout(repeat, REPEAT_MS)
  }
  function press(): void {
    hasRepeated.current = false
    clearTimeout(timer.current)
    timer.current = setTimeout(repeat, HOLD_MS)
  }
  function leave(): void {
    hasRepeated.current = false
    clearTimeout(timer.current)
  }
  function click(): void {
    // The click that ends a hold does not nudge, because the repeats have.
    if (!hasRepeated.current) nudge.current()
    hasRepeated.current = false
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
