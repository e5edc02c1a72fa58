import { TextField } from '@kerf/ui/TextField'
import { useEffect, useState } from 'react'
import { scrollToSection } from '../../browser/scroll-to-section.ts'

/** Search text of a page, and a function that tests whether a text contains all its words. */
export function useReferenceSearch() {
  const [searchText, setSearchText] = useState('')
  // The browser scrolled to the section in the address before the fonts had loaded, so it is scrolled to again.
  useEffect(() => void scrollToSection(location.hash.slice(1)), [])
  const searchWords = searchText.toLowerCase().split(/\s+/).filter(Boolean)
  return {
    searchText,
    setSearchText,
    searching: searchWords.length > 0,
    matches: (text: string): boolean => searchWords.every((word) => text.toLowerCase().includes(word)),
  }
}

interface ReferenceSearchProps {
  search: ReturnType<typeof useReferenceSearch>
  label: string
  /** Text about the number of matches. */
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
        value={search.searchText}
        onChange={(event) => search.setSearchText(event.target.value)}
      />
      <p role="status" className="mt-1.5 min-h-[1.45em] text-small/[1.45] text-ink-2">
        {search.searching && found}
      </p>
    </search>
  )
}
