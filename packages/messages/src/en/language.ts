/** The language of this folder, and of every page that is built with it. */
export const LANGUAGE = 'en'
/** In which the dates of documents are written, whoever reads them. */
export const DATE_LOCALE = 'en-GB'
