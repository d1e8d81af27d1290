package dev.atf.hsc;

import dev.atf.runtime.config.SettingChecks;

/**
 * Settings of an HSC to change only after measuring.
 *
 * @param callsMax maximum number of concurrent calls, separately for heartbeats, results and
 *     claims; further calls are refused immediately
 * @param writeTriesMax how many times a write with an unknown outcome is sent while its caller
 *     waits
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
