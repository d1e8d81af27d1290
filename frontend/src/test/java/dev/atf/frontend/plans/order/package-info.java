@NullMarked
package dev.atf.frontend.plans.order;

import org.jspecify.annotations.NullMarked;
