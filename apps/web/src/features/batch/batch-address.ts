import { PAGES } from '../../data/navigation/pages.ts'

/** Where a batch can be found again. */
export const batchAddress = (id: string): string => `${PAGES.batch.path}?id=${encodeURIComponent(id)}`
