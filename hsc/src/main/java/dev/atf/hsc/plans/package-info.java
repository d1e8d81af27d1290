/** Child tasks that a result schedules. */
@NullMarked
package dev.atf.hsc.plans;

import org.jspecify.annotations.NullMarked;
