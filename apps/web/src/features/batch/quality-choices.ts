import { QUALITIES, QUALITY_IDS } from '@kerf/domain/formats/quality'

export const QUALITY_CHOICES = QUALITY_IDS.map((id) => ({ value: id, name: QUALITIES[id].label }))
