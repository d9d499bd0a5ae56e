/** By the name, as everywhere; what the bytes are decides the decoder. No SVG: it can name files and addresses to be read. */
const types = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/tiff'])

/** Read into memory to be decoded. */
const mostBytes = 50 * 1024 * 1024

interface Content {
  mediatype: string | null
  size: number
}

/** Whether it is worth a try to make a thumbnail of it. */
export const isPicture = ({ mediatype, size }: Content) => types.has(mediatype ?? '') && size > 0 && size <= mostBytes
