package dev.atf.hsc.worker;

import dev.atf.model.worker.WorkerPlace;

/**
 * One start of a worker host.
 *
 * @param instance drawn at its start
 */
public record WorkerId(WorkerPlace place, String instance) {}
