/** A canvas over or under a layer of the drawing. */

/**
 * @param {import('sigma').Sigma} sigma
 * @param {string} name
 * @param {{ beforeLayer: string } | { afterLayer: string }} place
 */
export function overlay(sigma, name, place) {
  const canvas = sigma.createCanvas(name, { style: { pointerEvents: 'none' }, ...place });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas.');
  return {
    /** The empty canvas, in pixels of the page. */
    clear() {
      const { width, height } = sigma.getDimensions();
      const ratio = devicePixelRatio || 1;
      const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      return context;
    },
  };
}
