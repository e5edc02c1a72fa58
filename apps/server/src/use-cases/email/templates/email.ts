export interface Email {
  subject: string
  parts: EmailPart[]
}

export type EmailPart =
  | { kind: 'words'; text: string }
  /** The main link. Its URL is also shown as text, for copying. */
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  /** Text of another person, marked as a quote. */
  | { kind: 'quote'; text: string }

export const words = (text: string): EmailPart => ({ kind: 'words', text })
export const button = (label: string, url: string): EmailPart => ({ kind: 'button', label, url })
export const link = (text: string, url: string): EmailPart => ({ kind: 'link', text, url })
export const facts = (...rows: (readonly [string, string])[]): EmailPart => ({ kind: 'facts', facts: rows })
export const quote = (text: string): EmailPart => ({ kind: 'quote', text })
