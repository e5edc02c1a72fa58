/**
 * Translators and extensions move, wrap and remove nodes of the page. React then asks a parent for a child that it no longer
 * has, and gives up the page (facebook/react#11538). From this call on, such a node is removed from where it is, and what
 * belongs before it goes before what holds it now, or last where it is gone. Called once, before React renders.
 */
export function forgiveMovedNodes(): void {
  const { insertBefore } = Node.prototype

  Node.prototype.removeChild = (child) => {
    ;(child as Node as ChildNode).remove()
    return child
  }

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let place = before
    while (place && place.parentNode !== this) place = place.parentNode
    return insertBefore.call(this, node, place) as T
  }
}
