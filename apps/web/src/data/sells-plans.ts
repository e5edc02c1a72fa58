/** Variant that the build prerenders. */
let isPrerenderedWithPlans = true

export function prerenderFor(server: { sellsPlans: boolean }): void {
  isPrerenderedWithPlans = server.sellsPlans
}

/**
 * Whether this server sells plans. The server chooses the prerendered document and marks it, so the answer is the same
 * in the build, during hydration and afterwards.
 */
export const sellsPlans = (): boolean =>
  typeof document === 'undefined' ? isPrerenderedWithPlans : document.documentElement.dataset.plans !== 'off'
