@NullMarked
package dev.atf.frontend.cost;

import org.jspecify.annotations.NullMarked;
