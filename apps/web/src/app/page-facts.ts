/** What the build needs to know of a page to write its document. */
interface PageFacts {
  id: string
  path: string
  title: string
  description: string
  /** Search engines may list it. */
  listed: boolean
  /** Built as HTML beforehand. */
  prerendered: boolean
}

export interface NotLoadedWords {
  title: string
  reload: string
}

/** What prerender.tsx offers to the build, which loads it after it was built itself. */
export interface Prerenderer {
  pageFacts(): PageFacts[]
  /** The HTML of a page as somebody sees it who is not signed in. Any address without a page gives the 404 page. */
  renderPage(path: string): Promise<string>
  /** The tab's name where there is no page. */
  notFoundTitle: string
  /** Shown where the browser runs no scripts. */
  noScript: string
  /** Shown where the app itself could not be fetched. */
  notLoaded: NotLoadedWords
  formerPaths: Readonly<Record<string, string>>
}
