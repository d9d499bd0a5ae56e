import { useLayoutEffect, useRef } from 'react'

interface Point {
  clientX: number
  clientY: number
}

/** A place of the image, as a share of its width and height, and where on the screen it stands. */
interface Held extends Point {
  across: number
  down: number
}

const middleOf = ({ left, top, width, height }: DOMRect): Point => ({
  clientX: left + width / 2,
  clientY: top + height / 2,
})

/** Whoever enlarges an image goes on looking at the same place of it: what they point at, or what is in the middle. */
export function useHeldPlace(area: HTMLElement | null, image: HTMLElement | null, scale: number | undefined) {
  const held = useRef<Held>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another scale it has another size.
  useLayoutEffect(() => {
    if (!held.current || !area || !image) return
    const { across, down, clientX, clientY } = held.current
    const { left, top, width, height } = image.getBoundingClientRect()
    area.scrollBy({ left: left + across * width - clientX, top: top + down * height - clientY, behavior: 'instant' })
    held.current = undefined
  }, [area, image, scale])
  return (point?: Point) => {
    if (!area || !image) return
    const { clientX, clientY } = point ?? middleOf(area.getBoundingClientRect())
    const { left, top, width, height } = image.getBoundingClientRect()
    held.current = { across: (clientX - left) / width, down: (clientY - top) / height, clientX, clientY }
  }
}
