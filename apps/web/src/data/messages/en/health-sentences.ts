import { HEALTH_SENTENCES } from '@kerf/domain/health/health-sentences'

/** The server says the same where nobody has a page. */
export const healthSentences = HEALTH_SENTENCES
