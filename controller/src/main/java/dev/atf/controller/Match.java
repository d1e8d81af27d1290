package dev.atf.controller;

import java.util.List;

/** Call and the references that it may claim; owned by the thread that took it. */
record Match(WaitingCall call, List<BufferedRef> refs) {}
