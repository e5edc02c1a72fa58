import type { QualityId } from '@kerf/domain/formats/quality'
import { useState } from 'react'
import { ChooseClips } from './ChooseClips.tsx'
import { LinksField } from './LinksField.tsx'
import { useReadLinks } from './use-read-links.ts'

const KEY = 'kerf:links'

/** First the links are pasted, then what the server read of them is chosen from. */
export function NewBatch({ onBatch }: { onBatch: (id: string) => void }) {
  const [text, setText] = useState(readLinksDraft)
  const [quality, setQuality] = useState<QualityId>('1080p')
  const reading = useReadLinks()
  const [choosing, setChoosing] = useState<boolean | null>(null)
  if (choosing)
    return (
      <ChooseClips
        reading={reading}
        quality={quality}
        onQuality={setQuality}
        onBack={() => {
          reading.stop()
          setChoosing(false)
        }}
        onBatch={(id) => {
          saveLinksDraft('')
          onBatch(id)
        }}
      />
    )
  return (
    <LinksField
      text={text}
      onText={(now) => {
        setText(now)
        saveLinksDraft(now)
      }}
      // Whoever comes back from the clips goes on where they were.
      takesFocus={choosing === false}
      onProcess={(lines) => {
        reading.start(lines)
        setChoosing(true)
      }}
    />
  )
}

/** What was pasted and has not become a batch yet. Nothing of it is kept beyond this tab. */
function readLinksDraft(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function saveLinksDraft(text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Storage is closed or full: the field itself still has the text.
  }
}
