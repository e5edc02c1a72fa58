import { useQuery } from '@tanstack/react-query'
import { sellsPlans } from '../sells-plans.ts'
import { paymentsQuery } from './user-queries.ts'

/**
 * Whether billing concerns the signed-in person: plans are sold, or the account has earlier payments. null until that
 * is known.
 */
export function useHasBilling(): boolean | null {
  const isSelling = sellsPlans()
  const { data } = useQuery({ ...paymentsQuery, enabled: !isSelling })
  if (isSelling) return true
  return data ? data.length > 0 : null
}
