/** Jobs: submission, listing, operators' actions. */
@NullMarked
package dev.atf.frontend.plans.job;

import org.jspecify.annotations.NullMarked;
