import type { TrimRange } from '@kerf/domain/trim-range'
import { useState } from 'react'
import { messages } from '../../messages/en.ts'
import { youtubeEmbedAddress } from './youtube-embed.ts'

interface YoutubePreviewProps {
  link: string
  title: string
  range: TrimRange
}

/** The player is loaded for the range it was opened with; loading it anew at every move of a handle would be no preview. */
export function YoutubePreview({ link, title, range }: YoutubePreviewProps) {
  const [address] = useState(() => youtubeEmbedAddress(link, range))
  if (address === null) return <p className="monitor-words">{messages.preview.none}</p>
  return (
    <iframe
      src={address}
      title={messages.preview.player(title)}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
