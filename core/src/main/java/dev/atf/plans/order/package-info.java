/** Ordering keys: tasks of one lambda and key run one at a time, in order (ADR 0033). */
@NullMarked
package dev.atf.plans.order;

import org.jspecify.annotations.NullMarked;
