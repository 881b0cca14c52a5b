/** A step from values to values. */
export type PathStep =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start?: number; readonly end?: number; readonly step?: number }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'union'; readonly options: readonly PathStep[] }
  | {
      readonly kind: 'filter';
      readonly left: Operand;
      readonly operator: Comparison | 'exists';
      readonly right?: Operand;
    };

/** How a filter compares. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** One side of a comparison. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'path'; readonly steps: readonly PathStep[] };

/** A part of a template. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly fromRoot: boolean; readonly steps: readonly PathStep[] }
  | {
      readonly kind: 'range';
      readonly fromRoot: boolean;
      readonly steps: readonly PathStep[];
      readonly body: readonly TemplateNode[];
    };
