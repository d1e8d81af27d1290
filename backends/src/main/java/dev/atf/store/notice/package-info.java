/** Subscriptions, and the payloads of notices (ADR 0079). */
@NullMarked
package dev.atf.store.notice;

import org.jspecify.annotations.NullMarked;
