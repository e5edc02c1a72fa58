/** The toasts' code. Whoever begins something that may fail loads it beforehand: a lost connection has to be told, too. */
export const loadToaster = () => import('@kerf/ui/Toaster')
