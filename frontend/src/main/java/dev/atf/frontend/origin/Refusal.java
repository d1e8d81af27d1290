package dev.atf.frontend.origin;

import dev.atf.protocol.ErrorReason;

/** Why the origin of a task does not let it be changed. */
public record Refusal(ErrorReason reason, String message) {}
