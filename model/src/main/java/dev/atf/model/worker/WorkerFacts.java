package dev.atf.model.worker;

import java.time.Duration;

/**
 * Facts about one start of a worker host, as one observer knows them. The HSC counts the silence
 * from when an exchange arrived, the host from when it was sent: it is never the more optimistic.
 *
 * @param acknowledged whether an answer to one of its exchanges is known to have arrived
 * @param silentFor time since its latest exchange
 * @param checked whether its health check has ever passed; true without a check
 * @param passing whether its health check passes; true without a check
 * @param gone whether it was displaced, retired or lost
 */
public record WorkerFacts(
    boolean acknowledged, Duration silentFor, boolean checked, boolean passing, boolean gone) {}
