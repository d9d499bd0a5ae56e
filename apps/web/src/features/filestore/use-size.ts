import { type RefObject, useLayoutEffect, useState } from 'react'

/** The inner width of an element, as it changes. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

const leastHeight = 280
/** The page's own margin below. */
const below = 20

/** As high as the window lets it be below where it begins, so that the list scrolls and the page does not. */
export function useHeightToBottom(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(480)
  // Before it is drawn: the first height is nobody's.
  useLayoutEffect(() => {
    const read = () => {
      const top = (ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      setHeight(Math.max(leastHeight, window.innerHeight - top - below))
    }
    read()
    window.addEventListener('resize', read)
    // What stands above, such as a banner, comes and goes.
    const observer = new ResizeObserver(read)
    observer.observe(document.body)
    const part = ref.current?.closest('section')
    if (part) observer.observe(part)
    return () => {
      window.removeEventListener('resize', read)
      observer.disconnect()
    }
  }, [ref])
  return height
}
