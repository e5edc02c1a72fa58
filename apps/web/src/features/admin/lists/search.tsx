import { SearchIcon } from '@kerf/ui/list-icons'
import { TextField } from '@kerf/ui/TextField'
import { type ComponentProps, useState } from 'react'
import { useSettled } from '../../../browser/use-settled.ts'
import { INTERACTION } from '../../../data/interaction-numbers.ts'

/** What is typed, what is searched for once typing rests, and the page. Another search or filter begins at page 1. */
export function useListSearch(filter: string) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), INTERACTION.searchRestMs)
  const list = `${search} ${filter}`
  const [place, setPlace] = useState({ list, page: 1 })
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
    <div className="search-field">
      <SearchIcon />
      <TextField type="search" autoComplete="off" maxLength={254} {...props} />
    </div>
  )
}
