import { readPlaylist } from '@kerf/contract/playlist'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { Button } from '@kerf/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { batchWords } from '#messages/clips/batch.ts'
import { playlistWords as words } from '#messages/clips/playlist.ts'
import { linkFailureSentence } from '../../data/feedback/link-failure-sentence.ts'
import { callApi } from '../../data/session/with-session.ts'
import './playlist.css'

interface PlaylistChooserProps {
  link: string
  /** Number of videos that still fit into the batch. */
  most: number
  /** Called with the links of the chosen videos, in the order of the list. */
  onTake: (urls: readonly string[]) => void
  onClose: () => void
}

/** Videos of a playlist, of which as many can be chosen as fit into the batch. */
export function PlaylistChooser({ link, most, onTake, onClose }: PlaylistChooserProps) {
  const { data, error } = useQuery({
    queryKey: ['playlist', link],
    queryFn: ({ signal }) => callApi(readPlaylist, { body: { url: link }, signal }),
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const videos = data?.videos ?? []
  const firstCount = Math.min(most, videos.length)
  const isFull = chosen.size >= most

  function toggle(url: string, isChosen: boolean): void {
    const newChosen = new Set(chosen)
    if (isChosen) newChosen.add(url)
    else newChosen.delete(url)
    setChosen(newChosen)
  }

  return (
    <section className="playlist" aria-label={data ? words.videos(data.title) : batchWords.playlist.choose}>
      {data && (
        <>
          <h2 className="text-h3" dir="auto">
            {data.title}
          </h2>
          <ul className="playlist-videos">
            {videos.map(({ url, title, channel, duration }) => (
              <li key={url}>
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.has(url)}
                    disabled={isFull && !chosen.has(url)}
                    onChange={({ target }) => toggle(url, target.checked)}
                  />
                  <span className="playlist-title">
                    <bdi>{title}</bdi>
                    {channel && <bdi className="text-small text-ink-2">{channel}</bdi>}
                  </span>
                  {duration !== null && <span className="time text-small text-ink-2">{shortTimecode(duration)}</span>}
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
      <p role="status" className="note">
        {error
          ? linkFailureSentence(error)
          : data
            ? [
                words.chosen(chosen.size, most),
                data.unavailable > 0 && words.unavailable(data.unavailable),
                !data.isWhole && words.cut(videos.length),
              ]
                .filter(Boolean)
                .join(' ')
            : words.reading}
      </p>
      <div className="batch-acts m-0">
        {data && (
          <>
            <Button
              aria-disabled={chosen.size === 0}
              onClick={() => chosen.size > 0 && onTake(videos.map(({ url }) => url).filter((url) => chosen.has(url)))}
            >
              {words.add(chosen.size)}
            </Button>
            {firstCount > 1 && (
              <Button
                variant="quiet"
                onClick={() => setChosen(new Set(videos.slice(0, firstCount).map(({ url }) => url)))}
              >
                {words.first(firstCount)}
              </Button>
            )}
          </>
        )}
        <Button variant="quiet" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </section>
  )
}
