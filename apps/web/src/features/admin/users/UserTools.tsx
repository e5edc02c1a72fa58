import { USER_FILTERS, USER_SORTS, type UserFilter, type UserSort } from '@kerf/domain/people/admin-rules'
import { Button } from '@kerf/ui/Button'
import { Joined } from '@kerf/ui/Joined'
import { SearchIcon } from '@kerf/ui/list-icons'
import { SelectField } from '@kerf/ui/SelectField'
import { TextField } from '@kerf/ui/TextField'
import { adminWords } from '#messages/admin.ts'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { USER_SEARCH_ID } from './DeleteUserDialog.tsx'

interface UserToolsProps {
  search: string
  filter: UserFilter
  sort: UserSort
  onSearch: (search: string) => void
  onFilter: (filter: UserFilter) => void
  onSort: (sort: UserSort) => void
  onRefresh: () => Promise<unknown>
  exporting: boolean
  onExport: () => void
}

const words = adminWords.users

export function UserTools(props: UserToolsProps) {
  return (
    <search className="list-tools">
      <div className="search-field">
        <SearchIcon />
        <TextField
          id={USER_SEARCH_ID}
          type="search"
          aria-label={words.search}
          placeholder={words.searchPlaceholder}
          autoComplete="off"
          maxLength={254}
          value={props.search}
          onChange={(event) => props.onSearch(event.target.value)}
        />
      </div>
      <SelectField
        aria-label={words.show}
        value={props.filter}
        onChange={(event) => props.onFilter(event.target.value as UserFilter)}
        options={USER_FILTERS.map((value) => ({ value, name: words.filters[value] }))}
      />
      <SelectField
        aria-label={words.sort}
        value={props.sort}
        onChange={(event) => props.onSort(event.target.value as UserSort)}
        options={USER_SORTS.map((value) => ({ value, name: words.sorts[value] }))}
      />
      <Joined>
        <RefreshButton onRefresh={props.onRefresh} />
        <Button
          variant="quiet"
          size="small"
          aria-disabled={props.exporting || undefined}
          onClick={() => !props.exporting && props.onExport()}
        >
          {props.exporting ? words.exporting : words.export}
        </Button>
      </Joined>
    </search>
  )
}
