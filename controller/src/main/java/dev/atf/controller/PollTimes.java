package dev.atf.controller;

import java.time.Duration;

/** Time for which a receive waits for messages, and for which it hides those that it takes. */
record PollTimes(Duration receiveWait, Duration visibility) {}
