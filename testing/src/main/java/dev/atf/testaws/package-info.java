/**
 * DynamoDB, SQS and S3 for the {@code *IT} suites: LocalStack in a container if Docker is
 * installed, or AWS if the profile {@code atf.aws} requests it. Another run uses emulators from
 * npm. If none of them is available, the suites are skipped with the reason.
 */
@NullMarked
package dev.atf.testaws;

import org.jspecify.annotations.NullMarked;
