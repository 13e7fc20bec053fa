"""Measuring recall: a set of questions with known answers, asked of a throw-away store in every profile."""
