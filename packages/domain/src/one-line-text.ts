/** Line breaks and other controls, and marks that turn the reading direction of what follows. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Among them letters that look like nothing, as the fillers of Hangul do. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Whether it reads as one line and can be seen: a name or a subject that pretends to be more, or is nothing, is none. */
export function isOneLineText(text: string): boolean {
  return VISIBLE.test(text.replace(INVISIBLE, '')) && !UNFIT.test(text)
}
