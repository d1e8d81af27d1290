/** Subscriptions, and notices that single tasks ask for (ADR 0079). */
@NullMarked
package dev.atf.frontend.notice;

import org.jspecify.annotations.NullMarked;
