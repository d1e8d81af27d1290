package dev.atf.frontend.origin;

import dev.atf.protocol.ErrorReason;

/** Reason why the origin of a task does not allow a change. */
public record Refusal(ErrorReason reason, String message) {}
