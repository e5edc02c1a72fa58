import { type ChangeEvent, useState } from 'react'
import { useDebounced } from '../../../browser/use-debounced.ts'
import { INTERACTION } from '../../../data/interaction-numbers.ts'

/** Search text once typing rests, the props of its field, and the page. A new search or filter begins at page 1. */
export function useListSearch(filter: string) {
  const [typedText, setTypedText] = useState('')
  const search = useDebounced(typedText.trim(), INTERACTION.searchRestMs)
  const list = `${search} ${filter}`
  const [place, setPlace] = useState({ list, page: 1 })
  // An earlier search or filter that returns also begins at page 1.
  if (place.list !== list) setPlace({ list, page: 1 })
  return {
    search,
    field: {
      className: 'flex-[1_1_260px]',
      maxLength: 254,
      value: typedText,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTypedText(target.value),
    },
    page: place.list === list ? place.page : 1,
    setPage: (page: number) => setPlace({ list, page }),
  }
}
