/** A spreadsheet takes a cell that begins like this for a formula, and would run what somebody chose as their name; so it does where such signs are as wide as the emails of East Asia. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/

/** One cell, defused and quoted as far as it needs to be (RFC 4180). */
export function csvCell(text: string): string {
  const harmless = FORMULA_START.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
