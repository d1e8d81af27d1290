@NullMarked
package dev.atf.frontend.express;

import org.jspecify.annotations.NullMarked;
