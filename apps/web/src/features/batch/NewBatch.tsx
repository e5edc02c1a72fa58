import type { QualityId } from '@kerf/domain/formats/quality'
import { useState } from 'react'
import { openDraft } from '../../browser/storage.ts'
import { ChooseClips } from './ChooseClips.tsx'
import { LinksField } from './LinksField.tsx'
import { readLines } from './read-lines.ts'
import { useReadLinks } from './use-read-links.ts'

/** The links that were pasted and have not become a batch yet. */
const draft = openDraft('links')

/** First the links are pasted, then what the server read of them is chosen from. */
export function NewBatch({ onBatch }: { onBatch: (id: string) => void }) {
  const [text, setText] = useState(() => draft.read() ?? '')
  const [quality, setQuality] = useState<QualityId>('1080p')
  const reading = useReadLinks()
  const [choosing, setChoosing] = useState<boolean | null>(null)
  if (choosing) {
    const faulty = readLines(text).filter(({ fault }) => fault !== null)
    return (
      <ChooseClips
        reading={reading}
        skipped={faulty.length}
        quality={quality}
        onQuality={setQuality}
        onBack={() => {
          reading.stop()
          setChoosing(false)
        }}
        onBatch={(id) => {
          // What is still to be mended.
          draft.save(faulty.map(({ number }) => text.split('\n')[number - 1]).join('\n'))
          onBatch(id)
        }}
      />
    )
  }
  return (
    <LinksField
      text={text}
      onText={(now) => {
        setText(now)
        draft.save(now)
      }}
      // Coming back from the clips, the keyboard goes on in the field.
      takesFocus={choosing === false}
      onProcess={(lines) => {
        reading.start(lines)
        setChoosing(true)
      }}
    />
  )
}
