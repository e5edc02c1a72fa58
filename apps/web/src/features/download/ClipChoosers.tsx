import type { Video } from '@kerf/contract/video'
import {
  type AudioTrackChoice,
  SUBTITLE_KINDS,
  SUBTITLE_STYLES,
  type SubtitleStyle,
} from '@kerf/domain/captions/transcript'
import { SelectField } from '@kerf/ui/SelectField'
import { useId } from 'react'
import { choiceWords as words } from '#messages/clips/choices.ts'
import { captionsName } from '../../data/formatting/captions-name.ts'
import type { ClipChoice } from '../../data/ranges/clip-choice.ts'

interface ClipChoosersProps {
  video: Pick<Video, 'captions' | 'audioTracks'>
  choice: ClipChoice
  onChoose: (choice: ClipChoice) => void
}

/** Choosers of audio track and subtitles, for videos with several audio tracks or with captions. */
export function ClipChoosers({ video, choice, onChoose }: ClipChoosersProps) {
  const { captions, audioTracks } = video
  const { subtitles } = choice
  const noteId = useId()
  const [originalTrack] = audioTracks
  function chooseSubtitleKind(form: string): void {
    const subtitleKind = SUBTITLE_KINDS.find((name) => name === form)
    onChoose({ ...choice, subtitles: subtitleKind ? { as: subtitleKind, style: subtitles?.style ?? 'outline' } : null })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its contents out differently.
    <div role="group" className="clip-choosers" aria-label={words.title}>
      {audioTracks.length > 1 && (
        <Chooser
          label={words.audioTrack}
          value={choice.audioTrack ?? originalTrack!.id}
          options={audioTracks.map((track) => ({ value: track.id, name: trackName(track) }))}
          onChoose={(id) => onChoose({ ...choice, audioTrack: id === originalTrack!.id ? null : id })}
        />
      )}
      {captions.length > 0 && (
        <Chooser
          label={words.subtitles}
          value={subtitles?.as ?? ''}
          describedBy={subtitles ? noteId : undefined}
          options={[
            { value: '', name: words.none },
            ...SUBTITLE_KINDS.map((form) => ({ value: form, name: words.forms[form] })),
          ]}
          onChoose={chooseSubtitleKind}
        />
      )}
      {subtitles && captions.length > 1 && (
        <Chooser
          label={words.captions}
          value={choice.captions ?? ''}
          options={captions.map((track) => ({ value: track.id, name: captionsName(track) }))}
          onChoose={(id) => onChoose({ ...choice, captions: id })}
        />
      )}
      {subtitles?.as === 'burned' && (
        <Chooser
          label={words.style}
          value={subtitles.style}
          options={SUBTITLE_STYLES.map((style) => ({ value: style, name: words.styles[style] }))}
          onChoose={(style) => onChoose({ ...choice, subtitles: { as: subtitles.as, style: style as SubtitleStyle } })}
        />
      )}
      {captions.length > 0 && (
        <p id={noteId} className="note" role="status">
          {subtitles && words.notes[subtitles.as]}
        </p>
      )}
    </div>
  )
}

interface ChooserProps {
  label: string
  value: string
  options: readonly { value: string; name: string }[]
  describedBy?: string | undefined
  onChoose: (value: string) => void
}

function Chooser({ label, value, options, describedBy, onChoose }: ChooserProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <SelectField
        id={id}
        value={value}
        options={options}
        aria-describedby={describedBy}
        onChange={({ target }) => onChoose(target.value)}
      />
    </div>
  )
}

/** Some sources name the original track in its label already. */
const ORIGINAL_PATTERN = /original/i

function trackName({ label, isOriginal }: AudioTrackChoice): string {
  return isOriginal && !ORIGINAL_PATTERN.test(label) ? words.original(label) : label
}
