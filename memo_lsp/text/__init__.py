"""What can be read off text alone: names, words, times, titles, secrets, places. Nothing here touches the outside."""
