// Loaded before the built server, whose clock then runs ahead of the machine's: leases run out without being waited for.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const MachineDate = Date;

globalThis.Date = class extends MachineDate {
  constructor(...parts) {
    if (parts.length === 0) super(MachineDate.now() + aheadMs);
    else super(...parts);
  }

  static now() {
    return MachineDate.now() + aheadMs;
  }
};
