/** The language of this folder, and of every page that is built with it. */
export const LANGUAGE = 'ja'
