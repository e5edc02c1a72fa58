/** Whether the build is prerendering the pages of a server that sells plans. */
let isPrerenderedWithPlans = true

export function choosePrerenderVariant(server: { sellsPlans: boolean }): void {
  isPrerenderedWithPlans = server.sellsPlans
}

/**
 * Whether this server sells plans. The server chooses the prerendered document and marks it, so the answer is the same
 * in the build, during hydration and afterwards.
 */
export const sellsPlans = (): boolean =>
  typeof document === 'undefined' ? isPrerenderedWithPlans : document.documentElement.dataset.plans !== 'off'
