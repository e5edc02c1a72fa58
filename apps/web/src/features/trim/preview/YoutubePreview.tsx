import { parseYoutubeLink } from '@kerf/domain/links/youtube-link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'

interface YoutubePreviewProps {
  link: string
  title: string
  range: TimeRange
  /** A handle is pressed: where it will stop is not known yet. */
  pressed: boolean
}

/** Reloading the player at every move of a handle would be no preview: it follows once the range has come to rest. */
const REST_MS = 900

export function YoutubePreview({ link, title, range, pressed }: YoutubePreviewProps) {
  const wanted = youtubeEmbedAddress(link, range)
  const [address, setAddress] = useState(wanted)
  useEffect(() => {
    if (pressed) return
    const timer = setTimeout(() => setAddress(wanted), REST_MS)
    return () => clearTimeout(timer)
  }, [wanted, pressed])
  if (address === null)
    return <p className="absolute inset-0 grid place-items-center p-6 text-center">{toolWords.preview.none}</p>
  return (
    <iframe
      src={address}
      title={toolWords.preview.player(title)}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}

/** The platform's own player, limited to the range; it takes whole seconds, so the range is rounded outward. null for other links. */
export function youtubeEmbedAddress(link: string, range: TimeRange): string | null {
  const youtube = parseYoutubeLink(link)
  if (!youtube) return null
  const asked = new URLSearchParams({
    start: String(Math.floor(range.startTime)),
    end: String(Math.ceil(range.endTime)),
    autoplay: '1',
    playsinline: '1',
    rel: '0',
  })
  return `https://www.youtube-nocookie.com/embed/${youtube.videoId}?${asked}`
}
