/** Numbers of cards and bank accounts in texts: by how they are written, and by their check digits. */
const SEPARATOR = String.raw`[ .\u00a0\u202f-]`;
/** Cards, as people write them: with their groups, or without. */
const CARD = new RegExp(
  String.raw`(?<!\d\.?)(?:[2-6]\d{3}(${SEPARATOR})\d{4}\1\d{4}\1\d{4}|3\d{3}(${SEPARATOR})\d{6}\2\d{5}|4\d{3}(${SEPARATOR})\d{3}\3\d{3}\3\d{3}|[3-6]\d{14,15}|4\d{12})(?!\.?\d)`,
  'g',
);
/** What begins like an IBAN, with words behind it that may be a part of it. */
const IBAN = new RegExp(
  String.raw`(?<![A-Za-z\d])[A-Z]{2}\d\d(?:${SEPARATOR}?[A-Z\d]{4}){2,7}(?:${SEPARATOR}?[A-Z\d]{1,3})?(?![A-Za-z\d])`,
  'g',
);

/** @param isName whether the text is a name, such as a file's: digits beside a letter are a part of its id */
export function withoutAccounts(text: string, by: string, isName: boolean): string {
  return text
    .replace(IBAN, (found) => withoutIban(found, by))
    .replace(CARD, (digits, ...rest) => {
      const [at, all] = rest.slice(-2) as [number, string];
      // Part of a hexadecimal id or a file's hash, whose digits are a card's by chance.
      const isPart = isName && /[a-z]/i.test((all[at - 1] ?? '') + (all[at + digits.length] ?? ''));
      return isCardNumber(digits) && !isPart ? by : digits;
    });
}

/** Replaces an IBAN at the start of this text: it has 15 characters or more, and passes the check of ISO 7064. */
function withoutIban(text: string, by: string): string {
  for (let end = text.length; end >= 15; end = text.slice(0, end).search(/[^A-Z\d][A-Z\d]*$/)) {
    const plain = text.slice(0, end).replace(/[^A-Z\d]/g, '');
    const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (sign) =>
      String(Number.parseInt(sign, 36)),
    );
    if (plain.length >= 15 && BigInt(digits) % 97n === 1n) return by + text.slice(end);
  }
  return text;
}

/** Whether it has the length and first digits of a card number and passes Luhn's check. */
export function isCardNumber(number: string | number): boolean {
  const digits = String(number).replace(/\D/g, '');
  if (!/^(?:[2-6]\d{14,15}|4\d{12})$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((all, one, at) => {
    const digit = Number(one);
    return all + (at % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit);
  }, 0);
  return sum % 10 === 0;
}
