import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { isSameRange, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Button } from '@kerf/ui/Button'
import { ChevronLeftIcon, ChevronRightIcon } from '@kerf/ui/icons/tool-icons'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { toolWords, trimTools } from '#messages/clips/tool.ts'
import { useLatest } from '../../browser/use-latest.ts'
import type { End } from './timeline/move-trim-end.ts'

interface TimeFieldProps {
  end: End
  label: string
  seconds: number
  /** Range that the time is an end of. */
  range: TimeRange
  /** Sets a typed time. Returns the new range. */
  onSet: (seconds: number) => TimeRange
  /** Moves this start or end by one frame; null if the video has no frames. */
  onNudge: ((frames: -1 | 1) => void) | null
  /** Snap point of the handle in words; null where it has not snapped. */
  snapText: string | null
  /** Frame at this end of the range. */
  frame: ReactNode
  /** Element that shows remarks about the time; null until it is rendered. */
  remarkPlace: HTMLElement | null
}

const words = toolWords.trim
/** Length of a time without hours, such as `59:59.999`. Longer times have a smaller font. */
const HOURLESS_LENGTH = 9
/** Time for which a button is held until its step is repeated. */
const FIRST_REPEAT_DELAY_MILLISECONDS = 400
/** Time between two repeats. */
const REPEAT_INTERVAL_MILLISECONDS = 70

/** Field for a time, with buttons for steps of one frame. Enter or leaving the field sets the typed time. */
export function TimeField(props: TimeFieldProps) {
  const { end, label, seconds, range, onSet, onNudge, snapText, frame, remarkPlace } = props
  const id = useId()
  // Typed text is kept for one time, and a note for one range. They disappear when the time or the range changes.
  const [storedDraft, setDraft] = useState<{ text: string; at: number; isNoTime: boolean } | null>(null)
  const [storedNote, setNote] = useState<{ text: string; range: TimeRange } | null>(null)
  const draft = storedDraft?.at === seconds ? storedDraft : null
  const fault = draft?.isNoTime ? words.notATime : null
  const note = storedNote && isSameRange(storedNote.range, range) ? storedNote.text : null
  const timecode = formatTimecode(seconds, 3)
  const field = useRef<HTMLInputElement>(null)

  function type(text: string): void {
    setDraft({ text, at: seconds, isNoTime: false })
    setNote(null)
  }
  function typeColon(): void {
    const input = field.current!
    input.setRangeText(':', input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    type(input.value)
  }
  function set(): void {
    if (draft === null) return
    if (draft.text === timecode) {
      setDraft(null)
      return
    }
    const typedSeconds = parseTimecode(draft.text)
    if (typedSeconds === null) {
      setDraft({ ...draft, isNoTime: true })
      return
    }
    setDraft(null)
    const newRange = onSet(typedSeconds)
    const text = noteOf(typedSeconds, newRange)
    setNote(text === null ? null : { text, range: newRange })
  }
  /** Sentence for a typed time that moved the other end too, or that was set to another time; null otherwise. */
  function noteOf(typedSeconds: number, { startTime, endTime }: TimeRange): string | null {
    // Only a typed start can move the other end.
    if (end === 'start' && endTime !== range.endTime)
      return trimTools.ranged(formatTimecode(startTime, 3), formatTimecode(endTime, 3))
    const newSeconds = end === 'start' ? startTime : endTime
    return Math.abs(newSeconds - typedSeconds) < 0.001 ? null : words.setTo(formatTimecode(newSeconds, 3))
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
            value={draft?.text ?? timecode}
            fault={fault}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
            onBlur={set}
            onKeyDown={(event) => {
              if (event.key === 'Enter') set()
              if (event.key === 'Escape') setDraft(null)
              // While there is typed text, undo belongs to the browser. Otherwise it restores an earlier range.
              if (draft !== null && (event.ctrlKey || event.metaKey)) event.stopPropagation()
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
      {remarkPlace &&
        createPortal(
          fault ? (
            <FieldFault fieldId={id}>{fault}</FieldFault>
          ) : note ? (
            <p>{note}</p>
          ) : (
            snapText && (
              <p className="line-clamp-2 wrap-anywhere" dir="auto" title={snapText}>
                {snapText}
              </p>
            )
          ),
          remarkPlace,
        )}
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
    timer.current = setTimeout(repeat, REPEAT_INTERVAL_MILLISECONDS)
  }
  function press(): void {
    hasRepeated.current = false
    clearTimeout(timer.current)
    timer.current = setTimeout(repeat, FIRST_REPEAT_DELAY_MILLISECONDS)
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
