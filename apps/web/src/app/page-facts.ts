/** Facts about a page, from which the build writes the page's HTML document. */
interface PageFacts {
  id: string
  path: string
  title: string
  description: string
  /** Whether search engines may list the page. */
  listed: boolean
  /** Whether the build renders the page as HTML. */
  prerendered: boolean
}

export interface NotLoadedSentences {
  title: string
  reload: string
}

/** Exports of prerender.tsx. The build bundles that file, then loads it. */
export interface Prerenderer {
  pageFacts(): PageFacts[]
  /**
   * HTML of a page for a visitor who is not signed in, on a server that sells plans or on one that sells nothing. An
   * address without a page gives the 404 page.
   */
  renderPage(path: string, server: { sellsPlans: boolean }): Promise<string>
  /** Title of the 404 page. */
  notFoundTitle: string
  /** Text for browsers that run no scripts. */
  noScript: string
  /** Texts for an app that could not be fetched. */
  notLoaded: NotLoadedSentences
  formerPaths: Readonly<Record<string, string>>
}
