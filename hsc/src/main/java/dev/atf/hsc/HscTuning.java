package dev.atf.hsc;

import dev.atf.runtime.config.SettingChecks;

/**
 * Settings of an HSC to change only after measuring.
 *
 * @param callsMax calls under way at a time, for each of heartbeats, results and claims; others are
 *     refused at once
 * @param writeTriesMax how often a write with an unknown outcome is sent while its caller waits
 */
public record HscTuning(int callsMax, int writeTriesMax) {
  // 64 calls: at 10 ms a call these are 6,400 calls/s, more than the store of one cluster takes.
  public static final HscTuning DEFAULTS = new HscTuning(64, 3);

  public HscTuning {
    new SettingChecks()
        .within("callsMax", callsMax, 1, 1_000)
        .within("writeTriesMax", writeTriesMax, 1, 10)
        .end();
  }
}
