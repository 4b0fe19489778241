/** Names whose values are secret: built-in ones, and those that the app adds or keeps. */

const PASSWORDS =
  'passw(?:or)?d|passphrase|passcode|pwd|passwort|kennwort|mot[ _-]?de[ _-]?passe|contrase[nñ]a|wachtwoord|has[lł]o|[sş]ifre|пароль|パスワード|비밀번호|密[码碼]|口令|पासवर्ड|كلمة (?:المرور|السر)|סיסמ[הא]';
/** Names of secrets, also at the end of a longer word, as in `mypassword`. */
export const SECRET_ENDING = new RegExp(
  `(?:${PASSWORDS}|secret|token|jwt|csrf|(?:api|access|private|secret|public)[-_]?key|credentials?|session[-_]?id|dsn)(?:[-_]?(?:id|key|value|hash)|s)?$`,
  'u',
);
/** Names that count only as a whole last word: `userPass`, but not `compass`. */
const SECRET_WORD =
  /(?:^|[^a-z\d])(?:pin|otp|totp|auth|pass|passe|pw|mdp|senha|clave|key|sid|cvv|cvc|ssn|(?:pin|otp|pass)[-_](?:code|value|hash))$/;
/** Words before a secret in a sentence: `password hunter2`. */
export const SPOKEN_NAMES = `${PASSWORDS}|pw|pin|otp|secret|token|mdp|senha|clave`;
/** `password "hunter two"`. */
export const SPOKEN_QUOTED = new RegExp(
  `((?<![\\p{L}\\d])(?:${PASSWORDS})\\s{1,4}(?:(?:is|was|ist|lautet|est|es)\\s{1,4})?\\\\*["'\`])[^"'\`\\\\\n*]{1,200}`,
  'giu',
);
/** Words before a code that is used once; "code" by itself may be an error's. */
const CODES =
  '(?:verification|security|confirmation|one[ -]?time|login|sign[ -]?in|access|sms|auth(?:entication)?|2fa|reset|recovery|activation|your) (?:pass)?code|(?:einmal|bestätigungs|sicherheits|zugangs|freischalt|verificatie|bevestigings)code|[tms]?tan|totp|otp|pin|code (?:de (?:vérification|confirmation|sécurité)|à usage unique)|código de (?:verificación|confirmación|seguridad|verificação|segurança)|codice di (?:verifica|conferma|sicurezza)|kod (?:weryfikacyjny|jednorazowy)|код подтверждения|(?:doğrulama|onay) kodu|(?:認証|確認)コード|인증 ?(?:번호|코드)|[验驗][证證][码碼]|رمز التحقق|קוד אימות|सत्यापन कोड|ओटीपी';
/** Words before a number of a person: phone, identity card, tax, insurance, account. */
const NUMBERS =
  "(?:tele)?phone|mobile|tel|fax|ssn|social security|tax (?:id|number)|passport|id(?:entity)? card|national id|(?:driver'?s|driving) licen[cs]e|account (?:number|no)|telefon(?:u|um|em|a)?|handy|mobil|steuer(?:-?id|identifikations)?|(?:personal)?ausweis|reisepass|sozialversicherung|konto|téléphone|sécurité sociale|numéro fiscal|carte d.identité|passeport|tel[eé]fono|móvil|celular|dni|nif|seguridad social|pasaporte|cellulare|codice fiscale|carta d.identità|passaporto|telefoon|mobiel|bsn|burgerservicenummer|paspoort|identiteitskaart|pesel|nip|dow[oó]d|paszport|telefone|cpf|cnpj|телефон|снилс|инн|паспорт|kimlik|vergi|pasaport|電話|携帯|マイナンバー|旅券|전화|휴대폰|주민등록|여권|电话|手[机機]|身[份分][证證]|护照|護照|税号|هاتف|جوال|جواز|الهوية|טלפון|נייד|תעודת זהות|דרכון|फ़?ोन|मोबाइल|आधार|पासपोर्ट";
const named = (words: string) =>
  `(?<![\\p{L}\\d])(?:${words})(?:s?nummer|[ _-]?n(?:umber|[or]|úmero)\\.?|番号|号[码碼]?|號碼?|번호)?(?![a-zà-ÿ\\d])`;
/** Such a word, up to two more, and a value without a check digit; group 1 is what stays. */
export const PERSONAL: readonly RegExp[] = [
  [CODES, String.raw`(?:\d(?:[ -]?\d){3,9}|(?=[a-z]*\d)[a-z\d]{4,12})(?![\p{L}\d])`],
  [
    NUMBERS,
    String.raw`(?!\d{4}-\d\d-\d\dT)(?:[+(]?(?:\d[ .\u00a0\u202f/()-]{0,3}){5,16}\d[a-z]?|(?=(?:[a-z]*\d){4})[a-z\d]{8,16}(?![\p{L}\d]))`,
  ],
].map(
  ([words = '', value]) =>
    new RegExp(
      String.raw`(${named(words)}[^\p{L}\d\n*]{1,6}(?:\p{L}{1,14}[^\p{L}\d\n*]{1,4}){0,2})${value}`,
      'giu',
    ),
);
const PERSONAL_NAME = new RegExp(named(`${CODES}|${NUMBERS}`), 'u');

/** Headers whose whole value is secret, up to the closing quote or the end of the line. */
export const SECRET_HEADER = /(?:^|[^a-z\d])(?:authorizations?|cookies?)$/;

/** Names to treat as secret, or not, in addition to the built-in ones. */
export interface RedactKeys {
  keep?: readonly string[];
  add?: readonly string[];
}

/** Whether a name, such as `password` or `cookie`, has a secret value, or any such value if that is not known. */
export type IsSecret = (name: string, value?: unknown) => boolean;

export function secretNames({ keep = [], add = [] }: RedactKeys = {}): IsSecret {
  const [kept, added] = [keep, add].map((names) => new Set(names.map((name) => name.toLowerCase())));
  return (name, value) => {
    const small = name.toLowerCase();
    if (kept?.has(small)) return false;
    // A number of tokens is a count for a language model.
    if (small.endsWith('tokens') && /^\d{0,12}$/.test(String(value))) return false;
    const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
    return (
      added?.has(small) ||
      SECRET_ENDING.test(small) ||
      SECRET_WORD.test(words) ||
      SECRET_HEADER.test(words) ||
      (isNumber(value) && PERSONAL_NAME.test(words.replace(/[_.-]/g, ' ')))
    );
  };
}

/** Whether it is, or contains, a number as a person has, such as a phone's. */
function isNumber(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((one) => typeof one !== 'object' && isNumber(one));
  const text = String(value);
  return text.length <= 200 && text.replace(/\D/g, '').length >= 4;
}
