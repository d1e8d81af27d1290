@NullMarked
package dev.atf.cli.route;

import org.jspecify.annotations.NullMarked;
