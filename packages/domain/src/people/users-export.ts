import type { Role } from '../access/viewer.ts'
import type { PlanId } from '../plans/plans.ts'

/** Start of a cell that spreadsheets would run as a formula, also with full-width signs. */
const FORMULA_START_PATTERN = /^[=+\-@＝＋－＠\t\r\n]/

/** One cell of a CSV file (RFC 4180), quoted if necessary. Formulas get an apostrophe. */
export function csvCell(text: string): string {
  const harmlessText = FORMULA_START_PATTERN.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmlessText) ? `"${harmlessText.replaceAll('"', '""')}"` : harmlessText
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

const COLUMNS = ['ID', 'Username', 'Email', 'Role', 'Subscription', 'Created', 'Status'] as const

interface ExportedUser {
  id: string
  username: string
  email: string
  role: Role
  subscription: PlanId
  createdAt: string
  isActive: boolean
}

export const USERS_EXPORT_HEADER: string = csvLine(COLUMNS)

export function usersExportLine(user: ExportedUser): string {
  const { id, username, email, role, subscription, createdAt } = user
  return csvLine([id, username, email, role, subscription, createdAt, user.isActive ? 'Active' : 'Suspended'])
}

/** `users_export_2026-11-21.csv` */
export function usersExportName(now: Date): string {
  return `users_export_${now.toISOString().slice(0, 10)}.csv`
}
