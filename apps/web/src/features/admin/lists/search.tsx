import { SearchIcon } from '@kerf/ui/icons/list-icons'
import { TextField } from '@kerf/ui/TextField'
import { type ComponentProps, useState } from 'react'
import { useDebounced } from '../../../browser/use-debounced.ts'
import { INTERACTION } from '../../../data/interaction-numbers.ts'

/** What is typed, what is searched for once typing rests, and the page. Another search or filter begins at page 1. */
export function useListSearch(filter: string) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), INTERACTION.searchRestMs)
  const list = `${search} ${filter}`
  const [place, setPlace] = useState({ list, page: 1 })
  // Also one that is gone back to.
  if (place.list !== list) setPlace({ list, page: 1 })
  return {
    typed,
    setTyped,
    search,
    page: place.list === list ? place.page : 1,
    setPage: (page: number) => setPlace({ list, page }),
  }
}

export function SearchField(props: ComponentProps<'input'>) {
  return (
    <div className="relative flex-[1_1_260px]">
      <span className="pointer-events-none absolute top-3 left-3 text-ink-2">
        <SearchIcon />
      </span>
      <TextField type="search" className="h-(--touch) pl-[42px]" autoComplete="off" maxLength={254} {...props} />
    </div>
  )
}
