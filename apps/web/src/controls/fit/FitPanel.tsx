import {
  FADE_SECONDS_BOUNDS,
  MAX_BYTES_BOUNDS,
  MAX_BYTES_PRESETS,
  USUAL_LOUDNESS,
} from '@kerf/domain/formats/clip-options'
import { RangeField } from '@kerf/ui/RangeField'
import { SelectField } from '@kerf/ui/SelectField'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { useId, useState } from 'react'
import { fitWords as words } from '#messages/clips/fit.ts'
import { withDecimals, withFewestDecimals } from '../../data/formatting/numbers.ts'
import { BYTES_PER_MEGABYTE, sizeLimit } from '../../data/formatting/size.ts'
import { type Fit, withoutNoOps } from '../../data/ranges/fit.ts'
import { lufs } from '../../data/ranges/fit-summary.ts'
import { CropChooser, type FitProps } from './CropChooser.tsx'

/** Controls that fit clips to their destination, each with a note on what it does. */
export function FitPanel(props: FitProps) {
  const { fit, onFit, isSilent = false } = props
  const change = (changes: Fit): void => onFit(withoutNoOps({ ...fit, ...changes }))
  const { loudness, fade } = fit
  const secondsText = (value: number): string => (value === 0 ? words.off : words.seconds(withDecimals(value, 1)))
  const changeFade = (changes: Fit['fade']): void => change({ fade: { ...fade, ...changes } })
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
              ...[...new Set([USUAL_LOUDNESS, ...(loudness === undefined ? [] : [loudness])])].map((level) => ({
                value: String(level),
                name: words.even(lufs(level)),
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
        {FADE_TRACKS.filter((track) => !(isSilent && track === 'audio')).map((track) => (
          <RangeField
            key={track}
            label={track === 'video' ? words.fadeVideo : words.fadeAudio}
            value={fade?.[track] ?? 0}
            shown={secondsText(fade?.[track] ?? 0)}
            min={0}
            max={FADE_SECONDS_BOUNDS.most}
            step={FADE_SECONDS_BOUNDS.least}
            aria-describedby={fadeNoteId}
            onValue={(value) => changeFade({ [track]: value === 0 ? undefined : value })}
          />
        ))}
        <p id={fadeNoteId} className="note">
          {fade && (fade.video === undefined ? words.fadeAudioNote : words.fadeNote)}
        </p>
      </div>
    </div>
  )
}

const FADE_TRACKS = ['video', 'audio'] as const
const OWN_SIZE = 'own'

function SizeField({ maxBytes, onChange }: { maxBytes: number | undefined; onChange: (maxBytes?: number) => void }) {
  const id = useId()
  const noteId = useId()
  const isPreset = maxBytes === undefined || MAX_BYTES_PRESETS.includes(maxBytes)
  // The typed text and the limit that it set. The text is dropped when the page's address sets another limit.
  const [ownSize, setOwnSize] = useState<{ text: string; bytes: number | undefined } | null>(null)
  // The text of the own size, which may not be a valid size yet; null where a size of the list is chosen.
  const ownText = ownSize?.bytes === maxBytes && ownSize ? ownSize.text : isPreset ? null : inMegabytes(maxBytes)
  const isFaulty = ownText !== null && ownText.trim() !== '' && readMegabytes(ownText) === null
  function typeSize(text: string): void {
    const bytes = readMegabytes(text) ?? undefined
    setOwnSize({ text, bytes })
    onChange(bytes)
  }
  function choose(value: string): void {
    if (value === OWN_SIZE) {
      typeSize('')
      return
    }
    setOwnSize(null)
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
          value={ownText === null ? (maxBytes ?? '') : OWN_SIZE}
          aria-describedby={noteId}
          options={[
            { value: '', name: words.noLimit },
            ...MAX_BYTES_PRESETS.map((bytes) => ({ value: String(bytes), name: words.atMost(sizeLimit(bytes)) })),
            { value: OWN_SIZE, name: words.own },
          ]}
          onChange={({ target }) => choose(target.value)}
        />
        {ownText !== null && (
          <TextField
            id={ownId}
            aria-label={words.ownSize}
            placeholder={words.ownSize}
            inputMode="decimal"
            autoComplete="off"
            value={ownText}
            fault={isFaulty ? faultSentence() : null}
            onChange={({ target }) => typeSize(target.value)}
          />
        )}
      </div>
      {isFaulty && <FieldFault fieldId={ownId}>{faultSentence()}</FieldFault>}
      <p id={noteId} className="note">
        {maxBytes !== undefined && words.sizeNote}
      </p>
    </div>
  )
}

const faultSentence = (): string =>
  words.ownFault(inMegabytes(MAX_BYTES_BOUNDS.least), inMegabytes(MAX_BYTES_BOUNDS.most))
const inMegabytes = (bytes: number): string => withFewestDecimals(bytes / BYTES_PER_MEGABYTE)

/** Bytes of a size such as `12`, `12,5` or `12 MB`; null where it is no size within the limits. */
function readMegabytes(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.').replace(/\s*M[BO]\s*$/i, ''))
  const bytes = Math.round(number * BYTES_PER_MEGABYTE)
  return bytes >= MAX_BYTES_BOUNDS.least && bytes <= MAX_BYTES_BOUNDS.most ? bytes : null
}
