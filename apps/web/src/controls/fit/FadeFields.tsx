import { FADE_SECONDS_BOUNDS } from '@kerf/domain/formats/clip-options'
import { RangeField } from '@kerf/ui/RangeField'
import { useId } from 'react'
import { fitWords as words } from '#messages/clips/fit.ts'
import { withDecimals } from '../../data/formatting/numbers.ts'
import { type Fit, withoutNoOps } from '../../data/ranges/fit.ts'
import './fit-panel.css'

type FadedTrack = 'video' | 'audio'

interface FadeFieldsProps {
  fit: Fit
  onFit: (fit: Fit) => void
  tracks: readonly FadedTrack[]
  /** Note on the fades that are set. */
  note: string
}

/** Sliders for the fades at both ends of a clip. */
export function FadeFields({ fit, onFit, tracks, note }: FadeFieldsProps) {
  const noteId = useId()
  const secondsText = (value: number): string => (value === 0 ? words.off : words.seconds(withDecimals(value, 1)))
  const { fade } = fit
  const isSet = tracks.some((track) => fade?.[track] !== undefined)
  return (
    <div className="fit-fades">
      {tracks.map((track) => (
        <RangeField
          key={track}
          label={track === 'video' ? words.fadeVideo : words.fadeAudio}
          value={fade?.[track] ?? 0}
          shown={secondsText(fade?.[track] ?? 0)}
          min={0}
          max={FADE_SECONDS_BOUNDS.most}
          step={FADE_SECONDS_BOUNDS.least}
          aria-describedby={noteId}
          onValue={(value) =>
            onFit(withoutNoOps({ ...fit, fade: { ...fade, [track]: value === 0 ? undefined : value } }))
          }
        />
      ))}
      <p id={noteId} className="note">
        {isSet && note}
      </p>
    </div>
  )
}
