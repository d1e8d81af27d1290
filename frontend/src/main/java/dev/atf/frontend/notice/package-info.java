/** Subscriptions, and notices that single tasks request (ADR 0079). */
@NullMarked
package dev.atf.frontend.notice;

import org.jspecify.annotations.NullMarked;
