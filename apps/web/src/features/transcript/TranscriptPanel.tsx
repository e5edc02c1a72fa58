import type { Transcript, Video } from '@kerf/contract/video'
import { type Loudness, widenToSilence, wordsWithin } from '@kerf/domain/captions/spoken-range'
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
import { type RangeTarget, TranscriptList } from './list/TranscriptList.tsx'
import { RangeWords } from './RangeWords.tsx'
import { TranscriptSearch } from './TranscriptSearch.tsx'
import { useRequestedPhrase } from './use-requested-phrase.ts'
import './transcript.css'

interface TranscriptPanelProps {
  video: Video
  range: TimeRange
  playheadSeconds: number
  /** Loudness of the audio; null while it is unknown. */
  loudness: Loudness | null
  /** Moves one end or both to these times. Returns the new range. */
  onTake: (rangeTarget: RangeTarget, times: TimeRange) => TimeRange
  /** Called with the times to mark on the timeline, in seconds, ascending. */
  onTicks: (ticks: readonly number[]) => void
  /** Id of the captions that are shown. */
  captions: string
  onCaptions: (id: string) => void
  /** Called with the spoken words when they have loaded, and with null when the transcript is removed. */
  onSpokenWords: (words: readonly TranscriptWord[] | null) => void
  /** Phrase whose range is selected when the video opens; null where there is none. */
  phrase: string | null
  /** Called after the search for the phrase. `isSaid`: the phrase was found, and is the range now. */
  onSearched: (isSaid: boolean) => void
  /** Called when the transcript failed to load, so that the phrase cannot be located. */
  onUnread: () => void
}

/** Transcript of a video with captions, to search, read and cut by words. */
export function TranscriptPanel(props: TranscriptPanelProps) {
  const { video, captions, onCaptions, onUnread } = props
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.transcript(video.id, captions),
    queryFn: ({ signal }) => readTranscript(video.id, captions, signal),
  })
  const hasFailed = error !== null && !isFetching
  useEffect(() => {
    if (hasFailed) onUnread()
  }, [hasFailed, onUnread])
  function tryAgain({ currentTarget }: MouseEvent): void {
    // The button disappears, so the focus moves to the section.
    currentTarget.closest('section')?.focus({ preventScroll: true })
    void refetch()
  }
  return (
    <section tabIndex={-1} className="transcript" aria-labelledby="transcript-title">
      <div className="transcript-head">
        <h2 id="transcript-title" className="text-h3 tracking-[-0.01em]">
          {messages.title}
        </h2>
        <CaptionsChooser choices={video.captions} chosenId={captions} onChoose={onCaptions} />
      </div>
      {data ? (
        <LoadedTranscript key={captions} {...props} transcript={data} />
      ) : (
        <p role="status" className="note flex items-center gap-x-2">
          {hasFailed ? (
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
  chosenId: string
  onChoose: (id: string) => void
}

function CaptionsChooser({ choices, chosenId, onChoose }: CaptionsChooserProps) {
  const [onlyChoice] = choices
  if (choices.length === 1 && onlyChoice) return <p className="note">{captionsName(onlyChoice)}</p>
  return (
    <SelectField
      aria-label={messages.captions}
      value={chosenId}
      onChange={(event) => onChoose(event.target.value)}
      options={choices.map((choice) => ({ value: choice.id, name: captionsName(choice) }))}
    />
  )
}

function LoadedTranscript(props: TranscriptPanelProps & { transcript: Transcript }) {
  const { transcript, video, range, playheadSeconds, loudness, onTake, onTicks, onSpokenWords, phrase, onSearched } =
    props
  const words = useMemo(() => wordsOf(transcript), [transcript])
  const rangeHit = useMemo(() => wordsWithin(words, range), [words, range])
  const [{ query, hit, visits }, setSearch] = useState({ query: phrase ?? '', hit: 0, visits: 0 })
  // Typed text appears at once. The search of a long transcript is deferred.
  const deferredQuery = useDeferredValue(query)
  const wordHits = useMemo(() => findWords(words, deferredQuery), [words, deferredQuery])
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    onTicks(wordHits.map(({ first }) => words[first]!.startTime))
    return () => onTicks([])
  }, [wordHits, words, onTicks])

  useEffect(() => {
    onSpokenWords(words)
    return () => onSpokenWords(null)
  }, [words, onSpokenWords])
  const rangeOfHit = ({ first, last }: WordHit): TimeRange => {
    const startTime = words[first]!.startTime
    // With two people speaking at once, another word may end after the last one.
    const endTime = words
      .slice(first, last + 1)
      .reduce((latestEnd, word) => Math.max(latestEnd, word.endTime), startTime)
    return widenToSilence({ startTime, endTime }, loudness, video.duration)
  }
  useRequestedPhrase({
    phrase,
    onSearched,
    words,
    range,
    loudness,
    rangeOfHit,
    take: (wordHit) => setRange('range', wordHit),
  })

  function setRange(rangeTarget: RangeTarget, wordHit: WordHit): TimeRange {
    const newRange = onTake(rangeTarget, rangeOfHit(wordHit))
    setAnnouncement(trimTools.ranged(spokenTime(newRange.startTime, LOCALE), spokenTime(newRange.endTime, LOCALE)))
    return newRange
  }
  function stepHits(by: -1 | 1): void {
    setSearch((current) => ({
      query,
      hit: (current.hit + by + wordHits.length) % wordHits.length,
      visits: current.visits + 1,
    }))
  }

  if (words.length === 0) return <p className="note">{messages.empty}</p>
  return (
    <>
      <TranscriptSearch
        query={query}
        onQuery={(newQuery) => setSearch((current) => ({ query: newQuery, hit: 0, visits: current.visits + 1 }))}
        isSearching={deferredQuery.trim() !== ''}
        // The first search builds an index of all words, so it runs before the viewer types.
        onReady={() => findWords(words, 'a')}
        hits={wordHits.length}
        at={hit}
        onStep={stepHits}
        onTake={() => wordHits[hit] && setRange('range', wordHits[hit])}
      />
      <TranscriptList
        words={words}
        language={transcript.language}
        range={range}
        rangeHit={rangeHit}
        hits={wordHits}
        hitNow={wordHits.length > 0 ? { hit, visits } : null}
        playheadSeconds={playheadSeconds}
        onSet={setRange}
      />
      <RangeWords words={words} rangeHit={rangeHit} language={transcript.language} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
