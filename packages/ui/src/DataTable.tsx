import type { ComponentProps, ReactNode } from 'react'

export interface Column {
  name: string
  /** A CSS width; columns without one share what is left. */
  width?: string
  /** The name is for those who do not see the column: of buttons, say. */
  silent?: boolean
}

interface DataTableProps {
  label: string
  columns: readonly Column[]
  /** The rows are about to be replaced. */
  busy?: boolean
  children: ReactNode
}

/** Rows under a cut line; on a phone each row is a stack, and each cell says what it is. */
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
  /** The label of the cell, shown before it if there is no table head. The first and the last cell have none. */
  label?: string
}

export function Cell({ label, ...rest }: CellProps) {
  return <td data-label={label} {...rest} />
}
