import { TextField } from '@kerf/ui/TextField'
import { useEffect, useState } from 'react'
import { scrollToSection } from '../../browser/scroll-to-section.ts'

/** What is typed into a page's search, and whether a text has every word of it. */
export function useReferenceSearch() {
  const [typed, setTyped] = useState('')
  // The browser has unfolded what the address names, and scrolled there before the fonts came.
  useEffect(() => void scrollToSection(location.hash.slice(1)), [])
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return {
    typed,
    setTyped,
    searching: wanted.length > 0,
    matches: (text: string): boolean => wanted.every((word) => text.toLowerCase().includes(word)),
  }
}

interface ReferenceSearchProps {
  search: ReturnType<typeof useReferenceSearch>
  label: string
  /** How much is found. */
  found: string
}

export function ReferenceSearch({ search, label, found }: ReferenceSearchProps) {
  return (
    <search className="block pb-4">
      <TextField
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={search.typed}
        onChange={(event) => search.setTyped(event.target.value)}
      />
      <p role="status" className="mt-1.5 min-h-[1.45em] text-small/[1.45] text-ink-2">
        {search.searching && found}
      </p>
    </search>
  )
}
