import type { ErrorCode } from '@kerf/domain/error-codes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../data/queries/calls.ts'

const NEEDED: ErrorCode = 'needs_second_factor'

/**
 * Whether the server has answered one of the panel's calls that admins need a second factor. It stays so until the page is
 * opened again: nothing is asked for meanwhile that would be refused as well.
 */
export function useNeedsSecondFactor(): boolean {
  const queryClient = useQueryClient()
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const error: unknown = event.action.error
        if (error instanceof ApiError && error.code === NEEDED) setIsNeeded(true)
      }),
    [queryClient],
  )
  return isNeeded
}
