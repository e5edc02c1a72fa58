import { FADE_SECONDS, MAX_BYTES, MAX_BYTES_PRESETS, USUAL_LOUDNESS } from '@kerf/domain/formats/clip-options'
import { RangeField } from '@kerf/ui/RangeField'
import { SelectField } from '@kerf/ui/SelectField'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { useId, useState } from 'react'
import { fitWords as words } from '#messages/clips/fit.ts'
import { asShortAsItIs, withDecimals } from '../../data/formatting/numbers.ts'
import { BYTES_PER_MEGABYTE, sizeLimit } from '../../data/formatting/size.ts'
import { type Fit, withoutNothing } from '../../data/ranges/fit.ts'
import { lufs } from '../../data/ranges/fit-words.ts'
import { CropChooser, type FitProps } from './CropChooser.tsx'
import './fit-panel.css'

/** How clips are made to fit where they go: each choice, and which formats cannot have it. */
export function FitPanel(props: FitProps) {
  const { fit, onFit, isSilent = false } = props
  const change = (changes: Fit): void => onFit(withoutNothing({ ...fit, ...changes }))
  const { loudness, fade } = fit
  const seconds = (value: number): string => (value === 0 ? words.off : words.seconds(withDecimals(value, 1)))
  const fadeTo = (changes: Fit['fade']): void => change({ fade: { ...fade, ...changes } })
  const loudnessId = useId()
  const noteId = useId()
  const fadeNoteId = useId()
  return (
    <div className="fit-fields">
      <CropChooser {...props} />
      <SizeField maxBytes={fit.maxBytes} onChange={(maxBytes) => change({ maxBytes })} />
      {!isSilent && (
        <div>
          <label className="fit-label" htmlFor={loudnessId}>
            {words.loudness}
          </label>
          <SelectField
            id={loudnessId}
            value={loudness ?? ''}
            aria-describedby={noteId}
            options={[
              { value: '', name: words.asItIs },
              ...[...new Set([USUAL_LOUDNESS, ...(loudness === undefined ? [] : [loudness])])].map((one) => ({
                value: String(one),
                name: words.even(lufs(one)),
              })),
            ]}
            onChange={({ target }) => change({ loudness: target.value === '' ? undefined : Number(target.value) })}
          />
          <p id={noteId} className="note">
            {loudness !== undefined && words.loudnessNote}
          </p>
        </div>
      )}
      <div className="fit-fades">
        {FADED.filter((what) => !(isSilent && what === 'audio')).map((what) => (
          <RangeField
            key={what}
            label={what === 'video' ? words.fadeVideo : words.fadeAudio}
            value={fade?.[what] ?? 0}
            shown={seconds(fade?.[what] ?? 0)}
            min={0}
            max={FADE_SECONDS.most}
            step={FADE_SECONDS.least}
            aria-describedby={fadeNoteId}
            onValue={(value) => fadeTo({ [what]: value === 0 ? undefined : value })}
          />
        ))}
        <p id={fadeNoteId} className="note">
          {fade && (fade.video === undefined ? words.fadeAudioNote : words.fadeNote)}
        </p>
      </div>
    </div>
  )
}

const FADED = ['video', 'audio'] as const
const OWN = 'own'

function SizeField({ maxBytes, onChange }: { maxBytes: number | undefined; onChange: (maxBytes?: number) => void }) {
  const id = useId()
  const noteId = useId()
  const isUsual = maxBytes === undefined || MAX_BYTES_PRESETS.includes(maxBytes)
  // Typed text belongs to the limit that it made: it goes when the address brings another.
  const [own, setOwn] = useState<{ text: string; bytes: number | undefined } | null>(null)
  // What is typed, which need not be a size (yet); null where one of the list is chosen.
  const typed = own?.bytes === maxBytes && own ? own.text : isUsual ? null : inMegabytes(maxBytes)
  const isFaulty = typed !== null && typed.trim() !== '' && readMegabytes(typed) === null
  function type(text: string): void {
    const bytes = readMegabytes(text) ?? undefined
    setOwn({ text, bytes })
    onChange(bytes)
  }
  function choose(value: string): void {
    if (value === OWN) {
      type('')
      return
    }
    setOwn(null)
    onChange(value === '' ? undefined : Number(value))
  }
  const ownId = `${id}-own`
  return (
    <div>
      <label className="fit-label" htmlFor={id}>
        {words.size}
      </label>
      <div className="fit-size">
        <SelectField
          id={id}
          value={typed === null ? (maxBytes ?? '') : OWN}
          aria-describedby={noteId}
          options={[
            { value: '', name: words.noLimit },
            ...MAX_BYTES_PRESETS.map((bytes) => ({ value: String(bytes), name: words.atMost(sizeLimit(bytes)) })),
            { value: OWN, name: words.own },
          ]}
          onChange={({ target }) => choose(target.value)}
        />
        {typed !== null && (
          <TextField
            id={ownId}
            aria-label={words.ownSize}
            placeholder={words.ownSize}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            fault={isFaulty ? fault() : null}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </div>
      {isFaulty && <FieldFault fieldId={ownId}>{fault()}</FieldFault>}
      <p id={noteId} className="note">
        {maxBytes !== undefined && words.sizeNote}
      </p>
    </div>
  )
}

const fault = (): string => words.ownFault(inMegabytes(MAX_BYTES.least), inMegabytes(MAX_BYTES.most))
const inMegabytes = (bytes: number): string => asShortAsItIs(bytes / BYTES_PER_MEGABYTE)

/** Bytes of `12` or `12,5` MB or Mo; null where that is no size to ask for. */
function readMegabytes(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.').replace(/\s*M[BO]\s*$/i, ''))
  const bytes = Math.round(number * BYTES_PER_MEGABYTE)
  return bytes >= MAX_BYTES.least && bytes <= MAX_BYTES.most ? bytes : null
}
