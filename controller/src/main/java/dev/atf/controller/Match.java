package dev.atf.controller;

import java.util.List;

/** A call and the references that it may claim. Whoever holds it owns both. */
record Match(WaitingCall call, List<BufferedRef> refs) {}
