/**
 * Tasks that are written in a transaction of the user's own database and scheduled after its
 * commit; start with {@link dev.atf.outbox.Outbox}.
 */
@NullMarked
package dev.atf.outbox;

import org.jspecify.annotations.NullMarked;
