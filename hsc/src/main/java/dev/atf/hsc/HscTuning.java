package dev.atf.hsc;

import dev.atf.runtime.config.SettingChecks;

/**
 * Settings of an HSC to change only after measuring.
 *
 * @param callsMax concurrent calls of each kind (heartbeats, results, claims); others are refused
 * @param writeTriesMax tries of a write with an unknown outcome while its caller waits
 */
record HscTuning(int callsMax, int writeTriesMax) {
  // 64 calls of 10 ms each are 6,400 calls/s, more than the store of one cluster can serve.
  public static final HscTuning DEFAULTS = new HscTuning(64, 3);

  public HscTuning {
    new SettingChecks()
        .within("callsMax", callsMax, 1, 1_000)
        .within("writeTriesMax", writeTriesMax, 1, 10)
        .end();
  }
}
