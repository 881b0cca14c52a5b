import { type Fields, type Message, message, named, oneOf, struct, text, texts, wrapped } from './v2-wire.ts';

const basicAuthentication: Message = struct({ type: [1, text], description: [2, text] }, 3);
const apiKey: Message = struct({ type: [1, text], name: [2, text], in: [3, text], description: [4, text] }, 5);

const scopes: Message = named(1, text);
const oauth2Fields: Fields = { type: [1, text], flow: [2, text], scopes: [3, message(() => scopes)] };
const oauth2Implicit: Message = struct({ ...oauth2Fields, authorizationUrl: [4, text], description: [5, text] }, 6);
/** `Oauth2PasswordSecurity` and `Oauth2ApplicationSecurity` */
const oauth2Direct: Message = struct({ ...oauth2Fields, tokenUrl: [4, text], description: [5, text] }, 6);
const oauth2AccessCode: Message = struct(
  { ...oauth2Fields, authorizationUrl: [4, text], tokenUrl: [5, text], description: [6, text] },
  7,
);

const securityDefinitionsItem: Message = oneOf(({ type, flow }) => {
  if (type === 'basic') return [1, basicAuthentication];
  if (type === 'apiKey') return [2, apiKey];
  if (type !== 'oauth2') return undefined;
  switch (flow) {
    case 'implicit':
      return [3, oauth2Implicit];
    case 'password':
      return [4, oauth2Direct];
    case 'application':
      return [5, oauth2Direct];
    case 'accessCode':
      return [6, oauth2AccessCode];
    default:
      return undefined;
  }
});

/** `SecurityDefinitions` */
export const securityDefinitions: Message = named(
  1,
  message(() => securityDefinitionsItem),
);

/** `SecurityRequirement` */
export const securityRequirement: Message = named(1, wrapped(1, texts));
