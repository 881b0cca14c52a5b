import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  type LabelSelector,
  validateLabelName,
} from '@kubescript/apimachinery';

/** What picks pods by labels and, besides, by keys whose values the pod itself has. */
export interface KeyedSelection {
  readonly labelSelector?: DeepReadonly<LabelSelector>;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

/** @go core/validation#ValidateMatchLabelKeysAndMismatchLabelKeys */
export function validateMatchLabelKeys(selection: KeyedSelection, path: FieldPath): FieldError[] {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = selection;
  return [
    ...validateKeys(matchLabelKeys, labelSelector, path.child('matchLabelKeys')),
    ...validateKeys(mismatchLabelKeys, labelSelector, path.child('mismatchLabelKeys')),
    ...validateNotSelected(matchLabelKeys, labelSelector, path),
    ...matchLabelKeys.flatMap((key, index) =>
      mismatchLabelKeys.includes(key)
        ? [
            invalid(
              path.child('matchLabelKeys').index(index),
              key,
              'exists in both matchLabelKeys and mismatchLabelKeys',
            ),
          ]
        : [],
    ),
  ];
}

function validateKeys(
  keys: readonly string[],
  labelSelector: DeepReadonly<LabelSelector> | undefined,
  path: FieldPath,
): FieldError[] {
  if (keys.length === 0) return [];
  if (labelSelector === undefined) return [forbidden(path, 'must not be specified when labelSelector is not set')];
  return keys.flatMap((key, index) => validateLabelName(key, path.index(index)));
}

/**
 * The server adds an expression for each key, so a key that occurs a second time was the user's own. Upstream names
 * the element of the whole selection, not of its list of keys.
 */
function validateNotSelected(
  keys: readonly string[],
  labelSelector: DeepReadonly<LabelSelector> | undefined,
  path: FieldPath,
): FieldError[] {
  const seen = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  return (labelSelector?.matchExpressions ?? []).flatMap(({ key }) => {
    const index = keys.lastIndexOf(key);
    const twice = index >= 0 && seen.has(key);
    seen.add(key);
    return twice ? [invalid(path.index(index), key, 'exists in both matchLabelKeys and labelSelector')] : [];
  });
}

/** For constraints stored before keys were merged. @go core/validation#ValidateMatchLabelKeysInTopologySpread */
export function validateSpreadMatchLabelKeys(selection: KeyedSelection, path: FieldPath): FieldError[] {
  const { labelSelector, matchLabelKeys = [] } = selection;
  if (matchLabelKeys.length === 0) return [];
  const selected = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key),
  ]);
  return [
    ...(labelSelector === undefined ? [forbidden(path, 'must not be specified when labelSelector is not set')] : []),
    ...matchLabelKeys.flatMap((key, index) => [
      ...validateLabelName(key, path.index(index)),
      ...(selected.has(key)
        ? [invalid(path.index(index), key, 'exists in both matchLabelKeys and labelSelector')]
        : []),
    ]),
  ];
}
