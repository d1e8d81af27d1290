@NullMarked
package dev.atf.frontend.route;

import org.jspecify.annotations.NullMarked;
