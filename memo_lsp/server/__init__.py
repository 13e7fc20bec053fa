"""The language server: documents, handlers, rendering, status. The only room that speaks LSP."""
