import { type ChangeEvent, useState } from 'react'
import { useDebounced } from '../../../browser/use-debounced.ts'
import { INTERACTION } from '../../../data/interaction-numbers.ts'

/**
 * Returns the search text once typing pauses, the props of the search field, and the page. A new search or filter
 * begins at page 1.
 */
export function useListSearch(filter: string) {
  const [typedText, setTypedText] = useState('')
  const search = useDebounced(typedText.trim(), INTERACTION.searchRestMs)
  const listKey = `${search} ${filter}`
  const [listPage, setListPage] = useState({ list: listKey, page: 1 })
  // An earlier search or filter that returns also begins at page 1.
  if (listPage.list !== listKey) setListPage({ list: listKey, page: 1 })
  return {
    search,
    field: {
      className: 'flex-[1_1_260px]',
      maxLength: 254,
      value: typedText,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTypedText(target.value),
    },
    page: listPage.list === listKey ? listPage.page : 1,
    setPage: (page: number) => setListPage({ list: listKey, page }),
  }
}
