/** The languages of the app's texts, in which it ships. */
export const LANGUAGES: readonly string[] =
  'en de fr es pt-BR it nl pl ru tr ar he hi ja ko zh-CN zh-TW'.split(' ');
