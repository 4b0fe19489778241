import { describe, expect, it, vi } from 'vitest';
import { createConsent } from '../../../../electron/shell/privacy/consent.ts';
import type { ReportsSetting } from '../../../../electron/shell/settings/settings.ts';

function make(reporting = true, keep = (_reports: ReportsSetting) => Promise.resolve(), isFinal = false) {
  const settings: { reports: ReportsSetting } = { reports: 'ask' };
  const apply = vi.fn();
  return { settings, apply, consent: createConsent({ settings, reporting, isFinal, apply, keep }) };
}

describe('the choice about reports', () => {
  it('takes effect and calls the listeners before it is saved, in order, however long a write takes', async () => {
    const order: string[] = [];
    const kept = Promise.withResolvers<void>();
    const { consent, apply, settings } = make(true, async (reports) => {
      if (reports === 'off') await kept.promise;
      order.push(reports);
      if (reports === 'off') throw new Error('full');
    });
    const listener = vi.fn();
    consent.onChange(listener);
    const chosen = [consent.choose('off'), consent.choose('on')];
    expect([apply.mock.calls, listener.mock.calls]).toEqual([
      [['off'], ['on']],
      [['off'], ['on']],
    ]);
    expect([settings.reports, order]).toEqual(['on', []]);
    kept.resolve();
    // What cannot be saved applies, and the next is saved.
    await expect(chosen[0]).rejects.toThrow('full');
    await chosen[1];
    expect(order).toEqual(['off', 'on']);
  });

  it("cannot undo an administrator's off", async () => {
    const keep = vi.fn();
    const { consent, apply, settings } = make(false, keep, true);
    await expect(consent.choose('on')).rejects.toThrow('Your administrator');
    expect([apply.mock.calls, keep.mock.calls, settings.reports]).toEqual([[], [], 'ask']);
  });
});
