package dev.atf.controller.buffer;

import java.util.List;

/** Call and the references that it may claim; owned by the thread that took it. */
public record Match(WaitingCall call, List<BufferedRef> refs) {}
