/** Routes (ADR 0087). */
@NullMarked
package dev.atf.store.route;

import org.jspecify.annotations.NullMarked;
