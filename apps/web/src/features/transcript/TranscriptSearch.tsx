import { MAX_PHRASE_LENGTH } from '@kerf/domain/captions/transcript'
import { Button, IconButton, Joined } from '@kerf/ui/Button'
import { ArrowDownIcon, ArrowUpIcon } from '@kerf/ui/icons/list-icons'
import { SearchField } from '@kerf/ui/SearchField'
import type { KeyboardEvent } from 'react'
import { transcriptWords as words } from '#messages/clips/transcript.ts'

interface TranscriptSearchProps {
  query: string
  onQuery: (query: string) => void
  /** Whether the query has text. */
  isSearching: boolean
  /** Called when the field gets the focus. */
  onReady: () => void
  hits: number
  /** Index of the current hit. */
  at: number
  onStep: (by: -1 | 1) => void
  /** Sets the range to the current hit. */
  onTake: () => void
}

/** Search field with results at each key. Enter goes to the next hit, Shift+Enter to the previous one. */
export function TranscriptSearch(props: TranscriptSearchProps) {
  const { query, onQuery, isSearching, onReady, hits, at, onStep, onTake } = props
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      onQuery('')
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (hits > 0) onStep(event.shiftKey ? -1 : 1)
  }
  return (
    <search>
      <SearchField
        aria-label={words.search}
        placeholder={words.search}
        enterKeyHint="search"
        maxLength={MAX_PHRASE_LENGTH}
        value={query}
        onFocus={onReady}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="transcript-hits" data-idle={!isSearching || undefined}>
        <p role="status" className="flex-auto text-small text-ink-2">
          {isSearching && (hits === 0 ? words.noHits : words.hit(at + 1, hits))}
        </p>
        {hits > 0 && (
          <>
            <Button variant="quiet" size="small" onClick={onTake}>
              {words.takeHit}
            </Button>
            <Joined>
              <IconButton label={words.previousHit} icon={<ArrowUpIcon />} onClick={() => onStep(-1)} />
              <IconButton label={words.nextHit} icon={<ArrowDownIcon />} onClick={() => onStep(1)} />
            </Joined>
          </>
        )}
      </div>
    </search>
  )
}
