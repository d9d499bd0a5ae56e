/** The landing page's anchors, as the header and the drawer offer them. */
export const sections = [
  { hash: 'features', name: 'Features' },
  { hash: 'testimonials', name: 'Testimonials' },
  { hash: 'pricing', name: 'Pricing' },
] as const
