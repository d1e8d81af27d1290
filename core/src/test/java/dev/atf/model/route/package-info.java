@NullMarked
package dev.atf.model.route;

import org.jspecify.annotations.NullMarked;
