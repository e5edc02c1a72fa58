import type { Transcript, Video } from '@kerf/contract/video'
import { type Loudness, outToSilence, wordsWithin } from '@kerf/domain/captions/spoken-range'
import { findWords, type TranscriptWord, type WordHit, wordsOf } from '@kerf/domain/captions/transcript-words'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { SelectField } from '@kerf/ui/SelectField'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { toolWords, trimTools } from '#messages/clips/tool.ts'
import { transcriptWords as messages } from '#messages/clips/transcript.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { captionsName } from '../../data/formatting/captions-name.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { spokenTime } from '../../data/formatting/spoken-time.ts'
import { readTranscript } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { type Setting, TranscriptList } from './list/TranscriptList.tsx'
import { RangeWords } from './RangeWords.tsx'
import { TranscriptSearch } from './TranscriptSearch.tsx'
import { useAsked } from './use-asked.ts'
import './transcript.css'

interface TranscriptPanelProps {
  video: Video
  range: TimeRange
  playheadSeconds: number
  /** How loud the video is, as far as the page knows. */
  loudness: Loudness | null
  /** Brings an end or both to these times, and answers the range there is then. */
  onTake: (what: Setting, wanted: TimeRange) => TimeRange
  /** What is to be marked on the timeline, in seconds, ascending. */
  onTicks: (ticks: readonly number[]) => void
  /** The id of the captions that are shown. */
  captions: string
  onCaptions: (id: string) => void
  /** What is said, whenever it has been loaded; null when it is not shown any longer. */
  onSpokenWords: (words: readonly TranscriptWord[] | null) => void
  /** What the video is to open at; null for nothing. */
  asked: string | null
  /** It has been found, and is the range; or nobody says it. */
  onAsked: (isSaid: boolean) => void
  /** Where it is said cannot be known now. */
  onUnread: () => void
}

/** What is said in a video that has captions: found, read and cut by its words. */
export function TranscriptPanel(props: TranscriptPanelProps) {
  const { video, captions, onCaptions, onUnread } = props
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.transcript(video.id, captions),
    queryFn: ({ signal }) => readTranscript(video.id, captions, signal),
  })
  const isUnread = error !== null && !isFetching
  useEffect(() => {
    if (isUnread) onUnread()
  }, [isUnread, onUnread])
  function tryAgain({ currentTarget }: MouseEvent): void {
    // The button goes; the keyboard stays here.
    currentTarget.closest('section')?.focus({ preventScroll: true })
    void refetch()
  }
  return (
    <section tabIndex={-1} className="transcript" aria-labelledby="transcript-title">
      <div className="transcript-head">
        <h2 id="transcript-title" className="text-h3 tracking-[-0.01em]">
          {messages.title}
        </h2>
        <CaptionsChooser choices={video.captions} chosen={captions} onChoose={onCaptions} />
      </div>
      {data ? (
        <LoadedTranscript key={captions} {...props} transcript={data} />
      ) : (
        <p role="status" className="note flex items-center gap-x-2">
          {isUnread ? (
            <>
              <span>
                {messages.failed} {failureSentence(error)}
              </span>
              <button type="button" className="transcript-again" onClick={tryAgain}>
                {toolWords.result.retry}
              </button>
            </>
          ) : (
            messages.loading
          )}
        </p>
      )}
    </section>
  )
}

interface CaptionsChooserProps {
  choices: Video['captions']
  chosen: string
  onChoose: (id: string) => void
}

function CaptionsChooser({ choices, chosen, onChoose }: CaptionsChooserProps) {
  const [only] = choices
  if (choices.length === 1 && only) return <p className="note">{captionsName(only)}</p>
  return (
    <SelectField
      aria-label={messages.captions}
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      options={choices.map((choice) => ({ value: choice.id, name: captionsName(choice) }))}
    />
  )
}

function LoadedTranscript(props: TranscriptPanelProps & { transcript: Transcript }) {
  const { transcript, video, range, playheadSeconds, loudness, onTake, onTicks, onSpokenWords, asked, onAsked } = props
  const words = useMemo(() => wordsOf(transcript), [transcript])
  const chosen = useMemo(() => wordsWithin(words, range), [words, range])
  const [{ query, hit, visits }, setSearch] = useState({ query: asked ?? '', hit: 0, visits: 0 })
  // What is typed is seen at once, however much there is to search.
  const sought = useDeferredValue(query)
  const hits = useMemo(() => findWords(words, sought), [words, sought])
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    onTicks(hits.map(({ first }) => words[first]!.startTime))
    return () => onTicks([])
  }, [hits, words, onTicks])

  useEffect(() => {
    onSpokenWords(words)
    return () => onSpokenWords(null)
  }, [words, onSpokenWords])
  const wholeOf = ({ first, last }: WordHit): TimeRange => {
    const startTime = words[first]!.startTime
    // Where two speak at once, the last word need not be the one that ends last.
    const endTime = words.slice(first, last + 1).reduce((latest, word) => Math.max(latest, word.endTime), startTime)
    return outToSilence({ startTime, endTime }, loudness, video.duration)
  }
  useAsked({ asked, onAsked, words, range, loudness, wholeOf, take: (hit) => set('range', hit) })

  function set(what: Setting, hit: WordHit): TimeRange {
    const taken = onTake(what, wholeOf(hit))
    setAnnounced(trimTools.ranged(spokenTime(taken.startTime, LOCALE), spokenTime(taken.endTime, LOCALE)))
    return taken
  }
  function step(by: -1 | 1): void {
    setSearch((now) => ({ query, hit: (now.hit + by + hits.length) % hits.length, visits: now.visits + 1 }))
  }

  if (words.length === 0) return <p className="note">{messages.empty}</p>
  return (
    <>
      <TranscriptSearch
        query={query}
        onQuery={(typed) => setSearch((now) => ({ query: typed, hit: 0, visits: now.visits + 1 }))}
        isSearching={sought.trim() !== ''}
        // The first search makes an index of all words: made before anybody types.
        onReady={() => findWords(words, 'a')}
        hits={hits.length}
        at={hit}
        onStep={step}
        onTake={() => hits[hit] && set('range', hits[hit])}
      />
      <TranscriptList
        words={words}
        language={transcript.language}
        range={range}
        chosen={chosen}
        hits={hits}
        hitNow={hits.length > 0 ? { hit, visits } : null}
        playheadSeconds={playheadSeconds}
        onSet={set}
      />
      <RangeWords words={words} chosen={chosen} language={transcript.language} />
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}
