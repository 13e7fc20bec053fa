"""What the server does with each message, one file a concern.

A plain function runs on the event loop, in the order the client sent, and does no more than dictionary work; an `async`
one takes what is slow to the threads of `work`.
"""
