import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import type { TypedRange } from '@kerf/domain/ranges/typed-range'
import { Button } from '@kerf/ui/Button'
import { TextArea } from '@kerf/ui/Field'
import { FieldFault } from '@kerf/ui/TextField'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { batchWords } from '#messages/clips/batch.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { type BatchLine, readLines } from './read-lines.ts'

interface LinksFieldProps {
  text: string
  onText: (text: string) => void
  takesFocus: boolean
  /** Whether the videos of the first playlist are shown at once. */
  showsPlaylist: boolean
  /** Called with the lines that have no fault. */
  onProcess: (lines: readonly BatchLine[]) => void
}

const words = batchWords.links
const FIELD_ID = 'batch-links'
const loadChooser = () => import('./PlaylistChooser.tsx')

/** Field for links, one per line. Each line is checked while it is typed. A fault blocks no other line. */
export function LinksField({ text, onText, takesFocus, showsPlaylist, onProcess }: LinksFieldProps) {
  const lines = useMemo(() => readLines(text), [text])
  const validLines = lines.filter(({ fault }) => fault === null)
  const [refusal, setRefusal] = useState<string>()
  const [shownNumber, setShownNumber] = useState(
    () => (showsPlaylist && lines.find(({ fault }) => fault === 'playlist')?.number) || null,
  )
  const shownLine = lines.find(({ number, fault }) => number === shownNumber && fault === 'playlist')

  const chooserModule = useLoaded(loadChooser, shownNumber)

  function takeVideos(urls: readonly string[]): void {
    const newLines = text.split('\n')
    newLines.splice((shownNumber ?? 1) - 1, 1, ...urls)
    onText(newLines.join('\n'))
    setShownNumber(null)
    document.getElementById(FIELD_ID)?.focus()
  }

  useEffect(() => {
    if (takesFocus) document.getElementById(FIELD_ID)?.focus()
  }, [takesFocus])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (validLines.length > 0) {
      onProcess(validLines)
      return
    }
    setRefusal(lines.length === 0 ? words.empty : words.mendFirst)
    document.getElementById(FIELD_ID)?.focus()
  }

  return (
    <form className="batch-links grid gap-5" noValidate onSubmit={submit}>
      <p className="batch-lead">{batchWords.lead(MAX_BATCH_ITEMS)}</p>
      <TextArea
        id={FIELD_ID}
        label={words.label}
        hint={words.hint(MAX_BATCH_ITEMS)}
        placeholder={words.placeholder}
        fault={refusal}
        rows={6}
        wrap="off"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setRefusal(undefined)
          onText(event.target.value)
        }}
      />
      {lines.length > 0 && (
        <ol className="batch-rows rows" aria-label={words.checked}>
          {lines.map((line) => (
            <CheckedLine
              key={line.number}
              line={line}
              isShown={line === shownLine}
              onShow={() => setShownNumber(line.number)}
            />
          ))}
        </ol>
      )}
      {shownLine && chooserModule && (
        <chooserModule.PlaylistChooser
          key={shownLine.link}
          link={shownLine.link}
          most={Math.max(0, MAX_BATCH_ITEMS - validLines.length)}
          onTake={takeVideos}
          onClose={() => {
            setShownNumber(null)
            document.getElementById(FIELD_ID)?.focus()
          }}
        />
      )}
      <div className="batch-acts m-0">
        <Button type="submit" variant="primary">
          {words.process(validLines.length)}
        </Button>
        {/* On phones the text has a line of its own, so that an empty text takes no width from the buttons. */}
        <p className="mt-2.5 flex gap-4 max-desk:basis-full" role="status">
          {lines.length > 0 && words.counted(validLines.length, lines.length - validLines.length)}
        </p>
      </div>
    </form>
  )
}

interface CheckedLineProps {
  line: BatchLine
  /** Whether the videos of its playlist are shown. */
  isShown: boolean
  onShow: () => void
}

function CheckedLine({ line: { number, link, times, isClip, fault }, isShown, onShow }: CheckedLineProps) {
  return (
    <li className="batch-row min-h-0" aria-label={words.line(number)}>
      <span className="time text-small text-ink-2" aria-hidden="true">
        {number}
      </span>
      <div className="batch-words">
        <p className="truncate text-[0.9375rem]" title={link}>
          {link}
        </p>
        {fault === 'playlist' ? (
          <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-2">
            <span>{words.faults.playlist}</span>
            <Button
              variant="paper"
              size="small"
              aria-expanded={isShown}
              aria-label={batchWords.playlist.chooseOf(number)}
              onClick={onShow}
            >
              {batchWords.playlist.choose}
            </Button>
          </p>
        ) : fault ? (
          <FieldFault fieldId={`batch-line-${number}`}>
            {fault === 'tooMany' ? words.faults.tooMany(MAX_BATCH_ITEMS) : words.faults[fault]}
          </FieldFault>
        ) : (
          <p className="batch-facts">
            <span>{isClip ? words.ofClip : describeTypedRange(times)}</span>
          </p>
        )}
      </div>
    </li>
  )
}

function describeTypedRange({ startTime, endTime }: TypedRange): string {
  const [start, end] = [startTime, endTime].map((seconds) => (seconds === undefined ? null : shortTimecode(seconds)))
  if (start && end) return words.range(start, end)
  if (end) return words.until(end)
  return start ? words.from(start) : words.whole
}
