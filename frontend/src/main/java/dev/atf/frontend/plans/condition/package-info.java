/** Calls about conditions, and the reasons of tasks that wait for them. */
@NullMarked
package dev.atf.frontend.plans.condition;

import org.jspecify.annotations.NullMarked;
