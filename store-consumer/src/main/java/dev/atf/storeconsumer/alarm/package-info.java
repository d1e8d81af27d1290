/** Alarms of released tasks: missed claims, ended leases and passed deadlines. */
@NullMarked
package dev.atf.storeconsumer.alarm;

import org.jspecify.annotations.NullMarked;
