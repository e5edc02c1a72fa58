/** Language of this folder and of pages that are built with it. */
export const LANGUAGE = 'es'
/** Locale of the dates in legal documents. */
export const DATE_LOCALE = 'es'
