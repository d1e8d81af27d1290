package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;

/**
 * @param existing true if the tables exist and belong to no stack, as after a restore; {@code
 *     false}: they are created
 * @param warmReads read units a second that tables on demand are prepared for; 0: the default
 * @param warmWrites write units a second, likewise
 * @param readsMin bounds of provisioned capacity, like the others
 */
public record StoreSection(
    boolean existing,
    Billing billing,
    int warmReads,
    int warmWrites,
    int readsMin,
    int readsMax,
    int writesMin,
    int writesMax) {
  public StoreSection {
    boolean provisioned = billing == Billing.PROVISIONED;
    new SettingChecks()
        .that(
            (warmReads == 0 && warmWrites == 0) || !provisioned,
            "store.warmWrites",
            warmWrites,
            "0 with provisioned capacity")
        .that(
            (warmReads == 0) == (warmWrites == 0),
            "store.warmReads",
            warmReads,
            "0 if, and only if, warmWrites is")
        .that(
            !provisioned || (readsMin >= 1 && readsMax >= readsMin),
            "store.readsMax",
            readsMax,
            "1 <= readsMin <= readsMax")
        .that(
            !provisioned || (writesMin >= 1 && writesMax >= writesMin),
            "store.writesMax",
            writesMax,
            "1 <= writesMin <= writesMax")
        .end();
  }
}
