"""One SQLite file a person: everything remembered, and what is derived from it. The only room that speaks SQL."""
