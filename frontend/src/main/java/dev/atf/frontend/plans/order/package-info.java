/** Ordering keys: listing, and operators' actions on a held key. */
@NullMarked
package dev.atf.frontend.plans.order;

import org.jspecify.annotations.NullMarked;
