package dev.atf.controller.buffer;

import java.util.List;

/** A call and the references that it may claim. Whoever holds it owns both. */
public record Match(WaitingCall call, List<BufferedRef> refs) {}
