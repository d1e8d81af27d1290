package dev.atf.controller;

import java.time.Duration;

/** How long a receive waits for messages, and how long it hides what it takes. */
record PollTimes(Duration receiveWait, Duration visibility) {}
