/** Draws nodes in WebGL with a shape each: one triangle a node, whose fragments know their distance from the shape's edge. */
import { NodeProgram } from 'sigma/rendering';
import { floatColor } from 'sigma/utils';
import { SHAPES } from './palette.js';

const VERTEX = /* glsl */ `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute float a_angle;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
varying vec4 v_color;
varying vec2 v_place;
varying float v_pixel;
varying float v_shape;
void main() {
  float size = a_size * u_correctionRatio / u_sizeRatio * 4.0;
  vec2 offset = 1.35 * size * vec2(cos(a_angle), sin(a_angle));
  gl_Position = vec4((u_matrix * vec3(a_position + offset, 1)).xy, 0, 1);
  v_place = offset / (size / 2.0);
  v_pixel = u_correctionRatio * 2.0 / (size / 2.0);
  v_shape = a_shape;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= 255.0 / 254.0;
}
`;

/** The radius of a circle is 1; shapes have about its area. */
const FRAGMENT = /* glsl */ `
precision highp float;
varying vec4 v_color;
varying vec2 v_place;
varying float v_pixel;
varying float v_shape;
uniform vec4 u_paper;
float distanceTo(vec2 p) {
  vec2 q = abs(p);
  if (v_shape < 0.5) return length(p) - 1.0;
  if (v_shape < 1.5) return max(q.x, q.y) - 0.88;
  if (v_shape < 2.5) return max(q.x * 0.866 + p.y * 0.5, -p.y) - 0.66;
  if (v_shape < 3.5) return (q.x + q.y) * 0.7071 - 0.85;
  if (v_shape < 4.5) return max(q.x * 0.866 + q.y * 0.5, q.y) - 0.92;
  if (v_shape < 5.5) return min(max(q.x - 0.38, q.y - 1.08), max(q.x - 1.08, q.y - 0.38));
  return abs(length(p) - 0.72) - 0.28;
}
void main() {
  float distance = distanceTo(v_place);
  #ifdef PICKING_MODE
  gl_FragColor = distance > v_pixel ? vec4(0.0) : v_color;
  #else
  // A thin edge in the colour of the page separates nodes that overlap.
  float inside = 1.0 - smoothstep(-1.5 * v_pixel, -0.5 * v_pixel, distance);
  float covered = 1.0 - smoothstep(0.0, v_pixel, distance);
  gl_FragColor = vec4(mix(u_paper.rgb, v_color.rgb, inside) * covered, covered);
  #endif
}
`;

const UNIFORMS = /** @type {const} */ (['u_sizeRatio', 'u_correctionRatio', 'u_matrix', 'u_paper']);

/** The colour of the page around the nodes, as red, green and blue from 0 to 1. @type {[number, number, number]} */
let paper = [1, 1, 1];

/** @param {string} colour as `#rrggbb` */
export function setPaper(colour) {
  const part = (/** @type {number} */ at) => parseInt(colour.slice(at, at + 2), 16) / 255;
  paper = [part(1), part(3), part(5)];
}

/** @extends {NodeProgram<typeof UNIFORMS[number]>} */
export class ShapeProgram extends NodeProgram {
  getDefinition() {
    const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext;
    return {
      VERTICES: 3,
      VERTEX_SHADER_SOURCE: VERTEX,
      FRAGMENT_SHADER_SOURCE: FRAGMENT,
      METHOD: TRIANGLES,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_id', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_shape', size: 1, type: FLOAT },
      ],
      CONSTANT_ATTRIBUTES: [{ name: 'a_angle', size: 1, type: FLOAT }],
      CONSTANT_DATA: [0, 1, 2].map((corner) => [(corner * 2 * Math.PI) / 3 + Math.PI / 2]),
    };
  }

  /**
   * @override
   * @param {number} nodeIndex
   * @param {number} startIndex
   * @param {import('sigma/types').NodeDisplayData & { shape?: import('./palette.js').Shape }} node
   */
  processVisibleItem(nodeIndex, startIndex, node) {
    const { array } = this;
    array[startIndex] = node.x;
    array[startIndex + 1] = node.y;
    array[startIndex + 2] = node.size;
    array[startIndex + 3] = floatColor(node.color);
    array[startIndex + 4] = nodeIndex;
    array[startIndex + 5] = SHAPES.indexOf(node.shape ?? 'circle');
  }

  /**
   * @override
   * @param {import('sigma/types').RenderParams} params
   * @param {import('sigma/rendering').ProgramInfo} program
   */
  setUniforms({ sizeRatio, correctionRatio, matrix }, { gl, uniformLocations }) {
    gl.uniform1f(uniformLocations['u_sizeRatio'] ?? null, sizeRatio);
    gl.uniform1f(uniformLocations['u_correctionRatio'] ?? null, correctionRatio);
    gl.uniformMatrix3fv(uniformLocations['u_matrix'] ?? null, false, matrix);
    gl.uniform4f(uniformLocations['u_paper'] ?? null, ...paper, 1);
  }
}
