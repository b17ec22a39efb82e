/** Parses terms that start with a keyword: `if`, `let`, `show`; tactic blocks and matches are skipped as opaque. */
import { IDENTIFIER } from './cursor.ts';
import type { TermParser } from './parser.ts';
import * as Kind from './kinds.ts';
import { HOLE_TERM, constant, term, type Term } from './term.ts';

export function parseKeyword(parser: TermParser, word: string): Term {
  parser.advance();
  if (word === 'if') return parseIf(parser);
  if (word === 'let' || word === 'letI' || word === 'have' || word === 'haveI' || word === 'suffices')
    return parseLet(parser);
  if (word === 'show') {
    const type = parser.term(0);
    const inner = parser.accept('from') ? parser.term(0) : HOLE_TERM;
    if (parser.is('by')) parser.skip();
    parser.level = 0;
    return term(Kind.ASCRIPTION, '', [inner, type]);
  }
  if (word === 'open' || word === 'set_option') {
    while (parser.kind === IDENTIFIER && !parser.is('in')) parser.advance();
    return parser.accept('in') ? parser.term(0) : term(Kind.OPAQUE, word);
  }
  if (word !== 'nofun') parser.skip();
  parser.level = 0;
  return term(Kind.OPAQUE, word);
}

function parseIf(parser: TermParser): Term {
  let name: string | null = null;
  const mark = parser.mark();
  if (parser.kind === IDENTIFIER) {
    const word = parser.word;
    parser.advance();
    if (parser.accept(':')) {
      name = word;
      parser.declare(name, '');
    } else parser.reset(mark);
  }
  const condition = parser.term(0);
  const yes = parser.accept('then') ? parser.term(0) : HOLE_TERM;
  const no = parser.accept('else') ? parser.term(0) : HOLE_TERM;
  parser.level = 0;
  if (name === null) return constant('ite', [condition, yes, no]);
  const under = (body: Term) => term(Kind.LAMBDA, name, [HOLE_TERM, body]);
  return constant('dite', [condition, under(yes), under(no)]);
}

/** `let x : T := v; b`. The signature is one line: if only a line break separated value and body, they run together. */
function parseLet(parser: TermParser): Term {
  const name = parser.kind === IDENTIFIER ? parser.word : '';
  const pieces: Term[] = [];
  while (parser.kind !== 0 && !parser.is(':=') && !parser.is(':') && !parser.is(';') && parser.startsArgument()) {
    if (parser.kind === IDENTIFIER) parser.declare(parser.word, '');
    if (parser.expression(1024) === null) break;
  }
  parser.declare(name, '');
  if (parser.accept(':')) pieces.push(parser.term(0));
  if (parser.accept(':=')) pieces.push(parser.term(0));
  if (parser.accept(';')) pieces.push(parser.term(0));
  parser.level = 0;
  return term(Kind.OPAQUE, 'let', pieces);
}
