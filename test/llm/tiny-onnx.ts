/** Writes a tiny ONNX model byte by byte (protobuf), with a tokenizer of a few words. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Field numbers and types as in onnx.proto3. */
const FLOAT = 1;
const INT64 = 7;

type Bytes = readonly number[];

const varint = (value: number): Bytes =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))];
const field = (number: number, bytes: Bytes): Bytes => [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
const number = (at: number, value: number): Bytes => [...varint(at * 8), ...varint(value)];
const text = (at: number, value: string): Bytes => field(at, [...Buffer.from(value)]);

/** A dimension with a name or a size. */
const dimension = (value: string | number): Bytes =>
  field(1, typeof value === 'string' ? text(2, value) : number(1, value));

function valueInfo(at: number, name: string, type: number, dimensions: (string | number)[]): Bytes {
  const tensor = [...number(1, type), ...field(2, dimensions.flatMap(dimension))];
  return field(at, [...text(1, name), ...field(2, field(1, tensor))]);
}

function floats(name: string, dimensions: number[], values: number[]): Bytes {
  const raw = [...new Uint8Array(Float32Array.from(values).buffer)];
  return field(5, [
    ...dimensions.flatMap((each) => number(1, each)),
    ...number(2, FLOAT),
    ...text(8, name),
    ...field(9, raw),
  ]);
}

/** Attributes of a node, with their types as in onnx.proto3. */
const ints = (name: string, values: number[]): Bytes =>
  field(5, [...text(1, name), ...values.flatMap((value) => number(8, value)), ...number(20, 7)]);
const integer = (name: string, value: number): Bytes =>
  field(5, [...text(1, name), ...number(3, value), ...number(20, 2)]);

const node = (kind: string, inputs: string[], output: string, ...attributes: Bytes[]): Bytes =>
  field(1, [...inputs.flatMap((each) => text(1, each)), ...text(2, output), ...text(4, kind), ...attributes.flat()]);

/** A graph without layers: maps every token to its row of `table`. */
export function tokenTableModel(table: readonly (readonly number[])[]): Uint8Array {
  const width = table[0]!.length;
  const graph = [
    ...node('Gather', ['table', 'input_ids'], 'last_hidden_state'),
    ...text(2, 'tiny'),
    ...floats('table', [table.length, width], table.flat()),
    ...valueInfo(11, 'input_ids', INT64, ['texts', 'tokens']),
    ...valueInfo(11, 'attention_mask', INT64, ['texts', 'tokens']),
    ...valueInfo(12, 'last_hidden_state', FLOAT, ['texts', 'tokens', width]),
  ];
  return Uint8Array.from([...number(1, 8), ...field(7, graph), ...field(8, number(2, 13))]);
}

/**
 * A graph of a cross-encoder: one number per text, the largest of its tokens' rows of `table`. Only `input_ids` is read.
 */
export function crossEncoderModel(table: readonly number[]): Uint8Array {
  const graph = [
    ...node('Gather', ['table', 'input_ids'], 'tokens'),
    ...node('ReduceMax', ['tokens'], 'logits', ints('axes', [1]), integer('keepdims', 0)),
    ...text(2, 'tiny'),
    ...floats('table', [table.length, 1], [...table]),
    ...valueInfo(11, 'input_ids', INT64, ['texts', 'tokens']),
    ...valueInfo(12, 'logits', FLOAT, ['texts', 1]),
  ];
  return Uint8Array.from([...number(1, 8), ...field(7, graph), ...field(8, number(2, 13))]);
}

export interface TinyModel {
  /** In addition to `[PAD]`, `[UNK]`, `[CLS]` (rows of zeros) and `[SEP]` (row `closing`). */
  words: Record<string, number[]>;
  closing?: number[];
  files?: Record<string, object>;
}

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** Writes `folder` in Hugging Face's layout. */
export function writeTinyModel(folder: string, { words, closing, files = {} }: TinyModel): void {
  const width = Object.values(words)[0]!.length;
  const zeros = Array<number>(width).fill(0);
  const table = [zeros, zeros, zeros, closing ?? zeros, ...Object.values(words)];
  const vocabulary = Object.fromEntries([...SPECIAL, ...Object.keys(words)].map((word, id) => [word, id]));
  const special = (token: string) => ({ SpecialToken: { id: token, type_id: 0 } });
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [
        special('[CLS]'),
        { Sequence: { id: 'A', type_id: 0 } },
        special('[SEP]'),
        { Sequence: { id: 'B', type_id: 1 } },
        special('[SEP]'),
      ],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((token) => [token, { id: token, ids: [vocabulary[token]], tokens: [token] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: vocabulary,
    },
  };
  const written: Record<string, object> = {
    'config.json': { model_type: 'bert', max_position_embeddings: 32 },
    'tokenizer.json': tokenizer,
    'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: 32 },
    '1_Pooling/config.json': { pooling_mode_mean_tokens: true, pooling_mode_cls_token: false },
    ...files,
  };
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  for (const [name, value] of Object.entries(written)) write(name, JSON.stringify(value));
  write('onnx/model.onnx', tokenTableModel(table));
}
