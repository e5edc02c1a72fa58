import { Button, Joined } from './Button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from './icons/tool-icons.tsx'

interface PagerProps {
  page: number
  pageCount: number
  /** Visible range: `26 to 50 of 1,024`. */
  summary: string
  words: { label: string; previous: string; next: string }
  onPage: (page: number) => void
}

/** Buttons for the previous and next page. At either end the button stays, so that it keeps the focus. */
export function Pager({ page, pageCount, summary, words, onPage }: PagerProps) {
  const openerOf = (target: number) => (target >= 1 && target <= pageCount ? () => onPage(target) : undefined)
  return (
    <nav
      className="flex min-h-15 flex-wrap items-center justify-between gap-x-5 gap-y-2 pt-2 text-small text-ink-2"
      aria-label={words.label}
    >
      <p role="status">{summary}</p>
      {pageCount > 1 && (
        <Joined>
          <Button variant="quiet" size="small" aria-disabled={page <= 1 || undefined} onClick={openerOf(page - 1)}>
            <ChevronLeftIcon />
            {words.previous}
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-disabled={page >= pageCount || undefined}
            onClick={openerOf(page + 1)}
          >
            {words.next}
            <ChevronRightIcon />
          </Button>
        </Joined>
      )}
    </nav>
  )
}
