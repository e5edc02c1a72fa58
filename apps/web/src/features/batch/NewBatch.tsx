import type { QualityId } from '@kerf/domain/formats/quality'
import { useState } from 'react'
import { openDraft } from '../../browser/storage.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { LinksField } from './LinksField.tsx'
import { readLines } from './read-lines.ts'
import { useReadLinks } from './use-read-links.ts'

/** Pasted links that are not a batch yet. */
const draft = openDraft('links')
/** The second step, which is loaded while the links are pasted. */
const loadSecondStep = () => import('./ChooseClips.tsx')

interface NewBatchProps {
  /** Link of a playlist that becomes a line; null for none. */
  playlist: string | null
  onBatch: (id: string) => void
}

const withLine = (text: string, line: string | null): string =>
  line === null || text.split('\n').includes(line) ? text : [text.trimEnd(), line].filter(Boolean).join('\n')

/** Creates a batch in two steps: links are pasted, then their clips are chosen. */
export function NewBatch({ playlist, onBatch }: NewBatchProps) {
  const [text, setText] = useState(() => withLine(draft.read() ?? '', playlist))
  const [quality, setQuality] = useState<QualityId>('1080p')
  const reading = useReadLinks()
  const [isChoosing, setChoosing] = useState<boolean | null>(null)
  const [attempt, setAttempt] = useState(0)
  const secondStep = useLoaded(loadSecondStep, attempt)
  if (isChoosing && secondStep) {
    const faultyLines = readLines(text).filter(({ fault }) => fault !== null)
    return (
      <secondStep.ChooseClips
        reading={reading}
        skipped={faultyLines.length}
        quality={quality}
        onQuality={setQuality}
        onBack={() => {
          reading.stop()
          setChoosing(false)
        }}
        onBatch={(id) => {
          // The draft keeps only the lines with a fault.
          draft.save(faultyLines.map(({ number }) => text.split('\n')[number - 1]).join('\n'))
          onBatch(id)
        }}
      />
    )
  }
  return (
    <LinksField
      text={text}
      onText={(newText) => {
        setText(newText)
        draft.save(newText)
      }}
      // The field takes the focus when the viewer returns from the clips.
      takesFocus={isChoosing === false}
      showsPlaylist={playlist !== null && isChoosing === null}
      onProcess={(lines) => {
        reading.start(lines)
        setChoosing(true)
        setAttempt(attempt + 1)
      }}
    />
  )
}
