/** The product's name as people read it, and as file names and cookies spell it. */
export const PRODUCT_NAME = 'Kerf'
export const PRODUCT_SLUG = 'kerf'
