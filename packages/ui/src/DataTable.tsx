import type { ComponentProps, ReactNode } from 'react'

export interface Column {
  name: string
  /** CSS width. Columns without one share the remaining width. */
  width?: string
  /** Hides the name visually, for columns such as buttons. */
  silent?: boolean
}

interface DataTableProps {
  label: string
  columns: readonly Column[]
  /** Whether new rows are loading. */
  busy?: boolean
  children: ReactNode
}

/** A table with a line under its head. On a narrow screen, each row is a stack of labelled cells. */
export function DataTable({ label, columns, busy = false, children }: DataTableProps) {
  return (
    <table className="data-table" aria-label={label} aria-busy={busy}>
      <thead>
        <tr>
          {columns.map(({ name, width, silent }) => (
            <th key={name} scope="col" style={{ width }}>
              {silent ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface CellProps extends ComponentProps<'td'> {
  /** Label before the cell on a narrow screen, which has no table head. The first and last cells have none. */
  label?: string
}

export function Cell({ label, ...rest }: CellProps) {
  return <td data-label={label} {...rest} />
}
