import { type ChangeEvent, useState } from 'react'
import { useDebounced } from '../../../browser/use-debounced.ts'
import { INTERACTION } from '../../../data/interaction-numbers.ts'

/** What is searched for once typing rests, the field that it is typed into, and the page. Another search or filter begins at page 1. */
export function useListSearch(filter: string) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), INTERACTION.searchRestMs)
  const list = `${search} ${filter}`
  const [place, setPlace] = useState({ list, page: 1 })
  // Also one that is gone back to.
  if (place.list !== list) setPlace({ list, page: 1 })
  return {
    search,
    field: {
      className: 'flex-[1_1_260px]',
      maxLength: 254,
      value: typed,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    },
    page: place.list === list ? place.page : 1,
    setPage: (page: number) => setPlace({ list, page }),
  }
}
