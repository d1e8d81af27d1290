package dev.atf.controller.poll;

import java.time.Duration;

/** How long a receive waits for messages, and how long it hides what it takes. */
public record PollTimes(Duration receiveWait, Duration visibility) {}
