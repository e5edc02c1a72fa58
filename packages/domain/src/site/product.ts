export const PRODUCT_NAME = 'Kerf'
export const PRODUCT_SLUG = 'kerf'
