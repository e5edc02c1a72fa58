import type { PlanId } from '@kerf/domain/plans/plans'
import { PAGES } from '../navigation/pages.ts'

/** Where a plan is paid for. */
export const paymentPath = (plan: PlanId): string => `${PAGES.subscription.path}?plan=${plan}`
